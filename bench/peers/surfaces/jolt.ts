/**
 * Jolt as a world of surfaces, with convex radius 0. Worlds share one system, since
 * the memory of one is not all free again after `destroy`: one world at a time, whose `close` removes its bodies.
 */
import type { Shape as BodyShape } from 'hullstorm';
import { indicesOf, type Surface } from '../../../scenes/surfaces.ts';
import type { PartBody, SurfaceWorld } from '../../../scenes/surfaceWorld.ts';
import {
  type JoltModule,
  MOST_CONTACTS,
  makeBox,
  makeInterface,
  makeShape,
  type Shape,
  startJolt,
  type Vec3,
} from '../joltShapes.ts';

interface ShapeSettings {
  Create(): { IsValid(): boolean; GetError(): { c_str(): string }; Get(): Shape };
}
interface Body {
  GetID(): object;
  GetPosition(): Vec3;
  GetLinearVelocity(): Vec3;
  GetAngularVelocity(): Vec3;
}
interface BodySettings {
  mFriction: number;
  mLinearDamping: number;
  mAngularDamping: number;
  mAllowSleeping: boolean;
  mEnhancedInternalEdgeRemoval: boolean;
  mLinearVelocity: Vec3;
  mAngularVelocity: Vec3;
}
interface List<T> {
  resize(count: number): void;
  at(k: number): T;
}
interface System {
  SetGravity(gravity: Vec3): void;
  OptimizeBroadPhase(): void;
  GetBodyInterface(): {
    CreateBody(settings: BodySettings): Body;
    AddBody(id: object, activation: number): void;
    RemoveBody(id: object): void;
    DestroyBody(id: object): void;
  };
}
interface JoltInterface {
  GetPhysicsSystem(): System;
  Step(seconds: number, collisionSteps: number): void;
}
export interface JoltSurfaces<Interface = JoltInterface> extends JoltModule<Interface> {
  VertexList: new () => List<{ x: number; y: number; z: number }>;
  IndexedTriangleList: new () => List<{ set_mIdx(corner: number, vertex: number): void }>;
  PhysicsMaterialList: new () => object;
  MeshShapeSettings: new (vertices: object, triangles: object, materials: object) => ShapeSettings;
  StaticCompoundShapeSettings: new () => ShapeSettings & {
    AddShapeShape(at: Vec3, turn: object, shape: Shape, userData: number): void;
  };
  SphereShape: new (radius: number) => Shape;
  CapsuleShape: new (halfHeight: number, radius: number) => Shape;
  BodyCreationSettings: new (shape: Shape, at: Vec3, turn: object, motion: number, layer: number) => BodySettings;
  EMotionType_Static: number;
  EMotionType_Dynamic: number;
  EActivation_Activate: number;
}

const ROOM = { bodies: 2048, pairs: 65_536, contacts: MOST_CONTACTS };

let shared: Promise<{ module: JoltSurfaces; world: JoltInterface }> | undefined;

async function start() {
  const module = await startJolt<JoltSurfaces>();
  const world = makeInterface(module, ROOM);
  const gravity = new module.Vec3(0, -9.81, 0);
  world.GetPhysicsSystem().SetGravity(gravity);
  module.destroy(gravity);
  return { module, world };
}

/** @param enhanced mEnhancedInternalEdgeRemoval of bodies */
export async function joltWorld(enhanced: boolean): Promise<SurfaceWorld> {
  shared ??= start();
  const { module, world } = await shared;
  const system = world.GetPhysicsSystem();
  const inside = system.GetBodyInterface();
  const registered: object[] = [];
  const bodies: Body[] = [];
  const shapes: Shape[] = [];
  const known = new Map<Surface, Shape>();

  const settingsOf = (
    shape: Shape,
    { position, rotation }: Pick<PartBody, 'position' | 'rotation'>,
    motion: number,
  ) => {
    const [at, turn] = [new module.RVec3(...position), new module.Quat(...rotation)];
    const settings = new module.BodyCreationSettings(shape, at, turn, motion, 0);
    for (const made of [at, turn]) module.destroy(made);
    return settings;
  };
  const register = (settings: BodySettings) => {
    const body = inside.CreateBody(settings);
    inside.AddBody(body.GetID(), module.EActivation_Activate);
    module.destroy(settings);
    registered.push(body.GetID());
    return body;
  };
  return {
    addFloor(floor, friction) {
      const tiles = 'tiles' in floor ? floor.tiles : [{ surface: undefined, position: [0, 0, 0] as const }];
      for (const { surface, position } of tiles) {
        let shape = surface && known.get(surface);
        let [x, y, z] = position;
        if (surface && !shape) {
          shape = surfaceShape(module, surface);
          known.set(surface, shape);
          shapes.push(shape);
        } else if (!surface && 'halfExtents' in floor) {
          shape = makeBox(module, floor.halfExtents);
          shapes.push(shape);
          [x, y, z] = [0, -floor.halfExtents[1], 0];
        }
        const settings = settingsOf(shape!, { position: [x, y, z], rotation: [0, 0, 0, 1] }, module.EMotionType_Static);
        settings.mFriction = friction;
        register(settings);
      }
      system.OptimizeBroadPhase();
    },
    addBody(body) {
      const shape = partsShape(module, body.parts);
      shapes.push(shape);
      const settings = settingsOf(shape, body, module.EMotionType_Dynamic);
      settings.mFriction = body.friction;
      settings.mLinearDamping = 0;
      settings.mAngularDamping = 0;
      settings.mAllowSleeping = body.canSleep;
      settings.mEnhancedInternalEdgeRemoval = enhanced;
      const [velocity, spin] = [new module.Vec3(...body.velocity), new module.Vec3(...body.spin)];
      settings.mLinearVelocity = velocity;
      settings.mAngularVelocity = spin;
      for (const made of [velocity, spin]) module.destroy(made);
      return bodies.push(register(settings)) - 1;
    },
    step: (dt) => world.Step(dt, 1),
    read(body, { position, velocity, spin }) {
      const from = bodies[body]!;
      for (const [out, v] of [
        [position, from.GetPosition()],
        [velocity, from.GetLinearVelocity()],
        [spin, from.GetAngularVelocity()],
      ] as const) {
        out.set([v.GetX(), v.GetY(), v.GetZ()]);
      }
    },
    close() {
      for (const id of registered) {
        inside.RemoveBody(id);
        inside.DestroyBody(id);
      }
      for (const shape of shapes) shape.Release();
    },
  };
}

export function surfaceShape<I>(module: JoltSurfaces<I>, surface: Surface): Shape {
  const { positions } = surface;
  const vertices = new module.VertexList();
  vertices.resize(positions.length / 3);
  for (let k = 0; 3 * k < positions.length; k++) {
    const vertex = vertices.at(k);
    vertex.x = positions[3 * k]!;
    vertex.y = positions[3 * k + 1]!;
    vertex.z = positions[3 * k + 2]!;
  }
  const indices = indicesOf(surface);
  const triangles = new module.IndexedTriangleList();
  triangles.resize(indices.length / 3);
  for (let k = 0; 3 * k < indices.length; k++) {
    const triangle = triangles.at(k);
    for (let c = 0; c < 3; c++) triangle.set_mIdx(c, indices[3 * k + c]!);
  }
  const settings = new module.MeshShapeSettings(vertices, triangles, new module.PhysicsMaterialList());
  const shape = created(module, settings);
  for (const made of [vertices, triangles]) module.destroy(made);
  return shape;
}

function partsShape(module: JoltSurfaces, parts: PartBody['parts']): Shape {
  if (parts.length === 1) return shapeOf(module, parts[0]!.shape);
  const settings = new module.StaticCompoundShapeSettings();
  for (const { shape, position } of parts) {
    const [at, turn] = [new module.Vec3(...position), new module.Quat(0, 0, 0, 1)];
    settings.AddShapeShape(at, turn, shapeOf(module, shape), 0);
    for (const made of [at, turn]) module.destroy(made);
  }
  return created(module, settings);
}

function shapeOf(module: JoltSurfaces, shape: BodyShape): Shape {
  switch (shape.kind) {
    case 'box':
      return makeBox(module, shape.halfExtents);
    case 'hull':
      return makeShape(module, { kind: 'hull', points: Float32Array.from(shape.points) });
    case 'point':
    case 'segment': {
      const round =
        shape.kind === 'point'
          ? new module.SphereShape(shape.radius)
          : new module.CapsuleShape(shape.halfHeight, shape.radius);
      round.AddRef();
      return round;
    }
  }
  throw new Error(`jolt refuses a ${shape.kind}`);
}

function created<I>(module: JoltSurfaces<I>, settings: ShapeSettings): Shape {
  const result = settings.Create();
  if (!result.IsValid()) throw new Error(`jolt: shape: ${result.GetError().c_str()}`);
  const shape = result.Get();
  shape.AddRef();
  module.destroy(settings);
  return shape;
}
