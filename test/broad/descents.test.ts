/** The ways down the bounding tree: four, and no search has one of its own. Those in f64, stopped and resumed. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findBoxes } from '../../src/broad/tree/findBoxes.ts';
import { nextNearPoint } from '../../src/kernels/points/nextNearPoint.ts';
import { PointSearch } from '../../src/kernels/points/pointSearch.ts';
import { startDescent } from '../../src/kernels/tree/startDescent.ts';
import { TreeStack } from '../../src/kernels/tree/tables.ts';
import { box } from '../../src/shapes/spec.ts';
import { FAT_STRIDE, LEAVES, TAIL_COUNT } from '../../src/tables/treeTable.ts';
import { findFixture } from '../support/findPairs.ts';
import { seeded } from '../support/random.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** The functions with a loop that pops from a stack: it ends at height 0, and each turn lowers the height and reads there. */
function popsOf(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node, name: string): void => {
    const inner = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) ? node.name!.getText() : name;
    const isLoop = ts.isWhileStatement(node) || ts.isForStatement(node) || ts.isDoStatement(node);
    if (isLoop && heightsOf(node).some((height) => isPopped(node.statement, height))) found.add(`${path}: ${inner}`);
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(file, '');
  return [...found];
}

/** What the condition of a loop compares with 0. */
function heightsOf(loop: ts.WhileStatement | ts.ForStatement | ts.DoStatement): string[] {
  const condition = ts.isForStatement(loop) ? loop.condition : loop.expression;
  return condition?.getText().match(/[\w.#]+(?= > 0\b)/g) ?? [];
}

function isPopped(body: ts.Statement, height: string): boolean {
  const source = body.getText();
  const name = height.replace(/[.#]/g, '\\$&');
  const isLowered = new RegExp(`${name} -= |--${name}\\b|${name}--|\\b${name} = \\w+\\(`).test(source);
  // the height may have another name in the loop
  return isLowered && new RegExp(`\\[(--)?(${name}|top|at)\\b`).test(source);
}

describe('the ways down the tree', () => {
  test.each([
    ['function f() { while (top > 0) { top -= 1; const k = stack[top]; } }'],
    ['function f() { while (search.height > 0) { search.height -= 1; const top = search.height; g(places[top]); } }'],
    ['function f() { do { stack[top] = k; top = nextBoxes(words, stack, top); } while (top > 0); }'],
    ['function f() { for (; top > 0 && count < most; ) { const node = stack[--top]; } }'],
  ])('are found: %s', (source) => expect(popsOf('x.ts', source)).toEqual(['x.ts: f']));

  test.each([
    ['function f() { for (let k = count - 1; k >= 0; k -= 1) g(rows[k]); }'],
    ['function f() { while (at > 0 && entries[at - 1] < entry) { places[k] = place; at -= 1; } }'],
  ])('are not: %s', (source) => expect(popsOf('x.ts', source)).toEqual([]));

  test('there are four, one down the trees of shapes, and one over the blocks of a height field', () => {
    const folders = ['broad', 'kernels', 'narrow', 'queries'];
    const files = folders.flatMap((folder) =>
      readdirSync(`${ROOT}src/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `src/${folder}/${name}`),
    );
    expect(files.flatMap((file) => popsOf(file, readFileSync(ROOT + file, 'utf8'))).sort()).toEqual([
      // ranges of leaves that are to be ordered
      'src/broad/tree/order.ts: halve',
      // quarters of a height field, which has no tree
      'src/kernels/fields/nextCell.ts: nextCell',
      'src/kernels/near/lanes/nearRows.ts: nearRows',
      'src/kernels/tree/descend.ts: descend',
      'src/kernels/tree/descend.ts: nextNearest',
      'src/kernels/tree/lanes/descend.ts: descendWide',
      // trees of shapes with children: nodes of the f32 tree, in f64
      'src/kernels/tree/nextRun.ts: nextRun',
    ]);
  });
});

const SEED = 0x7ee5;
const SIZE = 12;

/** A tree of boxes, some of which were added since it was ordered. */
function treeOf(count: number, added: number) {
  const random = seeded(SEED + count);
  const fixture = findFixture(1000, 20_000);
  const shape = fixture.scene.addShape(box(0.5, 0.4, 0.3));
  const add = () => fixture.scene.addCollider(shape, { position: [SIZE * random(), SIZE * random(), SIZE * random()] });
  for (let k = 0; k < count; k++) add();
  fixture.find(0.1);
  for (let k = 0; k < added; k++) add();
  fixture.find(0.1);
  return { ...fixture.frame, rows: Array.from({ length: count + added }, (_, row) => row), random };
}

const gapsOf = (boxes: Float64Array, row: number, [x, y, z]: readonly number[]) =>
  [x!, y!, z!].map((c, k) => Math.max(boxes[FAT_STRIDE * row + k]! - c, c - boxes[FAT_STRIDE * row + 3 + k]!));

describe.each([
  [0, 0],
  [0, 5],
  [3, 0],
  [4, 1],
  [5, 127],
  [700, 0],
  [700, 90],
])('%d leaves, and %d in the tail', (count, added) => {
  const { bounds, tree, rows, random } = treeOf(count, added);
  const places = Array.from({ length: 60 }, () => [0, 0, 0].map(() => SIZE * random()));

  test('are what the tree holds', () => {
    expect(tree.words[LEAVES]! + tree.words[TAIL_COUNT]!).toBe(count + added);
    if (count === 700) expect(tree.words[TAIL_COUNT]).toBe(added);
  });

  test('all boxes near a box, while there is room', () => {
    const stack = new TreeStack();
    let stops = 0;
    for (const place of places) {
      const target = Float64Array.of(...place, ...place, 1.5);
      const found = new Set<number>();
      startDescent(tree.words, stack);
      do {
        const some = new Uint32Array(6);
        const end = findBoxes(tree, stack, target, 0, target, 6, some, 1, 6);
        stops++;
        for (const row of some.subarray(1, end)) {
          expect(found).not.toContain(row);
          found.add(row);
        }
      } while (stack.height > 0);
      const near = rows.filter((row) => gapsOf(tree.fat, row, place).every((gap) => gap <= 1.5));
      expect(
        [...found].sort((a, b) => a - b),
        `seed ${SEED}`,
      ).toEqual(near);
    }
    if (count === 700) expect(stops).toBeGreaterThan(2 * places.length);
  });

  test('those near a point: all within the limit, and the nearest among few if it falls', () => {
    const stack = new TreeStack();
    const search = new PointSearch();
    const distance = (row: number, place: readonly number[]) =>
      Math.hypot(...gapsOf(bounds.boxes, row, place).map((gap) => Math.max(gap, 0)));
    let visits = 0;
    for (const place of places) {
      search.place.set(place);
      search.limit[0] = 2;
      const next = () => nextNearPoint(tree, bounds.boxes, stack, search);
      const found: number[] = [];
      startDescent(tree.words, stack);
      for (let row = next(); row >= 0; row = next()) found.push(row);
      const near = rows.filter((row) => distance(row, place) <= 2);
      expect(
        found.sort((a, b) => a - b),
        `seed ${SEED}`,
      ).toEqual(near);

      search.limit[0] = Infinity;
      let nearest = -1;
      startDescent(tree.words, stack);
      for (let row = next(); row >= 0; row = next()) {
        visits++;
        if (distance(row, place) >= search.limit[0]!) continue;
        search.limit[0] = distance(row, place);
        nearest = row;
      }
      const least = Math.min(...rows.map((row) => distance(row, place)));
      expect(nearest < 0 ? Infinity : distance(nearest, place)).toBe(least);
    }
    if (count === 700 && added === 0) expect(visits).toBeLessThan(10 * places.length);
  });
});
