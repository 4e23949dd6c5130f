/** Words of height fields: sizes, bounds of blocks, edge words, and cells near boxes. */
import type { HeightFieldOptions } from 'hullstorm';
import { describe, expect, test } from 'vitest';
import { FieldEdges } from '../../src/fields/fieldEdges.ts';
import { readField } from '../../src/fields/options.ts';
import { packField } from '../../src/fields/pack.ts';
import { beginNear } from '../../src/kernels/children/beginNear.ts';
import { ChildSearch } from '../../src/kernels/children/childSearch.ts';
import { NearBox } from '../../src/kernels/children/nearBox.ts';
import { nextNear } from '../../src/kernels/children/nextNear.ts';
import { writeFieldCorners } from '../../src/kernels/fields/fieldCorners.ts';
import { FieldView, isHole, loadField, loadLevels, writeBlockBox } from '../../src/kernels/fields/fieldView.ts';
import { bake } from '../../src/meshes/bake.ts';
import { readMesh } from '../../src/meshes/options.ts';
import { heightRoom } from '../../src/tables/childTable.ts';
import {
  BOX_HIGH,
  BOX_LOW,
  CHILD_FLAGS,
  FIELD_COLUMNS,
  FIELD_ROWS,
  FIRST_CHILD,
  IS_FIELD,
  SPACING_X,
  SPACING_Z,
} from '../../src/tables/childWords.ts';
import { BORDER, EDGES, HALF_EDGE, SOURCE, TRIANGLE_STRIDE, triangleOf } from '../../src/tables/meshWords.ts';
import { NODE_WORDS } from '../../src/tables/rayTree.ts';
import { poolsFor, randomField, trianglesOfField } from '../support/heightFields.ts';
import { seeded } from '../support/random.ts';

const SEED = 0xf1e1d;
const NODE = 1;
const HEAD = NODE * NODE_WORDS;
const NONE = { meshTriangles: 0, meshVertices: 0, compoundParts: 0 };
const BEGIN = 5;

/** A field in pools, not at their begin. */
function stored(options: HeightFieldOptions) {
  const packed = packField(readField('test', options));
  const pools = poolsFor(packed.words.length + BEGIN);
  const { nodes, reals } = pools;
  nodes[HEAD + FIRST_CHILD] = BEGIN;
  nodes[HEAD + FIELD_ROWS] = packed.rows;
  nodes[HEAD + FIELD_COLUMNS] = packed.columns;
  nodes[HEAD + CHILD_FLAGS] = IS_FIELD | packed.holeFlag;
  reals.set(packed.low, HEAD + BOX_LOW);
  reals.set(packed.high, HEAD + BOX_HIGH);
  reals[HEAD + SPACING_X] = packed.spacing[0]!;
  reals[HEAD + SPACING_Z] = packed.spacing[1]!;
  pools.heightWords.set(packed.words, BEGIN);
  const field = new FieldView();
  loadField(field, pools, HEAD);
  loadLevels(field);
  return { pools, field, packed, mesh: trianglesOfField(options) };
}

const SIZES: readonly (readonly [rows: number, columns: number])[] = [
  [2, 2],
  [2, 3],
  [5, 5],
  [2, 70],
  [18, 2],
  [17, 18],
  [22, 7],
];

test('at most 2.5 bytes per triangle, and room for as many heights as the capacity says', () => {
  for (const [rows, columns] of [
    [129, 129],
    [513, 257],
    [1024, 1024],
  ] as const) {
    const heights = new Float32Array(rows * columns);
    const holes = new Uint8Array((rows - 1) * (columns - 1));
    holes[7] = 1;
    const { words } = packField(readField('test', { rows, columns, spacing: [1, 1], heights, holes }));
    expect(words.byteLength / (2 * (rows - 1) * (columns - 1))).toBeLessThan(2.5);
    expect(words.length).toBeLessThanOrEqual(heightRoom({ ...NONE, heights: heights.length }));
  }
});

describe.each(SIZES)('%i rows, %i columns', (rows, columns) => {
  test.each([0, 0.3, 0.9])(
    `blocks hold their cells; corners are those of the mesh, holes %f (seed ${SEED})`,
    (part) => {
      const { pools, field, packed, mesh } = stored(randomField(seeded(SEED), rows, columns, [0.5, 2], part));
      const corners = new Float64Array(9);
      const { box } = field;
      for (let level = 0; level <= field.top; level++) {
        const size = 4 ** level;
        const boxes = new Map<number, number[]>();
        for (const [k, child] of mesh.children.entries()) {
          writeFieldCorners(corners, field, pools.heights, child);
          const cell = child >> 1;
          const [row, column] = [Math.floor(cell / (columns - 1) / size), Math.floor((cell % (columns - 1)) / size)];
          writeBlockBox(field, pools, level, row, column);
          const known = boxes.get(row * columns + column) ?? [Infinity, -Infinity];
          for (let corner = 0; corner < 3; corner++) {
            const vertex = 3 * mesh.indices[3 * k + corner]!;
            const got = [...corners.subarray(3 * corner, 3 * corner + 3)];
            expect(got).toEqual([...mesh.positions.subarray(vertex, vertex + 3)]);
            for (let c = 0; c < 3; c++) {
              expect(got[c]).toBeGreaterThanOrEqual(box[c]!);
              expect(got[c]).toBeLessThanOrEqual(box[3 + c]!);
            }
            known[0] = Math.min(known[0]!, got[1]!);
            known[1] = Math.max(known[1]!, got[1]!);
          }
          boxes.set(row * columns + column, known);
        }
        for (const [place, [low, high]] of boxes) {
          writeBlockBox(field, pools, level, Math.floor(place / columns), place % columns);
          expect([box[1], box[4]]).toEqual([low, high]);
        }
      }
      expect(packed.high[0]).toBe(0.25 * (columns - 1));
      expect(packed.low[2]).toBe(1 - rows);
    },
  );

  test.each([0, 0.3])(`edge words are those of a baked mesh, holes %f (seed ${SEED})`, (part) => {
    const { pools, field, mesh } = stored(randomField(seeded(SEED + 1), rows, columns, [1, 1], part));
    const baked = bake('test', readMesh('test', { positions: mesh.positions, indices: mesh.indices, weld: 0 }));
    const edges = new FieldEdges(field, pools);
    // of each stored triangle: its number in the field, and the corner of the field's that is its first
    const childOf = (triangle: number) => mesh.children[baked.triangles[TRIANGLE_STRIDE * triangle + SOURCE]!]!;
    for (let triangle = 0; triangle < mesh.children.length; triangle++) {
      for (let edge = 0; edge < EDGES; edge++) {
        const word = baked.edges[EDGES * triangle + edge]!;
        const got = edges.word(childOf(triangle), edge) >>> 0;
        if (word & BORDER) {
          expect(got).toBe((BORDER | HALF_EDGE) >>> 0);
          continue;
        }
        const half = word & HALF_EDGE;
        const other = triangleOf(half);
        const want = (word - half + EDGES * childOf(other) + (half - EDGES * other)) >>> 0;
        expect(got.toString(16), `triangle ${childOf(triangle)}, edge ${edge}`).toBe(want.toString(16));
      }
    }
  });

  test(`cells near boxes (seed ${SEED})`, () => {
    const random = seeded(SEED + 2);
    const { pools, field } = stored(randomField(random, rows, columns, [1, 0.5], 0.2));
    const near = new NearBox();
    const { box } = near;
    const search = new ChildSearch();
    const block = field.box;
    for (let k = 0; k < 60; k++) {
      const limit = k % 3 === 0 ? Infinity : k % 3 === 1 ? 0 : 3 * random();
      for (let c = 0; c < 3; c++) {
        const middle = (random() - 0.5) * 1.5 * [columns, 1, rows / 2][c]!;
        box[c] = middle - random() * 2;
        box[3 + c] = middle + random() * 2;
      }
      const want: number[] = [];
      for (let cell = 0; cell < field.rows * field.columns; cell++) {
        writeBlockBox(field, pools, 0, Math.floor(cell / field.columns), cell % field.columns);
        const gaps = [0, 1, 2].map((c) => Math.max(block[c]! - box[3 + c]!, box[c]! - block[3 + c]!, 0));
        if (Math.hypot(...gaps) <= limit && !isHole(field, pools.heightWords, cell)) want.push(cell);
      }
      const got: number[] = [];
      near.limit[0] = limit;
      beginNear(search, pools, near, NODE);
      while (nextNear(search, pools, near)) got.push(search.first / 2);
      expect(got.sort((a, b) => a - b)).toEqual(want);
    }
  });
});
