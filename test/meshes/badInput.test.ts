/** Every sentence about arrays that are no mesh. */
import { describe, expect, test } from 'vitest';
import { bakedOf } from '../../src/meshes/surface.ts';
import { bakeMesh, type MeshOptions, mesh, meshInfo } from '../../src/shapes/meshShape.ts';
import { cube } from '../support/meshes.ts';

const { positions, indices } = cube();
const changed = (list: readonly number[], place: number, value: unknown) => list.with(place, value as number);
const detached = new Float32Array(9);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const throwing = new Proxy(positions, {
  get: (target, key) => {
    if (key === '5') throw new Error('not here');
    return Reflect.get(target, key);
  },
});

describe('mesh', () => {
  test.each<[unknown, string]>([
    [null, ': options: expected an object, got null'],
    [undefined, ': options: expected an object, got undefined'],
    [7, ': options: expected an object, got 7'],
    [[1, 2], ': options: expected an object, got an array of 2'],
    [
      { positions, index: indices },
      ': options: expected positions, indices, stride, offset, scale, sides, borders, weld, materials, got the unknown option `index`',
    ],
    [{ indices }, ': positions: expected an array of numbers, got undefined'],
    [{ positions: 'xyz' }, ": positions: expected an array of numbers, got 'xyz'"],
    [{ positions: new BigInt64Array(9) }, ': positions: expected an array of numbers, got a BigInt64Array of 9'],
    [{ positions: [] }, ': positions: expected at least one triangle, got none'],
    [{ positions, indices: [] }, ': indices: expected at least one triangle, got none'],
    [{ positions: [], indices: [0, 1, 2] }, ': indices: expected positions of vertices, got 0 at 0 (triangle 0)'],
    [
      { positions: changed(positions, 17, NaN), indices },
      ': positions: expected finite numbers of at most 1000000000000000000, got NaN at 17',
    ],
    [{ positions: changed(positions, 3, -Infinity), indices }, 'got -Infinity at 3'],
    [{ positions: changed(positions, 3, 2e18), indices }, 'at 3'],
    [{ positions: changed(positions, 4, '1'), indices }, ": positions[4]: expected a number, got '1'"],
    [{ positions: throwing, indices }, ': positions: expected what can be read, got an error: Error: not here'],
    [{ positions: detached }, ': positions: expected what can be read, got an error: TypeError'],
    [{ positions, indices: detached }, ': indices: expected what can be read, got an error: TypeError'],
    [{ positions: positions.slice(1) }, ': positions: expected three numbers per vertex, got 23 of them'],
    [
      { positions, stride: 4, offset: 2 },
      ': positions: expected 4 numbers per vertex behind the offset, got 22 of them',
    ],
    [{ positions }, ': positions: expected three vertices per triangle, got 8 of them'],
    [{ positions, indices: indices.slice(1) }, ': indices: expected three per triangle, got 35 of them'],
    [{ positions, indices: changed(indices, 8, 8) }, ': indices: expected integers in 0..7, got 8 at 8 (triangle 2)'],
    [{ positions, indices: changed(indices, 8, -1) }, 'got -1 at 8 (triangle 2)'],
    [{ positions, indices: changed(indices, 8, 0.5) }, 'got 0.5 at 8 (triangle 2)'],
    [{ positions, indices: changed(indices, 8, NaN) }, 'got NaN at 8 (triangle 2)'],
    [{ positions, indices: changed(indices, 8, null) }, ': indices[8]: expected a number, got null'],
    [
      { positions, indices: { length: 3 * 16_777_217 } },
      ': indices: expected at most 16777216 triangles, got 16777217',
    ],
    [{ positions: { length: 9 * 16_777_217 } }, ': positions: expected at most 50331648 vertices, got 50331651'],
    [{ positions, indices: { length: -3 } }, ': indices: length: expected an integer ≥ 0, got -3'],
    [{ positions, indices, stride: 2 }, ': stride: expected an integer in 3..50331648, got 2'],
    [{ positions, indices, offset: -1 }, ': offset: expected an integer in 0..50331648, got -1'],
    [{ positions, indices, scale: [1, 1] }, ': scale: expected three numbers, got 2 numbers'],
    [{ positions, indices, scale: [1, NaN, 1] }, ': scale[1]: expected a finite number, got NaN'],
    [{ positions, indices, scale: [1, 0, 1] }, ': scale[1]: expected a number other than 0, got 0'],
    [
      { positions, indices, scale: [1, 1, 1e19] },
      ': scale[2]: expected a number of size 1e-18..1000000000000000000, got 10000000000000000000',
    ],
    [{ positions, indices, scale: 2 }, ': scale: expected three numbers, got 2'],
    [{ positions, indices, sides: 'back' }, ": sides: expected 'front' or 'both', got 'back'"],
    [{ positions, indices, borders: 1 }, ": borders: expected 'free' or 'joined', got 1"],
    [{ positions, indices, weld: -1 }, ': weld: expected a number in 0..1000000000000000000 (m), got -1'],
    [{ positions, indices, weld: NaN }, ', got NaN'],
    [{ positions, indices, materials: [1] }, ': materials: expected 12 numbers, one per triangle, got 1'],
    [{ positions, indices, materials: Array(12).fill(256) }, ': materials: expected integers in 0..255, got 256 at 0'],
  ])('case %#', (options, sentence) => {
    for (const [name, call] of [
      ['mesh', mesh],
      ['bakeMesh', bakeMesh],
    ] as const) {
      const run = () => call(options as MeshOptions);
      expect(run).toThrow(sentence.startsWith(':') ? `${name}${sentence}` : sentence);
      expect(run).toThrow(/^(mesh|bakeMesh): ([a-z]+(\[\d\])?: (length: )?)?expected /);
    }
  });

  test('without an area: when it is baked', () => {
    const flat = mesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0] });
    expect(() => meshInfo(flat)).toThrow(
      'meshInfo: shape: indices: expected a triangle with an area (after welding), got 1 degenerate one',
    );
    expect(() => bakedOf('scene.addShape: shape', flat)).toThrow('scene.addShape: shape: indices: expected a triangle');
    const point = { positions: Array(18).fill(3) };
    expect(() => bakeMesh(point)).toThrow(
      'bakeMesh: indices: expected a triangle with an area (after welding), got 2 degenerate ones',
    );
  });

  test.each([undefined, null, {}, { kind: 'mesh' }, { kind: 'mesh', radius: 0, surface: { triangles: 12 } }])(
    'anything else: %o',
    (shape) => {
      expect(() => meshInfo(shape as never)).toThrow('meshInfo: shape: expected a mesh made by a call of mesh(), got');
    },
  );

  test('numbers that an array changes while it is read are read once', () => {
    let reads = 0;
    const changing = new Proxy(positions, {
      get: (target, key) => (key === '0' ? (reads++ === 0 ? -1 : NaN) : Reflect.get(target, key)),
    });
    expect(meshInfo(mesh({ positions: changing, indices })).isClosed).toBe(true);
    expect(reads).toBe(1);
  });
});
