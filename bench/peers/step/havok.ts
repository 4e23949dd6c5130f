/**
 * Havok: `HP_World_Step` with its defaults. The bindings cannot set a margin or a radius. It would `fetch` its wasm, so
 * it gets the bytes.
 */
import { readFileSync } from 'node:fs';
import type { BodyScene } from '../../../scenes/bodies.ts';
import { importPeer, installedVersion } from '../peer.ts';
import { cuboid, GRAVITY, POSE, type StepPeer, type Triple } from './stepPeer.ts';

type Id = readonly [bigint];
type Rotation = readonly [number, number, number, number];
type Transform = readonly [Triple, Rotation];
/** Static friction, dynamic friction, restitution, and how each of them is combined. */
type Material = readonly [number, number, number, unknown, unknown];
/** Status and result of a call. */
type Answer<T> = readonly [unknown, T];

interface Havok {
  MotionType: { STATIC: unknown; DYNAMIC: unknown };
  MaterialCombine: { GEOMETRIC_MEAN: unknown; MAXIMUM: unknown };
  HP_World_Create(): Answer<Id>;
  HP_World_SetGravity(world: Id, gravity: Triple): unknown;
  HP_World_AddBody(world: Id, body: Id, startAsleep: boolean): unknown;
  HP_World_Step(world: Id, dt: number): unknown;
  HP_World_Release(world: Id): unknown;
  HP_Shape_CreateBox(center: Triple, rotation: Rotation, extents: Triple): Answer<Id>;
  HP_Shape_SetMaterial(shape: Id, material: Material): unknown;
  HP_Shape_SetDensity(shape: Id, density: number): unknown;
  HP_Shape_BuildMassProperties(shape: Id): Answer<object>;
  HP_Body_Create(): Answer<Id>;
  HP_Body_SetShape(body: Id, shape: Id): unknown;
  HP_Body_SetMotionType(body: Id, type: unknown): unknown;
  HP_Body_SetMassProperties(body: Id, mass: object): unknown;
  HP_Body_SetQTransform(body: Id, transform: Transform): unknown;
  HP_Body_GetQTransform(body: Id): Answer<Transform>;
  HP_Body_SetLinearVelocity(body: Id, velocity: Triple): unknown;
  HP_Body_SetAngularVelocity(body: Id, spin: Triple): unknown;
}
type Start = (settings: { wasmBinary: Uint8Array }) => Promise<Havok>;

const PACKAGE = '@babylonjs/havok';

export const havok: StepPeer = {
  name: 'havok',
  version: installedVersion(PACKAGE),
  async load(scene: BodyScene) {
    const wasm = new URL(`../node_modules/${PACKAGE}/lib/esm/HavokPhysics.wasm`, import.meta.url);
    const { default: start } = await importPeer<{ default: Start }>(PACKAGE);
    const hp = await start({ wasmBinary: readFileSync(wasm) });
    const [, world] = hp.HP_World_Create();
    hp.HP_World_SetGravity(world, GRAVITY);
    const bodies = scene.bodies.map((spec) => {
      const { half, position, rotation, isStatic, density, friction, restitution, velocity, spin } = cuboid(spec);
      const extents: Triple = [2 * half[0], 2 * half[1], 2 * half[2]];
      const [, shape] = hp.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], extents);
      const { GEOMETRIC_MEAN, MAXIMUM } = hp.MaterialCombine;
      hp.HP_Shape_SetMaterial(shape, [friction, friction, restitution, GEOMETRIC_MEAN, MAXIMUM]);
      hp.HP_Shape_SetDensity(shape, density);
      const [, body] = hp.HP_Body_Create();
      hp.HP_Body_SetShape(body, shape);
      hp.HP_Body_SetMotionType(body, isStatic ? hp.MotionType.STATIC : hp.MotionType.DYNAMIC);
      if (!isStatic) hp.HP_Body_SetMassProperties(body, hp.HP_Shape_BuildMassProperties(shape)[1]);
      hp.HP_Body_SetQTransform(body, [position, rotation]);
      hp.HP_World_AddBody(world, body, false);
      if (!isStatic) {
        hp.HP_Body_SetLinearVelocity(body, velocity);
        hp.HP_Body_SetAngularVelocity(body, spin);
      }
      return body;
    });
    return {
      threads: 1,
      step(dt: number) {
        hp.HP_World_Step(world, dt);
      },
      read(out: Float64Array) {
        bodies.forEach((body, k) => {
          const [, [position, rotation]] = hp.HP_Body_GetQTransform(body);
          out.set([...position, ...rotation], POSE * k);
        });
      },
      close() {
        hp.HP_World_Release(world);
      },
    };
  },
};
