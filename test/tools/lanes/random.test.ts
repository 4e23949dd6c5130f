/**
 * Random programs: lets, records, helpers inlined and called, branches and loops, against what the same statements give when
 * they are carried out in JavaScript while the program is written. Finds names that meet and values that are read too late.
 */
import { expect, test } from 'vitest';
import { runnable, SWEPT_BUILDS } from '../../support/lanesFixture.ts';
import { seeded } from '../../support/random.ts';
import { sweep } from '../../support/sweep.ts';

const SEED = 0xf022;
const PROGRAMS = sweep(8, 20);
const STATEMENTS = 30;
const { fround } = Math;

interface Vec {
  x: number;
  y: number;
}

const HELPERS = `import { type Column, type Int, type Lane, max, min, select } from '../language/lanes.ts';
interface Vec2 { readonly x: Lane; readonly y: Lane }
function swap(v: Vec2): Vec2 { const x = v.y; return { x, y: v.x }; }
function less(v: Vec2, w: Vec2): Vec2 { const s = swap(w); return { x: min(v.x, s.y), y: min(v.y, s.x) }; }
function pair(x: Lane, y: Lane): Vec2 { let v: Vec2 = { x: y, y: x }; v = swap(v); return v; }
function climb(x: Lane, v: Vec2, n: Int): Lane { let y = x; for (let i: Int = 0; i < n; i++) { y = max(y - v.x, v.y); } return y; }
`;
const swap = (v: Vec): Vec => ({ x: v.y, y: v.x });
const less = (v: Vec, w: Vec): Vec => ({ x: Math.min(v.x, w.x), y: Math.min(v.y, w.y) });
function climb(x: number, v: Vec, n: number): number {
  for (let i = 0; i < n; i++) x = Math.max(fround(x - v.x), v.y);
  return x;
}

/** A function `name`, and what it stores for the inputs 3 and −5 with n = 2. */
function program(name: string, random: () => number): { source: string; results: number[] } {
  const lanes: [string, number][] = [
    ['a', 3],
    ['b', -5],
  ]; // the first two are parameters' copies
  const vecs: [string, Vec][] = [['v', { x: 3, y: -5 }]];
  const lines: string[] = [];
  const whole = (below: number) => Math.floor(random() * below);
  const of = <T>(list: readonly T[]) => list[whole(list.length)]!;

  /** A Lane and its value; sums and differences of small integers stay exact. */
  function lane(depth: number): [string, number] {
    if (depth === 0 || random() < 0.2) {
      const [vec, { x, y }] = of(vecs);
      return of([of(lanes), [`${vec}.x`, x], [`${vec}.y`, y], [String(whole(9) + 1), Number.NaN]]);
    }
    let [a, b] = [lane(depth - 1), lane(depth - 1)];
    // a number needs another operand that has a kind
    if (Number.isNaN(a[1])) a = of(lanes);
    if (Number.isNaN(b[1])) b = [b[0], Number(b[0])];
    const [p, q] = [a[1], b[1]];
    const [v, w] = [of(vecs), of(vecs)];
    return of<[string, number]>([
      [`(${a[0]} + ${b[0]})`, fround(p + q)],
      [`(${a[0]} - ${b[0]})`, fround(p - q)],
      [`min(${a[0]}, ${b[0]})`, Math.min(p, q)],
      [`max(${a[0]}, ${b[0]})`, Math.max(p, q)],
      [`select(${a[0]} < ${b[0]}, ${a[0]}, ${b[0]})`, p < q ? p : q],
      [`(n > 1 ? ${a[0]} : ${b[0]})`, p],
      [`less(${v[0]}, ${w[0]}).y`, less(v[1], w[1]).y],
      [`climb(${a[0]}, ${v[0]}, 3)`, climb(p, v[1], 3)],
    ]);
  }
  /** A Lane of known kind, so that a `let` may be made of it. */
  function known(): [string, number] {
    // not in a lazy choice: what that may skip cannot inline helpers
    for (;;) {
      const [text, value] = lane(2);
      if (!Number.isNaN(value) && !(text.includes('?') && /less|climb/.test(text))) return [text, value];
    }
  }
  function vec(): [string, Vec] {
    const [x, y] = [known(), known()];
    const [v, w] = [of(vecs), of(vecs)];
    return of<[string, Vec]>([
      [`{ x: ${x[0]}, y: ${y[0]} }`, { x: x[1], y: y[1] }],
      [`swap(${v[0]})`, swap(v[1])],
      [`swap(less(${v[0]}, swap(${w[0]})))`, swap(less(v[1], swap(w[1])))],
      [`pair(${x[0]}, ${v[0]}.x)`, { x: x[1], y: v[1].x }],
      [`select(${x[0]} < ${y[0]}, ${v[0]}, ${w[0]})`, x[1] < y[1] ? v[1] : w[1]],
    ]);
  }

  const names = ['x', 'y', 's', 'v', 'at', 'row', 'v_x', 'stored', 'swap_', 'sum'];
  for (let k = 0; k < STATEMENTS; k++) {
    const kind = random();
    const fresh = `${of(names)}${k}`;
    if (kind < 0.3) {
      const [text, value] = known();
      lines.push(`let ${fresh}: Lane = ${text};`);
      lanes.push([fresh, value]);
    } else if (kind < 0.5) {
      const [text, value] = vec();
      lines.push(`let ${fresh}: Vec2 = ${text};`);
      vecs.push([fresh, value]);
    } else if (kind < 0.75) {
      const target = of(lanes);
      const [text, value] = known();
      const taken = random() < 0.7;
      lines.push(taken ? `${target[0]} = ${text};` : `if (n < 0) ${target[0]} = ${text};`);
      if (taken) target[1] = value;
    } else {
      const target = of(vecs);
      const [text, value] = vec();
      const taken = random() < 0.7;
      lines.push(`${taken ? 'if (n === 2) ' : 'while (n === 1) '}{ ${target[0]} = ${text}; }`);
      if (taken) target[1] = value;
    }
  }
  const results = [
    ...lanes,
    ...vecs.flatMap(([text, { x, y }]): [string, number][] => [
      [`${text}.x`, x],
      [`${text}.y`, y],
    ]),
  ];
  const stores = results.map(([text], k) => `out[${4 * k}] = ${text};`);
  const source = `export function ${name}(c: Column, out: Column, n: Int): void {
  let a = c[0]; let b = c[4]; let v: Vec2 = { x: a, y: b };
  ${[...lines, ...stores].join('\n  ')}
}`;
  return { source, results: results.map(([, value]) => value) };
}

test.each(SWEPT_BUILDS)(`${PROGRAMS} random programs, $name, seed ${SEED}`, async (build) => {
  const random = seeded(SEED);
  const programs = Array.from({ length: PROGRAMS }, (_, k) => program(`program${k}`, random));
  const { run, buffer } = await runnable(`${HELPERS}${programs.map(({ source }) => source).join('\n')}`, build);
  programs.forEach(({ source, results }, k) => {
    new Float32Array(buffer, 0, 8).fill(3, 0, 4).fill(-5, 4);
    run[`program${k}`](0, 1024, 2);
    const got = results.map((_, r) => new Float32Array(buffer, 1024 + r * 16, 1)[0] + 0);
    expect(got, source).toEqual(results.map((value) => value + 0));
  });
});
