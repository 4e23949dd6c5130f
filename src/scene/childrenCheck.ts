/** Checks of the children of shapes in a snapshot: searches can run on them. */
import { fail } from '../errors.ts';
import { fieldBox, storedWords } from '../fields/checkField.ts';
import { localBox } from '../meshes/box.ts';
import { BOX_STRIDE, HIGH } from '../meshes/boxes.ts';
import { checkTables } from '../meshes/checkTables.ts';
import { checkTree, HIGH_WORDS } from '../meshes/checkTree.ts';
import type { SnapshotShapes } from '../shapes/cores/core.ts';
import type { LocalBox } from '../shapes/cores/many.ts';
import { writeStoredBox } from '../shapes/cores/partBox.ts';
import {
  BOTH_SIDES,
  BOX_HIGH,
  BOX_LOW,
  CHILD_COUNT,
  CHILD_FLAGS,
  FIRST_CHILD,
  FIRST_VERTEX,
  HEAD_NODES,
  JOINED_BORDERS,
  MESH_VERTEX_COUNT,
  MIRRORED,
  PART_SOURCE,
  WELD,
} from '../tables/childWords.ts';
import { COMPOUND_PARTS, HEIGHTS, MESH_VERTICES, NODES, type SceneCounts, TRIANGLES } from '../tables/countTable.ts';
import { EDGES, TRIANGLE_STRIDE, VERTEX_STRIDE } from '../tables/meshWords.ts';
import { PART_ROWS, POSITION, ROTATION } from '../tables/partTable.ts';
import { NODE_WORDS, WIDTH } from '../tables/rayTree.ts';
import {
  CHILD_HEAD,
  CORE,
  HALF_X,
  HEIGHT_FIELD,
  MANY,
  MESH,
  SHAPE_STRIDE,
  TRAITS,
  UNBOUNDED,
} from '../tables/shapeWords.ts';

/** Columns of children, in the order of the file. */
export type ChildColumns = readonly [
  nodes: Uint32Array,
  triangles: Uint32Array,
  edges: Uint32Array,
  materials: Uint8Array,
  vertices: Float32Array,
  heights: Uint32Array,
  parts: Uint32Array,
];

/** How much of each pool the shapes so far have. Blocks follow each other, so that no two shapes share one. */
export class ChildrenCheck {
  readonly #at: string;
  readonly #columns: ChildColumns;
  readonly #counts: SceneCounts;
  #nodes = 0;
  #triangles = 0;
  #vertices = 0;
  #heights = 0;
  #parts = 0;

  /** @param at prefix of every error */
  constructor(at: string, counts: SceneCounts, columns: ChildColumns) {
    this.#at = at;
    this.#counts = counts;
    this.#columns = columns;
  }

  /**
   * Checks the head and the children of the shape at `word`, but for the shapes of parts.
   * @returns the first row and the end of the parts of a compound in the pool of parts
   */
  check({ words, reals }: SnapshotShapes, word: number, row: number): readonly [first: number, end: number] {
    const at = `${this.#at}: shape ${row}`;
    const [nodes] = this.#columns;
    const head = NODE_WORDS * this.#nodes;
    const below = nodes[head + HEAD_NODES];
    const end = this.#nodes + 1 + below;
    if (words[word + CHILD_HEAD] !== this.#nodes || !(end <= this.#counts[NODES]))
      fail(at, `a head at ${this.#nodes}, and nodes behind it`, 'others');
    const tree = nodes.subarray(head + NODE_WORDS, NODE_WORDS * end);
    this.#nodes = end;
    const half = reals.subarray(word + HALF_X, word + HALF_X + 3);
    if (words[word + CORE] === HEIGHT_FIELD) {
      this.#checkField(at, head, half);
      return [0, 0];
    }
    const isMesh = words[word + CORE] === MESH;
    const count = nodes[head + CHILD_COUNT];
    const [used, room] = isMesh
      ? [this.#triangles, this.#counts[TRIANGLES]]
      : [this.#parts, this.#counts[COMPOUND_PARTS]];
    if (nodes[head + FIRST_CHILD] !== used || count < 1 || used + count > room)
      fail(at, `children from ${used} on`, 'others');
    if (isMesh) {
      this.#checkMesh(at, head, tree);
      this.#triangles += count;
    } else this.#parts += count;
    if (tree.length === 0 || !isBoxSound(nodes, head, localBox(tree), half))
      fail(at, 'the box of its children', 'another one');
    return isMesh ? [0, 0] : [used, used + count];
  }

  #checkField(at: string, head: number, half: Float32Array): void {
    const [nodes, , , , , heights] = this.#columns;
    const count = storedWords(nodes, head);
    const end = this.#heights + count;
    const isHere = nodes[head + FIRST_CHILD] === this.#heights && nodes[head + HEAD_NODES] === 0;
    if (!isHere || count === 0 || end > this.#counts[HEIGHTS]) fail(at, `heights from ${this.#heights} on`, 'others');
    const box = fieldBox(nodes, head, heights.subarray(this.#heights, end));
    if (!box || !isBoxSound(nodes, head, box, half)) fail(at, 'sound heights, and their bounds', 'others');
    this.#heights = end;
  }

  #checkMesh(at: string, head: number, tree: Uint32Array): void {
    const [nodes, triangles, edges, , vertices] = this.#columns;
    const reals = new Float32Array(nodes.buffer);
    const flags = nodes[head + CHILD_FLAGS];
    const count = nodes[head + CHILD_COUNT];
    const vertexCount = nodes[head + MESH_VERTEX_COUNT];
    const isAt = nodes[head + FIRST_VERTEX] === this.#vertices;
    if (!isAt || this.#vertices + vertexCount > this.#counts[MESH_VERTICES])
      fail(at, `vertices from ${this.#vertices} on`, 'others');
    const weld = reals[head + WELD];
    if ((flags & ~(BOTH_SIDES | JOINED_BORDERS | MIRRORED)) !== 0 || !(weld >= 0 && weld < Infinity))
      fail(at, 'a sound head', 'another one');
    const cut = <C extends Uint32Array | Float32Array>(column: C, stride: number, from: number, rows: number) =>
      column.subarray(stride * from, stride * (from + rows)) as C;
    checkTables(at, {
      nodes: tree,
      triangles: cut(triangles, TRIANGLE_STRIDE, this.#triangles, count),
      edges: cut(edges, EDGES, this.#triangles, count),
      vertices: cut(vertices, VERTEX_STRIDE, this.#vertices, vertexCount),
    });
    this.#vertices += vertexCount;
  }

  /**
   * Checks the places and the tree of the parts [first, end), whose shapes are sound.
   * @param shapes the pool of parts of compounds
   */
  checkParts(shapes: SnapshotShapes, first: number, end: number, head: number): void {
    const at = `${this.#at}: parts of compounds`;
    const [nodes] = this.#columns;
    const count = end - first;
    const boxes = new Float32Array(BOX_STRIDE * count);
    const isSource = new Uint8Array(count);
    for (let k = 0; k < count; k++) {
      const row = PART_ROWS * (first + k);
      const source = shapes.words[SHAPE_STRIDE * (row + 1) + PART_SOURCE];
      if (!isPlaced(shapes, row) || !(source < count) || isSource[source]++ !== 0)
        fail(at, 'places and numbers of parts', `others at part ${k}`);
      writeStoredBox(boxes, BOX_STRIDE * k, shapes, row);
    }
    const tree = nodes.subarray(
      NODE_WORDS * (head + 1),
      NODE_WORDS * (head + 1 + nodes[NODE_WORDS * head + HEAD_NODES]),
    );
    checkTree(at, tree, count, (reals, box, begin, length) => {
      for (let k = BOX_STRIDE * begin; k < BOX_STRIDE * (begin + length); k += BOX_STRIDE) {
        for (let c = 0; c < 3; c++) {
          const [low, high] = [reals[box + WIDTH * c], reals[box + WIDTH * c + HIGH_WORDS]];
          if (!(low <= boxes[k + c] && boxes[k + HIGH + c] <= high)) return false;
        }
      }
      return true;
    });
  }

  /** Fails unless the shapes have all rows of the pools. */
  finish(): void {
    const counts = [this.#nodes, this.#triangles, this.#vertices, this.#heights, this.#parts];
    const own = [NODES, TRIANGLES, MESH_VERTICES, HEIGHTS, COMPOUND_PARTS].map((pool) => this.#counts[pool]);
    if (counts.some((count, k) => count !== own[k]))
      fail(this.#at, `shapes with ${own.join(', ')} nodes, triangles, vertices, heights and parts`, counts.join(', '));
  }
}

/** Whether the box in a head is that of the children, and the half extents of the shape reach as far. */
function isBoxSound(nodes: Uint32Array, head: number, { low, high }: LocalBox, half: Float32Array): boolean {
  const reals = new Float32Array(nodes.buffer);
  return [0, 1, 2].every((c) => {
    const isSame = reals[head + BOX_LOW + c] === low[c] && reals[head + BOX_HIGH + c] === high[c];
    return isSame && half[c] === Math.max(Math.abs(low[c]), Math.abs(high[c]));
  });
}

/** Whether a part is convex, and its place a finite position and a unit quaternion. */
function isPlaced({ words, reals }: SnapshotShapes, row: number): boolean {
  const word = SHAPE_STRIDE * row;
  const place = word + SHAPE_STRIDE;
  const [x, y, z, w] = reals.subarray(place + ROTATION, place + ROTATION + 4);
  return (
    (words[word + TRAITS] & (MANY | UNBOUNDED)) === 0 &&
    reals.subarray(place + POSITION, place + POSITION + 3).every(Number.isFinite) &&
    Math.abs(x * x + y * y + z * z + w * w - 1) <= 1e-5
  );
}
