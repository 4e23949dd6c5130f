/** Libraries of the plane, one pair per call: bodies with their rotations, set before the timing. */
import { importPeer, installedVersion } from './peer.ts';

export type Outline = readonly (readonly [number, number])[];

/** A polygon in the world. */
export interface Body2d {
  readonly shape: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly corners: Outline;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Peer2d {
  readonly name: string;
  intersect(a: number, b: number): boolean;
  distance?(a: number, b: number): number;
  /** The number of contact points of shapes that overlap. */
  contacts?(a: number, b: number): number;
  /** Where a ray hits, in lengths of its direction. Infinity for none up to 1. */
  castRay?(a: number, origin: Point, direction: Point): number;
  /** When B, moved by t · motion, meets A. Infinity for none up to 1. */
  castShapes?(a: number, b: number, motion: Point): number;
  /** Whether distances are signed; else what is missing, and 0. */
  readonly hasDepth: true | 'no depth' | 'no gap';
}

/** Body k has outline k modulo their number. */
export function bodiesOf(
  outlines: readonly Outline[],
  poses: readonly { readonly x: number; readonly y: number; readonly angle: number }[],
): Body2d[] {
  return poses.map(({ x, y, angle }, k) => {
    const shape = k % outlines.length;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const corners = outlines[shape].map(([p, q]) => [x + cos * p - sin * q, y + sin * p + cos * q] as const);
    return { shape, x, y, angle, corners };
  });
}

interface Planck {
  Vec2(x: number, y: number): object;
  Transform: new (position: object, angle: number) => object;
  Polygon: new (corners: object[]) => PlanckShape;
  DistanceInput: new () => PlanckPair & { useRadii: boolean };
  ShapeCastInput: new () => PlanckPair & { translationB: object };
  ShapeCastOutput: new () => { lambda: number };
  ShapeCast(output: object, input: object): boolean;
  Manifold: new () => { pointCount: number };
  CollidePolygons(manifold: object, a: object, atA: object, b: object, atB: object): void;
  DistanceOutput: new () => { distance: number };
  SimplexCache: new () => { count: number };
  Distance(output: object, cache: object, input: object): void;
  testOverlap?: Overlap;
  TestOverlap?: Overlap;
}

interface PlanckShape {
  rayCast(output: object, input: object, at: object, index: number): boolean;
}

interface PlanckPair {
  proxyA: { set(shape: object, index: number): void };
  proxyB: { set(shape: object, index: number): void };
  transformA: object;
  transformB: object;
}

type Overlap = (a: object, i: number, b: object, j: number, atA: object, atB: object) => boolean;

/** planck: Box2D in JavaScript. It has distances of separate shapes; its polygons have a skin of 1 cm in overlaps. */
export async function loadPlanck(outlines: readonly Outline[], bodies: readonly Body2d[]): Promise<Peer2d> {
  const planck = await importPeer<Planck>('planck');
  const shapes = outlines.map((outline) => new planck.Polygon(outline.map(([x, y]) => planck.Vec2(x, y))));
  const places = bodies.map(({ x, y, angle }) => new planck.Transform(planck.Vec2(x, y), angle));
  const input = new planck.DistanceInput();
  const output = new planck.DistanceOutput();
  const cache = new planck.SimplexCache();
  const overlap = (planck.testOverlap ?? planck.TestOverlap)!;
  const castInput = new planck.ShapeCastInput();
  const castOutput = new planck.ShapeCastOutput();
  const ray = { p1: { x: 0, y: 0 }, p2: { x: 0, y: 0 }, maxFraction: 1 };
  const hit = { fraction: 0, normal: planck.Vec2(0, 0) };
  const manifold = new planck.Manifold();
  const shapeOf = (k: number) => shapes[bodies[k].shape];
  return {
    name: `planck ${installedVersion('planck')}`,
    intersect: (a, b) => overlap(shapeOf(a), 0, shapeOf(b), 0, places[a], places[b]),
    distance: (a, b) => {
      input.proxyA.set(shapeOf(a), 0);
      input.proxyB.set(shapeOf(b), 0);
      input.transformA = places[a];
      input.transformB = places[b];
      input.useRadii = false;
      cache.count = 0;
      planck.Distance(output, cache, input);
      return output.distance;
    },
    contacts: (a, b) => {
      planck.CollidePolygons(manifold, shapeOf(a), places[a], shapeOf(b), places[b]);
      return manifold.pointCount;
    },
    castRay: (a, origin, direction) => {
      ray.p1 = origin;
      ray.p2.x = origin.x + direction.x;
      ray.p2.y = origin.y + direction.y;
      return shapeOf(a).rayCast(hit, ray, places[a], 0) ? hit.fraction : Infinity;
    },
    castShapes: (a, b, motion) => {
      castInput.proxyA.set(shapeOf(a), 0);
      castInput.proxyB.set(shapeOf(b), 0);
      castInput.transformA = places[a];
      castInput.transformB = places[b];
      castInput.translationB = motion;
      return planck.ShapeCast(castOutput, castInput) ? castOutput.lambda : Infinity;
    },
    hasDepth: 'no depth',
  };
}

interface Sat {
  Vector: new (x: number, y: number) => object;
  Polygon: new (position: object, corners: object[]) => { setAngle(angle: number): void };
  Response: new () => { overlap: number; clear(): void };
  testPolygonPolygon(a: object, b: object, response?: object): boolean;
}

/** sat: separating axes. It has depths, and no distances of separate shapes. */
export async function loadSat(outlines: readonly Outline[], bodies: readonly Body2d[]): Promise<Peer2d> {
  const { default: sat } = await importPeer<{ default: Sat }>('sat');
  const polygons = bodies.map(({ shape, x, y, angle }) => {
    const corners = outlines[shape].map(([p, q]) => new sat.Vector(p, q));
    const made = new sat.Polygon(new sat.Vector(x, y), corners);
    made.setAngle(angle);
    return made;
  });
  const response = new sat.Response();
  return {
    name: `sat ${installedVersion('sat')}`,
    intersect: (a, b) => sat.testPolygonPolygon(polygons[a], polygons[b]),
    distance: (a, b) => {
      response.clear();
      return sat.testPolygonPolygon(polygons[a], polygons[b], response) ? -response.overlap : 0;
    },
    hasDepth: 'no gap',
  };
}

interface Shape2d {
  intersectsShape(at: object, angle: number, other: Shape2d, atOther: object, angleOfOther: number): boolean;
  contactShape(
    at: object,
    angle: number,
    other: Shape2d,
    atOther: object,
    angleOfOther: number,
    prediction: number,
  ): { distance: number } | null;
  castRay(ray: object, at: object, angle: number, maxToi: number, solid: boolean): number;
  castShape(
    at: object,
    angle: number,
    motion: object,
    other: Shape2d,
    atOther: object,
    angleOfOther: number,
    motionOfOther: object,
    targetDistance: number,
    maxToi: number,
    stopAtPenetration: boolean,
  ): { time_of_impact: number } | null;
}

interface Rapier2d {
  init(): Promise<void>;
  Ray: new (origin: Point, direction: Point) => { origin: Point; dir: Point };
  ConvexPolygon: new (corners: Float32Array, skipHull: boolean) => Shape2d;
}

/** rapier: wasm, f32. */
export async function loadRapier2d(outlines: readonly Outline[], bodies: readonly Body2d[]): Promise<Peer2d> {
  const { default: rapier } = await importPeer<{ default: Rapier2d }>('@dimforge/rapier2d-compat');
  await rapier.init();
  const shapes = outlines.map((outline) => new rapier.ConvexPolygon(Float32Array.from(outline.flat()), true));
  const places = bodies.map(({ x, y }) => ({ x, y }));
  const shapeOf = (k: number) => shapes[bodies[k].shape];
  const angleOf = (k: number) => bodies[k].angle;
  const ray = new rapier.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
  const still = { x: 0, y: 0 };
  return {
    name: `rapier2d ${installedVersion('@dimforge/rapier2d-compat')}`,
    intersect: (a, b) => shapeOf(a).intersectsShape(places[a], angleOf(a), shapeOf(b), places[b], angleOf(b)),
    distance: (a, b) =>
      shapeOf(a).contactShape(places[a], angleOf(a), shapeOf(b), places[b], angleOf(b), 100)?.distance ?? Number.NaN,
    castRay: (a, origin, direction) => {
      ray.origin = origin;
      ray.dir = direction;
      const t = shapeOf(a).castRay(ray, places[a], angleOf(a), 1, true);
      return t >= 0 ? t : Infinity;
    },
    castShapes: (a, b, motion) =>
      shapeOf(a).castShape(places[a], angleOf(a), still, shapeOf(b), places[b], angleOf(b), motion, 0, 1, true)
        ?.time_of_impact ?? Infinity,
    hasDepth: true,
  };
}
