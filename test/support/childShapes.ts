/** Shapes with children, put into a scene by its tables. */
import type { Engine } from 'hullstorm';
import type { BakedMesh } from '../../src/meshes/bake.ts';
import { BOX_STRIDE, HIGH } from '../../src/meshes/boxes.ts';
import { buildTree, mostNodes } from '../../src/meshes/buildTree.ts';
import type { PreparedChildren, PreparedShape } from '../../src/shapes/cores/core.ts';
import { prepareOf } from '../../src/shapes/cores/list.ts';
import { prepareShape } from '../../src/shapes/prepareShape.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import {
  BOTH_SIDES,
  BOX_HIGH,
  BOX_LOW,
  CHILD_COUNT,
  CHILD_FLAGS,
  HEAD_NODES,
  JOINED_BORDERS,
  MESH_VERTEX_COUNT,
  MIRRORED,
  PART_SOURCE,
} from '../../src/tables/childWords.ts';
import { POSITION, ROTATION } from '../../src/tables/partTable.ts';
import { NODE_WORDS } from '../../src/tables/rayTree.ts';
import { COMPOUND, MANY_TRAITS, MESH, SHAPE_STRIDE } from '../../src/tables/shapeWords.ts';

interface Part {
  readonly shape: Shape;
  readonly position: readonly [number, number, number];
}

const NONE = {
  triangles: new Uint32Array(0),
  edges: new Uint32Array(0),
  materials: new Uint8Array(0),
  vertices: new Float32Array(0),
  heights: new Uint32Array(0),
  parts: [],
  places: new Uint32Array(0),
};

export function addMesh(engine: Engine, baked: BakedMesh): number {
  const { triangles, edges, materials, vertices, nodes, low, high } = baked;
  const flags =
    (baked.sides === 'both' ? BOTH_SIDES : 0) |
    (baked.borders === 'joined' ? JOINED_BORDERS : 0) |
    (baked.isMirrored ? MIRRORED : 0);
  const counts = {
    [MESH_VERTEX_COUNT]: vertices.length / 4,
    [CHILD_COUNT]: triangles.length / 4,
    [CHILD_FLAGS]: flags,
  };
  return add(engine, MESH, low, high, { ...NONE, triangles, edges, materials, vertices, nodes }, counts);
}

/** Parts are not turned. */
export function addCompound(engine: Engine, parts: readonly Part[]): number {
  const prepared = parts.map(({ shape }) => prepareShape('test', shape, prepareOf));
  const boxes = new Float32Array(BOX_STRIDE * parts.length);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const [k, { position }] of parts.entries()) {
    for (let c = 0; c < 3; c++) {
      const reach = (prepared[k].half[c] + prepared[k].radius) * (1 + 1e-6);
      boxes[BOX_STRIDE * k + c] = position[c] - reach;
      boxes[BOX_STRIDE * k + HIGH + c] = position[c] + reach;
      low[c] = Math.min(low[c], position[c] - reach);
      high[c] = Math.max(high[c], position[c] + reach);
    }
  }
  const order = Uint32Array.from(parts.keys());
  const room = new Int32Array(NODE_WORDS * mostNodes(parts.length));
  const count = buildTree(boxes, order, 0, parts.length, room);
  const places = new Float32Array(SHAPE_STRIDE * parts.length);
  const words = new Uint32Array(places.buffer);
  for (const [k, source] of order.entries()) {
    places.set(parts[source].position, SHAPE_STRIDE * k + POSITION);
    places.set([0, 0, 0, 1], SHAPE_STRIDE * k + ROTATION);
    words[SHAPE_STRIDE * k + PART_SOURCE] = source;
  }
  const nodes = new Uint32Array(room.buffer).slice(0, NODE_WORDS * count);
  const children = { ...NONE, nodes, parts: [...order].map((source) => prepared[source]), places: words };
  return add(engine, COMPOUND, low, high, children, { [CHILD_COUNT]: parts.length });
}

/** @param counts words of the head */
function add(
  engine: Engine,
  core: number,
  low: readonly number[],
  high: readonly number[],
  children: PreparedChildren,
  counts: Readonly<Record<number, number>>,
): number {
  const nodes = new Uint32Array(NODE_WORDS + children.nodes.length);
  const reals = new Float32Array(nodes.buffer);
  nodes[HEAD_NODES] = children.nodes.length / NODE_WORDS;
  for (const [word, count] of Object.entries(counts)) nodes[Number(word)] = count;
  reals.set(low, BOX_LOW);
  reals.set(high, BOX_HIGH);
  nodes.set(children.nodes, NODE_WORDS);
  const farthest = [0, 1, 2].map((c) => Math.max(Math.abs(low[c]), Math.abs(high[c])));
  const shape: PreparedShape = {
    core,
    traits: MANY_TRAITS,
    radius: 0,
    half: farthest as [number, number, number],
    vertices: new Float32Array(0),
    vertexCount: 0,
    vertexRows: 0,
    neighbors: new Uint32Array(0),
    cells: new Uint16Array(0),
    grid: 0,
    extent: Math.hypot(...farthest),
    numbers: [],
    children: { ...children, nodes },
  };
  const { shapeStore } = engine.scene as unknown as {
    shapeStore: { add(where: string, shape: PreparedShape): number };
  };
  return shapeStore.add('test', shape);
}
