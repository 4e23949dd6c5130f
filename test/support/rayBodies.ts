/** Bodies of all kinds, each with its shape and the distance of a point from it, and random rays among them. */
import {
  box,
  capsule,
  cone,
  cylinder,
  disk,
  type Engine,
  ellipsoid,
  frustum,
  hull,
  rounded,
  type Shape,
  sphere,
  taperedCapsule,
} from 'hullstorm';
import * as polytope from '../oracle/body.ts';
import { rayEntry } from '../oracle/rayEntry.ts';
import * as round from '../oracle/roundBody.ts';
import { boundingRadius, surfaceDistance } from '../oracle/surface.ts';

type Random = () => number;
type Triple = [number, number, number];

export interface RayKind {
  readonly shape: Shape;
  /** Distance of a point from the body, local (m): ≤ 0 inside, and negative there for polytopes. */
  gap(point: readonly number[]): number;
  readonly reach: number;
}

/** Points on a ball of `radius`, x y z. */
export function ballPoints(count: number, radius: number, random: Random): number[] {
  return Array.from({ length: count }, () => {
    const v = [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...v);
    return v.map((c) => (radius * c) / length);
  }).flat();
}

function flatKind(shape: Shape, body: polytope.Body): RayKind {
  return { shape, reach: boundingRadius(body), gap: (p) => surfaceDistance(body, p) };
}

function roundKind(body: round.RoundBody): RayKind {
  return { shape: body.shape, reach: body.extent, gap: (p) => body.beyond(p as Triple) };
}

/** One of each kind. */
export function rayKinds(random: Random): RayKind[] {
  const [eight, many, twelve] = [8, 24, 12].map((count) => ballPoints(count, 0.5, random)) as [
    number[],
    number[],
    number[],
  ];
  const square = [-0.5, 0, -0.5, 0.5, 0, -0.5, 0.5, 0, 0.5, -0.5, 0, 0.5];
  const frustums = [
    cylinder(0.4, 0.3),
    cone(0.4, 0.3),
    rounded(cone(0.3, 0.3), 0.0625),
    frustum(0.3, 0.1, 0.4),
    rounded(disk(0.25), 0.125),
  ];
  return [
    flatKind(box(0.5, 0.25, 0.125), polytope.boxBody(0.5, 0.25, 0.125)),
    flatKind(sphere(0.375), polytope.sphereBody(0.375)),
    flatKind(capsule(0.25, 0.2), polytope.capsuleBody(0.25, 0.2)),
    flatKind(rounded(box(0.3, 0.3, 0.3), 0.1), polytope.boxBody(0.3, 0.3, 0.3, 0.1)),
    flatKind(hull(eight), polytope.hullBody(eight)),
    flatKind(hull(many), polytope.hullBody(many)),
    flatKind(rounded(hull(twelve), 0.05), polytope.hullBody(twelve, 0.05)),
    flatKind(hull(square), polytope.hullBody(square)),
    flatKind(rounded(hull(square), 0.05), polytope.hullBody(square, 0.05)),
    ...frustums.map((shape) => roundKind(round.frustumBody(shape as Extract<Shape, { kind: 'frustum' }>))),
    roundKind(round.ellipsoidBody(ellipsoid(0.3, 0.5, 0.4) as Extract<Shape, { kind: 'ellipsoid' }>)),
    roundKind(round.taperedCapsuleBody(taperedCapsule(0.3, 0.1, 0.3))),
  ];
}

/** A body in the scene of an engine, as the oracle sees it. */
export interface RayBody {
  readonly id: number;
  readonly kind: RayKind;
}

/** Adds `count` bodies in a cube of `side`, some of them upright, and at positions with few bits. */
export function addRayBodies(engine: Engine, count: number, side: number, origin: number, random: Random): RayBody[] {
  const { scene } = engine;
  const kinds = rayKinds(random).map((kind) => ({ kind, shape: scene.addShape(kind.shape) }));
  return Array.from({ length: count }, (_, k) => {
    const { kind, shape } = kinds[k % kinds.length]!;
    const isUpright = k % 7 === 0;
    const position = [0, 0, 0].map(() => {
      const place = side * (random() - 0.5);
      return origin + (isUpright ? Math.round(8 * place) / 8 : place);
    });
    const rotation = isUpright ? [0, 0, 0, 1] : [0, 0, 0, 0].map(() => random() - 0.5);
    return { id: scene.addCollider(shape, { position, rotation }), kind };
  });
}

export interface GivenRays {
  readonly origins: Float64Array;
  readonly directions: Float64Array;
  readonly maxT: Float64Array;
}

/** Rays into the cube: from near and from far, along axes, of any length, some with an end. */
export function someRays(count: number, side: number, origin: number, random: Random): GivenRays {
  const [origins, directions] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  const maxT = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const away = [side, side, 100, 1e5, 1e7][k % 5]!;
    const target = [0, 0, 0].map(() => origin + side * (random() - 0.5));
    let way = [0, 0, 0].map(() => random() - 0.5);
    if (k % 11 === 0) {
      const axis = k % 3;
      way = [0, 0, 0].map((_, c) => (c === axis ? (random() < 0.5 ? 1 : -1) : c === (axis + 1) % 3 ? -0 : 0));
      for (let c = 0; c < 3; c++) target[c] = Math.round(8 * target[c]!) / 8;
    }
    const stretch = k % 3 === 0 ? 1 : Math.exp(6 * (random() - 0.5));
    const length = Math.hypot(...way);
    for (let c = 0; c < 3; c++) {
      directions[3 * k + c] = (stretch * way[c]!) / length;
      origins[3 * k + c] = target[c]! - (away * way[c]!) / length;
    }
    maxT[k] = random() < 0.3 ? (2 * away * random()) / stretch : Infinity;
  }
  return { origins, directions, maxT };
}

/** What the oracle finds for one ray and one body: undefined if they are far from each other. */
export function checkRay(engine: Engine, { id, kind }: RayBody, rays: GivenRays, ray: number) {
  const { positions, rotations } = engine.scene;
  const m = polytope.rotationMatrix([...rotations.subarray(4 * id, 4 * id + 4)] as polytope.Quat);
  const local = (v: readonly number[]) => [0, 1, 2].map((c) => m[c]! * v[0]! + m[3 + c]! * v[1]! + m[6 + c]! * v[2]!);
  const way = [...rays.directions.subarray(3 * ray, 3 * ray + 3)];
  const length = Math.hypot(...way);
  const offset = [0, 1, 2].map((c) => rays.origins[3 * ray + c]! - positions[4 * id + c]!);
  const found = rayEntry(
    (x, y, z) => kind.gap([x, y, z]),
    local(offset),
    local(way.map((c) => c / length)),
    kind.reach,
    rays.maxT[ray]! * length,
  );
  /** Rounding of the oracle (m). */
  return { found, length, rounding: 1e-11 + 4e-15 * Math.hypot(...offset) };
}
