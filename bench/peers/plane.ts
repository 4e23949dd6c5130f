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

export interface Peer2d {
  readonly name: string;
  intersect(a: number, b: number): boolean;
  distance?(a: number, b: number): number;
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
  Polygon: new (corners: object[]) => object;
  DistanceInput: new () => {
    proxyA: { set(shape: object, index: number): void };
    proxyB: { set(shape: object, index: number): void };
    transformA: object;
    transformB: object;
    useRadii: boolean;
  };
  DistanceOutput: new () => { distance: number };
  SimplexCache: new () => { count: number };
  Distance(output: object, cache: object, input: object): void;
  testOverlap?: Overlap;
  TestOverlap?: Overlap;
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
}

interface Rapier2d {
  init(): Promise<void>;
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
  return {
    name: `rapier2d ${installedVersion('@dimforge/rapier2d-compat')}`,
    intersect: (a, b) => shapeOf(a).intersectsShape(places[a], angleOf(a), shapeOf(b), places[b], angleOf(b)),
    distance: (a, b) =>
      shapeOf(a).contactShape(places[a], angleOf(a), shapeOf(b), places[b], angleOf(b), 100)?.distance ?? Number.NaN,
    hasDepth: true,
  };
}
