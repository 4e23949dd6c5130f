/** A child of a collider as plain numbers, from the tables: for `verify`. Its position is that of the collider. */
import { type quat, vec3 } from 'gl-matrix';
import { childNumber } from '../kernels/children/childNumber.ts';
import { Surface } from '../narrow/children/surface.ts';
import { CHILD_COUNT, FIRST_CHILD, PART_SOURCE } from '../tables/childWords.ts';
import { PART_ROWS, POSITION, ROTATION } from '../tables/partTable.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import { CHILD_HEAD, COMPOUND, CORE, EXTENT, RADIUS, SHAPE_STRIDE } from '../tables/shapeWords.ts';
import { coreIn, type ResultScene, rotationOf, type WorldShape, worldShape } from './worldShape.ts';

/** Collider `id`, or its child of this number if that is ≥ 0. */
export function worldShapeOrChild(scene: ResultScene, id: number, child: number): WorldShape {
  return child < 0 ? worldShape(scene, id) : worldChild(scene, id, child);
}

/** Child `child` of collider `id`, by the user's number, rotated to world axes in f64. */
function worldChild(scene: ResultScene, id: number, child: number): WorldShape {
  const { shapes, colliders, children } = scene;
  const word = SHAPE_STRIDE * colliders.shapes[id];
  const head = NODE_WORDS * shapes.words[word + CHILD_HEAD];
  const whole = { position: worldPosition(scene, id), outward: undefined, isSmooth: true };
  const turn = rotationOf(colliders, id);
  const count = children.nodes[head + CHILD_COUNT];
  if (shapes.words[word + CORE] !== COMPOUND) {
    const surface = new Surface(children);
    surface.load(head);
    let at = 0;
    while (at < count && childNumber(children, children.parts.words, head, 0, at) !== child) at++;
    return { ...whole, ...triangleOf(surface, at, turn) };
  }
  const begin = children.nodes[head + FIRST_CHILD];
  let at = begin;
  while (at < begin + count && children.parts.words[SHAPE_STRIDE * (PART_ROWS * at + 1) + PART_SOURCE] !== child) at++;
  return { ...whole, ...partOf(scene, at, turn) };
}

function worldPosition(scene: ResultScene, id: number): vec3 {
  const [x, y, z] = scene.colliders.positions.subarray(4 * id, 4 * id + 3);
  return [x, y, z];
}

type Body = Pick<WorldShape, 'radius' | 'extent' | 'point' | 'reach'>;

/** Triangle `at` of a surface. Its corners have the ids 0, 1 and 2. */
function triangleOf(surface: Surface, at: number, turn: quat): Body {
  const numbers = new Float64Array(9);
  surface.corners(at, numbers);
  const corners = [0, 3, 6].map((k) => {
    return vec3.transformQuat([0, 0, 0], [numbers[k], numbers[k + 1], numbers[k + 2]], turn);
  });
  return {
    radius: 0,
    extent: Math.max(...corners.map((corner) => vec3.length(corner))),
    point: (k) => corners[k],
    reach: (direction) => Math.max(...corners.map((corner) => vec3.dot(corner, direction))),
  };
}

/** Part `at` of the pool. */
function partOf(scene: ResultScene, at: number, turn: quat): Body {
  const { parts } = scene.children;
  const word = PART_ROWS * SHAPE_STRIDE * at;
  const place = word + SHAPE_STRIDE;
  const [px, py, pz] = parts.reals.subarray(place + POSITION, place + POSITION + 3);
  const [x, y, z, w] = parts.reals.subarray(place + ROTATION, place + ROTATION + 4);
  const length = Math.hypot(x, y, z, w);
  const unit: quat = [x / length, y / length, z / length, w / length];
  const core = coreIn(scene, parts, word);
  const center: vec3 = vec3.transformQuat([0, 0, 0], [px, py, pz], turn);
  const toWorld = (v: vec3): vec3 => {
    const turned = vec3.transformQuat([0, 0, 0], vec3.transformQuat([0, 0, 0], v, unit), turn);
    return vec3.add([0, 0, 0], turned, center);
  };
  const toPart = (v: vec3): vec3 => {
    const inWhole = vec3.transformQuat([0, 0, 0], v, inverse(turn));
    return vec3.transformQuat([0, 0, 0], inWhole, inverse(unit));
  };
  return {
    radius: parts.reals[word + RADIUS],
    extent: vec3.length(center) + parts.reals[word + EXTENT],
    point: (k) => toWorld(core.point(k)),
    reach: (direction) => vec3.dot(center, direction) + core.reach(toPart(direction)),
  };
}

function inverse([x, y, z, w]: quat): quat {
  return [-x, -y, -z, w];
}
