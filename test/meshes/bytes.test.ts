/** Baked meshes as bytes: the way there and back, and damage. */
import { describe, expect, test } from 'vitest';
import { checksumOf } from '../../src/meshes/bytes.ts';
import { bakedOf } from '../../src/meshes/surface.ts';
import { bakeMesh, mesh } from '../../src/shapes/meshShape.ts';
import { cube, grid, tangle } from '../support/meshes.ts';
import { faultsOfTree } from '../support/meshOracle.ts';
import { seeded } from '../support/random.ts';
import { sweep } from '../support/sweep.ts';

const HALF = 2 ** 26 - 1;
const baked = (bytes: Uint8Array) => bakedOf('test', mesh(bytes));

/** The same bytes with the checksum that belongs to them. */
function sealed(bytes: Uint8Array): Uint8Array {
  const words = new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer);
  if (words.length > 2) words[2] = checksumOf(words);
  return new Uint8Array(words.buffer);
}

describe('bytes', () => {
  const hills = { ...grid(12, 9, (x, z) => Math.sin(3 * x) + Math.cos(2 * z)), materials: Array(216).fill(9) };

  test.each([
    ['a cube', cube()],
    ['hills with materials', hills],
    ['other settings', { ...hills, sides: 'both' as const, borders: 'joined' as const, scale: [-1, 1, 1], weld: 0.01 }],
    ['a tangle', tangle(seeded(4), 20, 301)],
    ['one triangle', { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0] }],
  ])('%s: the tables of the arrays', (_, options) => {
    expect(baked(bakeMesh(options))).toEqual(bakedOf('test', mesh(options)));
  });

  test('are the same on every machine', () => {
    // thousandths: engines may differ in the last bit of a sine
    const rounded = grid(30, 30, (x, z) => Math.round(1000 * Math.sin(3 * x + z)) / 1000);
    const words = new Uint32Array(bakeMesh(rounded).buffer);
    expect(words[2].toString(16)).toBe('aa6c72b3');
  });

  test('may lie anywhere, and are copied', () => {
    const bytes = bakeMesh(hills);
    const shifted = new Uint8Array(bytes.length + 5);
    shifted.set(bytes, 5);
    const shape = mesh(shifted.subarray(5));
    shifted.fill(0);
    expect(bakedOf('test', shape)).toEqual(baked(bytes));
  });
});

describe('damage', () => {
  const bytes = bakeMesh(grid(6, 5, (x, z) => (x * z) % 3));

  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(0), 'expected bytes of bakeMesh(), got 0 bytes'],
    ['an odd end', bytes.subarray(0, bytes.length - 1), `expected bytes of bakeMesh(), got ${bytes.length - 1} bytes`],
    ['a cut', bytes.subarray(0, bytes.length - 4), `expected ${bytes.length} bytes, got ${bytes.length - 4}`],
    ['other bytes', new Uint8Array(100), 'expected bytes of bakeMesh(), got others'],
    ['another version', sealed(bytes.with(4, 2)), 'expected version 1 of baked meshes, got 2'],
    [
      'a flip',
      bytes.with(200, bytes[200] ^ 1),
      'expected the checksum of the bytes, got another one: they are damaged',
    ],
    ['unknown flags', sealed(bytes.with(24, 16)), 'expected a sound header, got another one'],
  ])('%s', (_, damaged, sentence) => {
    expect(() => mesh(damaged)).toThrow(`mesh: bytes: ${sentence}`);
  });

  test(`of ${sweep(2000, 20_000)} flips and cuts, seed 1: refused, also by the checks behind the checksum, or sound`, () => {
    const random = seeded(1);
    let refused = 0;
    for (let k = 0; k < sweep(2000, 20_000); k++) {
      const damaged = bytes.slice(0, random() < 0.05 ? Math.floor(bytes.length * random()) : bytes.length);
      for (let flips = 1 + Math.floor(3 * random()); flips > 0; flips--) {
        damaged[Math.floor(damaged.length * random())] ^= 1 << Math.floor(8 * random());
      }
      if (damaged.some((byte, at) => byte !== bytes[at]) || damaged.length < bytes.length)
        expect(() => mesh(damaged)).toThrow('mesh: bytes: expected');
      try {
        const mended = baked(sealed(damaged));
        expect([k, ...faultsOfTree(mended), ...faultsOfIndices(mended)]).toEqual([k]);
      } catch (error) {
        expect(String(error)).toContain('mesh: bytes: expected');
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(sweep(1000, 10_000));
  });
});

/** Numbers that would lead a search out of its tables. */
function faultsOfIndices({ vertices, triangles, edges, low, high, weld }: ReturnType<typeof baked>): string[] {
  const faults: string[] = [];
  if (![...vertices, ...low, ...high, weld].every(Number.isFinite)) faults.push('numbers');
  triangles.forEach((word, k) => {
    if (k % 4 < 3 && word >= vertices.length / 4) faults.push(`corner ${k}`);
  });
  edges.forEach((word, half) => {
    const isBorder = (word & (2 ** 28)) !== 0;
    if (!isBorder && (word & HALF) >= edges.length) faults.push(`edge ${half}`);
    if (!isBorder && !(word & (2 ** 30)) && (edges[word & HALF] & HALF) !== half) faults.push(`edge ${half} one way`);
  });
  return faults;
}
