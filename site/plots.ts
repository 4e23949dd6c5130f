/** The page with plots of the figures in bench/results/page.json. Bars are drawn as inline SVG. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { short, whole } from '../bench/page/group.ts';
import { GROUPS } from '../bench/page/groups/all.ts';
import { PAIR_LISTS } from '../bench/page/labels.ts';
import { commandOf, type Results } from '../bench/page/render.ts';
import { ROOT } from './sources.ts';

interface Plot {
  readonly group: string;
  readonly title: string;
  readonly unit: string;
  readonly text: string;
  /** Rows of bars by the heading of their group; a row is the name of its figure, by its label. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

const RESULTS: Results = JSON.parse(readFileSync(join(ROOT, 'bench/results/page.json'), 'utf8'));
const NODE = '20';
const LIBRARIES = ['hullstorm', 'jolt', 'havok', 'rapier', 'physx', 'oimo', 'crashcat', 'cannon-es'];
const LOWER = 'The shorter bar is the faster one. Each group has its own scale.';

/** A row per library. Those without a figure are left out when it is drawn. */
const libraries = (nameOf: (library: string) => string) =>
  Object.fromEntries(LIBRARIES.map((library) => [library, nameOf(library)]));
/** A group per list of pairs. */
const lists = (rowsOf: (list: string) => Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(PAIR_LISTS).map(([list, label]) => [label, rowsOf(list)]));
const heaps = (counts: readonly number[]) =>
  Object.fromEntries(
    counts.map((count) => [
      `${count.toLocaleString('en')} cuboids`,
      libraries((library) => `${library} ${count} fresh`),
    ]),
  );

const PLOTS: readonly Plot[] = [
  {
    group: 'heap-large',
    title: 'A step of a falling heap',
    unit: 'ms',
    text: `Mean over the busiest 200 of 600 steps. hullstorm and jolt have two threads, the others one. ≥ is a lower
bound: the engine did not end in its time. ${LOWER}`,
    rows: heaps([5000, 10_000, 20_000]),
  },
  {
    group: 'heap-small',
    title: 'A step of a small heap',
    unit: 'ms',
    text: `The same with fewer bodies. hullstorm has one thread here, jolt two. ${LOWER}`,
    rows: heaps([100, 300, 1000]),
  },
  ...(['distance', 'depth'] as const).map((query) => ({
    group: 'peers-pairs',
    title: query === 'distance' ? 'Distance and witness points' : 'Depth and normal of overlaps',
    unit: 'ns per pair',
    text: `One thread, cold caches, the same pairs in one process. ${LOWER}`,
    rows: lists((list) => libraries((library) => `${library} ${query} ${list}`)),
  })),
  {
    group: 'peers-casts',
    title: 'Casts of moving boxes',
    unit: 'ns per cast',
    text: `2,000 boxes without turns, CPU time. ${LOWER}`,
    rows: Object.fromEntries(
      Object.entries({ heap: 'into a heap of 5,000 cuboids', field: 'into 10,000 hulls of 16' }).map(
        ([place, label]) => [
          label,
          libraries((library) => `${place} ${library}${library === 'hullstorm' ? ' auto' : ''}`),
        ],
      ),
    ),
  },
  {
    group: 'queries',
    title: 'What SIMD, threads and the query before save',
    unit: 'ns per pair',
    text: `\`engine.distance\` with depth, the whole call. *Coherent* starts from the results of the query before.
${LOWER}`,
    rows: lists((list) => ({
      'scalar, 1 thread': `${list} depth cold scalar 1`,
      'SIMD, 1 thread': `${list} depth cold simd 1`,
      'SIMD, coherent': `${list} depth coherent simd 1`,
      'SIMD, 2 threads': `${list} depth cold simd 2`,
    })),
  },
];

/** px of the picture */
const [WIDTH, LEFT, RIGHT, LINE] = [440, 112, 366, 20];

function draw({ title, unit }: Plot, groups: readonly (readonly [string, readonly Bar[]])[]): string {
  const parts: string[] = [];
  let y = 0;
  for (const [heading, bars] of groups) {
    y += LINE + 8;
    parts.push(`<text class="head" x="0" y="${y - 6}">${heading}</text>`);
    const most = Math.max(...bars.map(({ value }) => value));
    for (const { label, value, text } of bars) {
      const width = Math.max(1, ((RIGHT - LEFT) * value) / most).toFixed(1);
      const own = /^(hullstorm|SIMD)/.test(label) ? ' class="own"' : '';
      parts.push(`<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end">${label}</text>`);
      parts.push(`<rect${own} x="${LEFT}" y="${y + 3}" width="${width}" height="${LINE - 6}" rx="2"/>`);
      parts.push(`<text x="${LEFT + Number(width) + 6}" y="${y + 14}">${text}</text>`);
      y += LINE;
    }
  }
  const name = `${title}, ${unit}`;
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${y + 4}" role="img" aria-label="${name}">${parts.join('')}</svg>`;
}

function render(plot: Plot): string {
  const { figures, date, machine, versions } = RESULTS[plot.group]!;
  const barsOf = (rows: Readonly<Record<string, string>>) =>
    Object.entries(rows).flatMap(([label, name]): Bar[] => {
      const value = figures[NODE][name];
      if (value === undefined) return [];
      const steps = figures[NODE][name.replace(/fresh$/, 'steps')];
      const bound = name.endsWith('fresh') && steps !== 600 ? '≥ ' : '';
      return [
        { label, value, text: `${bound}${(plot.unit === 'ms' ? short : whole)(value, {})} ${plot.unit.slice(0, 2)}` },
      ];
    });
  const groups = Object.entries(plot.rows).map(([heading, rows]) => [heading, barsOf(rows)] as const);
  if (groups.some(([, bars]) => bars.length < 2)) throw new Error(`${plot.title}: expected figures of each group`);
  const commands = GROUPS.find(({ name }) => name === plot.group)!.runs.map((run) => `\`${commandOf(run)}\``);
  const source = `Node ${versions[NODE]}, ${machine}, ${date}: ${commands.join(', ')}.`;
  return `## ${plot.title}\n\n${plot.text}\n\n${draw(plot, groups)}\n\n<div class="source">\n\n${source}\n\n</div>\n`;
}

/** The first plot alone, without its heading. */
export const firstPlot = () => render(PLOTS[0]!).replace(/^## .*\n/, '');

export function plotsPage(): string {
  const text = `Every bar is a figure of the benches: \`npm run bench:page\` measures them, and writes
\`bench/results/page.json\`. [Performance](/guide/performance.md) has all figures, those of Node 24 too, and counts of
wrong answers.`;
  return `# Benchmarks\n\n${text}\n\n${PLOTS.map(render).join('\n')}`;
}
