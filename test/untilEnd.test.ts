import { expect, test } from 'vitest';
import { untilEnd } from '../src/untilEnd.ts';

const stop = (reason: string): never => {
  throw new Error(reason);
};

/** An end, and the function that lets it come. */
function end() {
  let come!: (reason: string) => void;
  const promise = new Promise<string>((resolve) => {
    come = resolve;
  });
  return { promise, come };
}

const never = () => new Promise<number>(() => {});

test('the answer, or its error, where it comes first', async () => {
  const { promise, come } = end();
  expect(await untilEnd(Promise.resolve(7), promise, stop)).toBe(7);
  await expect(untilEnd(Promise.reject(new Error('no')), promise, stop)).rejects.toThrow('no');
  come('too late');
  await promise;
  expect(await untilEnd(Promise.resolve(8), end().promise, stop)).toBe(8);
});

test('every wait ends with the end, and every later one', async () => {
  const { promise, come } = end();
  const waits = [1, 2, 3].map(() => untilEnd(never(), promise, stop));
  come('it is over');
  for (const wait of waits) await expect(wait).rejects.toThrow('it is over');
  for (let i = 0; i < 2; i++) await expect(untilEnd(never(), promise, stop)).rejects.toThrow('it is over');
});

test('each wait says for itself what the end means', async () => {
  const { promise, come } = end();
  const waits = ['first', 'second'].map((name) => untilEnd(never(), promise, (reason) => stop(`${name}: ${reason}`)));
  come('closed');
  await expect(waits[0]).rejects.toThrow('first: closed');
  await expect(waits[1]).rejects.toThrow('second: closed');
});

test('an end that stays pending keeps no answer', async () => {
  const { promise } = end();
  const ask = async (i: number) => new WeakRef(await untilEnd(Promise.resolve({ i }), promise, stop));
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 100; i++) answers.push(await ask(i));
  await new Promise((resolve) => setTimeout(resolve)); // a WeakRef keeps its object until the task ends
  globalThis.gc!();
  expect(answers.filter((answer) => answer.deref())).toHaveLength(0);
  expect(await Promise.race([promise, 'pending'])).toBe('pending'); // it lives
});
