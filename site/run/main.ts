/** Runs the example that the query of the address names, and shows what it logs. */
import { GALLERY, isProgram } from '../gallery.ts';

const output = document.getElementById('output')!;
function show(text: string): void {
  output.append(`${text}\n`);
}

for (const level of ['log', 'warn', 'error'] as const) {
  const write = console[level];
  console[level] = (...values: unknown[]) => {
    write(...values);
    show(values.join(' '));
  };
}
addEventListener('unhandledrejection', ({ reason }) => show(`${reason}`));
addEventListener('error', ({ message }) => show(message));

const name = location.search.slice(1);
const example = GALLERY.find((one) => one.name === name);
if (!example || !isProgram(example))
  throw new Error(`the query of the address: expected the name of an example, got '${name}'`);
show(crossOriginIsolated ? 'isolated: threads share memory' : 'not isolated: one thread');
const start = performance.now();
await example.run();
show(`done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
document.body.dataset.done = name;
