import { describe, expect, test } from 'vitest';
import { foldConstants } from '../../tools/foldConstants.ts';
import { inlineRecords } from '../../tools/inlineRecords.ts';

/** Runs `root` of a module, as it stands and with its stages in place. */
function both(source: string, ...values: number[]): [number, number] {
  const run = (text: string) => new Function(`${text}; return root(${values.join()})`)() as number;
  const flat = inlineRecords(source, 'root');
  return [run(source), run(foldConstants(flat))];
}

const VECTORS = `
  function sub(a, b) { return { x: a.x - b.x, y: a.y - b.y }; }
  function dot(a, b) { return a.x * b.x + a.y * b.y; }
  function copy(to, from) { to.x = from.x; to.y = from.y; }
  function scaled(v, s) { const x = s * v.x; const y = s * v.y; return { x, y }; }
`;

describe('the same numbers, without records', () => {
  test.each([
    ['a record', 'function root(n) { const p = { x: n, y: 2 }; return p.x + p.y; }', 5],
    [
      'a record made by a function',
      'function root(n) { const p = { x: n, y: 2 }; const d = sub(p, p); return dot(d, d); }',
      5,
    ],
    [
      'a record in a record',
      'function made(n) { return { v: { x: n, y: 1 } }; } function root(n) { const s = made(n); const { v } = s; v.x += 1; return dot(s.v, v); }',
      3,
    ],
    [
      'a pattern of a table',
      'const TABLE = { sides: [4, 5], count: 2 }; function stage(p, table) { const { sides, count: most } = table; p.y = sides[1] * most; } function root(n) { const p = { x: n, y: 0 }; stage(p, TABLE); return p.y; }',
      10,
    ],
    [
      'a record of the variables of a function',
      'function made(n) { let x = 0; let y = 1; if (n > 2) x = n; else y = n; return { x, y }; } function root(n) { const p = made(n); const q = made(1); return 10 * p.x + p.y + q.y; }',
      32,
    ],
    [
      'a record that a record outlives',
      'function made(n) { const q = { x: n, y: n + 1 }; return { q, sum: q.x + q.y }; } function root(n) { const p = made(n); return p.q.x * p.sum; }',
      21,
    ],
    [
      'a constant of the caller that its stage hides',
      'const TABLE = { sides: [4, 5] }; function stage(p, list) { const sides = list[0]; p.x += sides; } function root(n) { const p = { x: n, y: 0 }; const { sides } = TABLE; stage(p, sides); return p.x; }',
      7,
    ],
    [
      'a stage that returns early',
      'function stage(p) { if (p.x > 2) { p.y = 9; return; } p.y = 1; } function root(n) { const p = { x: n, y: 0 }; stage(p); return p.y; }',
      1,
    ],
    [
      'a stage that returns late',
      'function stage(p) { if (p.x > 2) { p.y = 9; return; } p.y = 1; } function root(n) { const p = { x: n, y: 0 }; stage(p); return p.y; }',
      3,
    ],
    [
      'a number by a const',
      'function half(p) { const h = p.x / 2; return h; } function root(n) { const p = { x: n, y: 0 }; const h = half(p); return h; }',
      3,
    ],
    [
      'an argument that the stage changes',
      'function stage(p, k) { p.x = 7; p.y = k; } function root(n) { const p = { x: n, y: 0 }; stage(p, p.x); return p.y; }',
      3,
    ],
    [
      'a copy of what changes later',
      'function root(n) { const p = { x: n, y: 0 }; const { x } = p; p.x = 7; return x; }',
      3,
    ],
    [
      'the same name in caller and stage',
      'function stage(p, k) { const x = 2 * k; p.y = x; } function root(n) { const x = n + 1; const p = { x: 0, y: 0 }; stage(p, x); return p.y + x; }',
      3,
    ],
    [
      'a record in a loop',
      'function root(n) { let sum = 0; for (let k = 0; k < n; k++) { const p = { x: k, y: 1 }; const t = scaled(p, k); sum += dot(t, t); } return sum; }',
      5,
    ],
    ['a constant', 'const A = 3; const B = A + 1; function root(n) { const p = { x: B, y: 0 }; return p.x * n; }', 5],
  ])('%s', (_, source, value) => {
    const [plain, flat] = both(VECTORS + source, value);
    expect(flat).toBe(plain);
    expect(Number.isFinite(plain)).toBe(true);
    const root = inlineRecords(VECTORS + source, 'root').split('function root')[1]!;
    expect(root).not.toMatch(/\bp\.x|dot\(|sub\(|stage\(/);
  });
});

describe('what is not understood is an error', () => {
  test.each([
    ['a record as a value', 'function root(n) { const p = { x: n, y: 0 }; return p; }', /a record as a value/],
    ['a closure', 'function root(n) { const p = { x: n, y: 0 }; return [1].map(() => p.x); }', /a closure/],
    [
      'a recursion',
      'function stage(p) { stage(p); } function root(n) { const p = { x: n, y: 0 }; stage(p); }',
      /a recursion/,
    ],
    [
      'a default',
      'function stage(p, k = 1) { p.x = k; } function root(n) { const p = { x: n, y: 0 }; stage(p, 2); }',
      /default/,
    ],
    [
      'a stage in an expression',
      'function stage(p) { p.x = 1; return 2; } function root(n) { const p = { x: n, y: 0 }; return 1 + stage(p); }',
      /within an expression/,
    ],
    [
      'a value and a second return',
      'function stage(p) { if (p.x > 1) return 1; return 2; } function root(n) { const p = { x: n, y: 0 }; const k = stage(p); return k; }',
      /second `return`/,
    ],
    [
      'a parameter that changes',
      'function stage(p, k) { k += 1; p.x = k; } function root(n) { const p = { x: n, y: 0 }; stage(p, n); }',
      /parameter that changes/,
    ],
    ['an unknown field', 'function root(n) { const p = { x: n, y: 0 }; return p.z; }', /does not have/],
  ])('%s', (_, source, message) => {
    expect(() => inlineRecords(VECTORS + source, 'root')).toThrow(message);
  });
});
