/** Jolt's module, shapes and interface, for single pairs (jolt.ts) and for a world (joltStep.ts). */
import type { WorkloadShape } from '../workloadShapes.ts';
import { importPeer } from './peer.ts';

export interface Vec3 {
  GetX(): number;
  GetY(): number;
  GetZ(): number;
}
export interface Shape {
  AddRef(): void;
  Release(): void;
  GetCenterOfMass(): Vec3;
}
interface HullSettings extends ShapeSettings {
  mPoints: { push_back(v: Vec3): void };
  mMaxConvexRadius: number;
  mHullTolerance: number;
}
interface ShapeSettings {
  Create(): { IsValid(): boolean; GetError(): { c_str(): string }; Get(): Shape };
}
type Vec3Class = new (x: number, y: number, z: number) => Vec3;
interface InterfaceSettings {
  mMaxBodies: number;
  mMaxBodyPairs: number;
  mMaxContactConstraints: number;
  mObjectLayerPairFilter: object;
  mBroadPhaseLayerInterface: object;
  mObjectVsBroadPhaseLayerFilter: object;
}
/** The part of the interface that both use. Each adds an interface of its own. */
export interface JoltModule<Interface = object> {
  getPointer(object: object): number;
  destroy(object: object): void;
  Vec3: Vec3Class;
  RVec3: Vec3Class;
  Quat: new (x: number, y: number, z: number, w: number) => object;
  BoxShape: new (halfExtents: Vec3, convexRadius: number) => Shape;
  ConvexHullShapeSettings: new () => HullSettings;
  CylinderShape: new (halfHeight: number, radius: number, convexRadius: number) => Shape;
  TaperedCylinderShapeSettings: new (
    halfHeight: number,
    topRadius: number,
    bottomRadius: number,
    convexRadius: number,
  ) => ShapeSettings;
  JoltSettings: new () => InterfaceSettings;
  JoltInterface: new (settings: InterfaceSettings) => Interface;
  BroadPhaseLayer: new (layer: number) => object;
  ObjectLayerPairFilterTable: new (layers: number) => { EnableCollision(a: number, b: number): void };
  BroadPhaseLayerInterfaceTable: new (
    layers: number,
    broadPhaseLayers: number,
  ) => {
    MapObjectToBroadPhaseLayer(layer: number, to: object): void;
  };
  ObjectVsBroadPhaseLayerFilterTable: new (
    broadPhase: object,
    broadPhaseLayers: number,
    filter: object,
    layers: number,
  ) => object;
}

/**
 * Rows for the manifold cache in Jolt's 10 MB of scratch memory. Sensors use none of it, but the cache needs the rows.
 */
export const MOST_CONTACTS = 20_000;

/** A module of its own: modules share nothing. */
export async function startJolt<T>(build = 'jolt-physics'): Promise<T> {
  return (await importPeer<{ default: () => Promise<T> }>(build)).default();
}

/** Convex radius 0: the default, 5 cm, rounds the shapes. Hull tolerance 1e-6 m: the default, 1 mm, drops vertices. */
export function makeShape(jolt: JoltModule, shape: WorkloadShape): Shape {
  switch (shape.kind) {
    case 'hull':
      return makeHull(jolt, shape.points);
    case 'box':
      return makeBox(jolt, shape.halfExtents);
    case 'cylinder': {
      const cylinder = new jolt.CylinderShape(shape.halfHeight, shape.radius, 0);
      cylinder.AddRef();
      return cylinder;
    }
    case 'cone':
      return made(jolt, new jolt.TaperedCylinderShapeSettings(shape.halfHeight, 0, shape.radius, 0));
  }
}

function makeHull(jolt: JoltModule, points: Float32Array): Shape {
  const hull = new jolt.ConvexHullShapeSettings();
  hull.mMaxConvexRadius = 0;
  hull.mHullTolerance = 1e-6;
  for (let i = 0; i < points.length; i += 3) {
    const point = new jolt.Vec3(points[i], points[i + 1], points[i + 2]);
    hull.mPoints.push_back(point);
    jolt.destroy(point);
  }
  return made(jolt, hull);
}

function made(jolt: JoltModule, settings: ShapeSettings): Shape {
  const result = settings.Create();
  if (!result.IsValid()) throw new Error(`jolt: shape: ${result.GetError().c_str()}`);
  const shape = result.Get();
  shape.AddRef();
  jolt.destroy(settings);
  return shape;
}

export function makeBox(jolt: JoltModule, halfExtents: ArrayLike<number>, convexRadius = 0): Shape {
  const [hx, hy, hz] = Array.from(halfExtents);
  const half = new jolt.Vec3(hx, hy, hz);
  const shape = new jolt.BoxShape(half, convexRadius);
  shape.AddRef();
  jolt.destroy(half);
  return shape;
}

/**
 * One layer in which all bodies collide. The first interface registers the collision functions: without it a query
 * calls a null function.
 */
export function makeInterface<T>(jolt: JoltModule<T>, room?: { bodies: number; pairs: number; contacts: number }): T {
  const settings = new jolt.JoltSettings();
  if (room) {
    settings.mMaxBodies = room.bodies;
    settings.mMaxBodyPairs = room.pairs;
    settings.mMaxContactConstraints = room.contacts;
  }
  const pairFilter = new jolt.ObjectLayerPairFilterTable(1);
  pairFilter.EnableCollision(0, 0);
  const broadPhase = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  broadPhase.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairFilter;
  settings.mBroadPhaseLayerInterface = broadPhase;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(broadPhase, 1, pairFilter, 1);
  const made = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return made;
}
