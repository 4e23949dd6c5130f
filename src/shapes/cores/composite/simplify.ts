/**
 * Simplifies a tree of parts, exactly:
 *
 *   radii     those of a sum add. Of a hull, the least radius of its parts is that of the whole, and the rest stays
 *             with the parts. So a tree of cores is left, some leaves of which are grown by a radius
 *   polytopes become sets of points: of a hull the points of all parts, of a sum all sums of two points. All sums only
 *             up to MAX_SUMS, else the two stay a sum
 *   points    a sum with one point is a translation
 */
import { ADD, HULL_OF } from '../../../tables/partTable.ts';
import { BOX } from '../../../tables/shapeWords.ts';
import { turned } from '../../mass/principalAxes.ts';
import type { PreparedShape } from '../core.ts';
import { HERE, type Place, type Vector } from './place.ts';
import type { Branch, Leaf, Tree } from './readParts.ts';

/** Most sums of the points of two polytopes that become one. */
const MAX_SUMS = 4096;

/** The hull of points, x y z each (m), grown by a radius. */
export interface Points {
  readonly points: readonly number[];
  readonly growth: number;
}

/** A smooth core at a place, grown by a radius. */
export interface PlacedCore {
  readonly leaf: Leaf;
  readonly place: Place;
  readonly growth: number;
}

/** The sum or the hull of bodies: two or more. */
export interface Group {
  readonly operation: Branch['operation'];
  readonly bodies: readonly Body[];
}

export type Body = Points | PlacedCore | Group;

/** A body whose common radius is taken out. */
export interface Grown {
  readonly body: Body;
  readonly radius: number;
}

export function simplified(tree: Tree): Grown {
  if ('prepared' in tree) return { body: bodyOf(tree), radius: tree.prepared.radius };
  const parts = tree.parts.map(simplified);
  const { body, radius } = tree.operation === ADD ? sumOf(parts) : hullOf(parts);
  return { body, radius: radius + tree.radius };
}

function bodyOf(leaf: Leaf): Body {
  const { prepared, place } = leaf;
  if (prepared.numbers) return { leaf, place, growth: 0 };
  const points = cornersOf(prepared).flatMap(([x, y, z]) => moved(turned(place.rotation, x, y, z), place.position));
  return { points, growth: 0 };
}

/** Corners of a core that is a box, or whose vertices are stored. */
function cornersOf({ core, half: [x, y, z], vertices }: PreparedShape): Vector[] {
  if (core === BOX) return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? -x : x, k & 2 ? -y : y, k & 4 ? -z : z]);
  return Array.from({ length: vertices.length / 3 }, (_, k) => [
    vertices[3 * k],
    vertices[3 * k + 1],
    vertices[3 * k + 2],
  ]);
}

function moved([x, y, z]: Vector, [dx, dy, dz]: Vector): [number, number, number] {
  return [x + dx, y + dy, z + dz];
}

// ---- sums -----------------------------------------------------------------------------------------------------------

function sumOf(parts: readonly Grown[]): Grown {
  const radius = parts.reduce((sum, part) => sum + part.radius, 0);
  const body = parts.map((part) => part.body).reduce(added);
  return { body, radius };
}

function added(one: Body, other: Body): Body {
  if (!isPoints(one) || !isPoints(other)) {
    if (isPoint(other)) return translated(one, other);
    if (isPoint(one)) return translated(other, one);
    return { operation: ADD, bodies: [one, other] };
  }
  if (one.points.length * other.points.length > 9 * MAX_SUMS) return { operation: ADD, bodies: [one, other] };
  const points = vectorsOf(one).flatMap((p) => vectorsOf(other).flatMap((q) => moved(p, q)));
  return { points, growth: one.growth + other.growth };
}

/** A body moved by a point, and grown by the point's growth. */
function translated(body: Body, point: Points): Body {
  const by = vectorsOf(point)[0];
  const move = (part: Body): Body => {
    if (isPoints(part)) return { ...part, points: vectorsOf(part).flatMap((p) => moved(p, by)) };
    if ('leaf' in part) return { ...part, place: { ...part.place, position: moved(part.place.position, by) } };
    const [first, ...rest] = part.bodies;
    // a sum moves with its first part
    return { ...part, bodies: part.operation === ADD ? [move(first), ...rest] : part.bodies.map(move) };
  };
  return grown(move(body), point.growth);
}

// ---- hulls ----------------------------------------------------------------------------------------------------------

function hullOf(parts: readonly Grown[]): Grown {
  const radius = Math.min(...parts.map((part) => part.radius));
  const bodies = parts.map((part) => grown(part.body, part.radius - radius)).flatMap(bodiesOf);
  // points of one growth are one polytope
  const sets = new Map<number, number[]>();
  for (const body of bodies) {
    if (isPoints(body)) sets.set(body.growth, [...(sets.get(body.growth) ?? []), ...body.points]);
  }
  const polytopes = [...sets].map(([growth, points]): Body => ({ points, growth }));
  const all = [...polytopes, ...bodies.filter((body) => !isPoints(body))];
  return { body: all.length === 1 ? all[0] : { operation: HULL_OF, bodies: all }, radius };
}

/** The bodies of a hull, or the body itself: a hull of hulls is one hull. */
function bodiesOf(body: Body): readonly Body[] {
  return 'bodies' in body && body.operation === HULL_OF ? body.bodies : [body];
}

// ---- both -----------------------------------------------------------------------------------------------------------

/** A body grown by a radius, exactly: each part of a hull, one part of a sum. */
function grown(body: Body, growth: number): Body {
  if (growth === 0) return body;
  if (!('bodies' in body)) return { ...body, growth: body.growth + growth };
  const [first, ...rest] = body.bodies;
  const bodies =
    body.operation === ADD ? [grown(first, growth), ...rest] : body.bodies.map((part) => grown(part, growth));
  return { ...body, bodies };
}

export function isPoints(body: Body): body is Points {
  return 'points' in body;
}

function isPoint(body: Body): body is Points {
  return isPoints(body) && body.points.length === 3;
}

function vectorsOf({ points }: Points): Vector[] {
  return Array.from({ length: points.length / 3 }, (_, k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]]);
}

/** Whether a body is a core at the origin of the whole. */
export function isUnmoved(body: Body): body is PlacedCore {
  if (!('leaf' in body) || body.growth !== 0) return false;
  const { position, rotation } = body.place;
  return [...position, ...rotation].every((value, k) => value === [...HERE.position, ...HERE.rotation][k]);
}
