/** Jolt: a system of static bodies, for rays and casts. */
import type { Bodies } from '../../castScenes.ts';
import { type JoltModule, makeInterface, makeShape, type Shape, startJolt } from '../joltShapes.ts';

export interface JoltSystem<Query> {
  GetBodyInterface(): {
    CreateBody(settings: object): { GetID(): object };
    AddBody(id: object, activation: number): void;
  };
  OptimizeBroadPhase(): void;
  GetNarrowPhaseQuery(): Query;
}

/** The part of the module that a query of the whole system needs. @typeParam Query the methods of a query */
export interface JoltBodies<Query> extends JoltModule<{ GetPhysicsSystem(): JoltSystem<Query> }> {
  BodyCreationSettings: new (shape: Shape, at: object, turn: object, motion: number, layer: number) => object;
  EMotionType_Static: number;
  EActivation_DontActivate: number;
  BroadPhaseLayerFilter: new () => object;
  ObjectLayerFilter: new () => object;
  BodyFilter: new () => object;
  ShapeFilter: new () => object;
}

/** Adds the bodies to a system of a module of its own. */
export async function joltBodies<M extends JoltBodies<Query>, Query>(
  bodies: Bodies,
): Promise<{ module: M; query: Query; filters: object[] }> {
  const { colliderCount: count, positions, rotations } = bodies;
  const module = await startJolt<M>();
  const system = makeInterface(module, { bodies: count, pairs: 1024, contacts: 1024 }).GetPhysicsSystem();
  const shapes = bodies.shapes.map((shape) => makeShape(module, shape));
  const adder = system.GetBodyInterface();
  for (let k = 0; k < count; k++) {
    const at = new module.RVec3(positions[4 * k]!, positions[4 * k + 1]!, positions[4 * k + 2]!);
    const [x, y, z, w] = rotations.subarray(4 * k, 4 * k + 4);
    const turn = new module.Quat(x!, y!, z!, w!);
    const shape = shapes[bodies.shapeOf[k]!]!;
    const settings = new module.BodyCreationSettings(shape, at, turn, module.EMotionType_Static, 0);
    adder.AddBody(adder.CreateBody(settings).GetID(), module.EActivation_DontActivate);
    for (const made of [settings, at, turn]) module.destroy(made);
  }
  system.OptimizeBroadPhase();
  const filters = [
    new module.BroadPhaseLayerFilter(),
    new module.ObjectLayerFilter(),
    new module.BodyFilter(),
    new module.ShapeFilter(),
  ];
  return { module, query: system.GetNarrowPhaseQuery(), filters };
}
