/**
 * PhysX: `PxScene.simulate` and `fetchResults` with the defaults of `PxSceneDesc`, and a dispatcher without threads
 * (the build has none). Boxes are exact: rest offset 0. Contacts begin at the default contact offset, 2 cm.
 */
import type { BodyScene } from '../../../scenes/bodies.ts';
import { installedVersion } from '../peer.ts';
import { PHYSX, type PhysxModule, type PhysxStart, startPhysx } from '../physxModule.ts';
import { cuboid, GRAVITY, POSE, type StepPeer, volumeOf } from './stepPeer.ts';

interface Vec3 {
  get_x(): number;
  get_y(): number;
  get_z(): number;
}
interface Quat extends Vec3 {
  get_w(): number;
}
interface Actor {
  attachShape(shape: Shape): boolean;
  getGlobalPose(): { get_p(): Vec3; get_q(): Quat };
}
interface DynamicActor extends Actor {
  setLinearVelocity(velocity: Vec3): void;
  setAngularVelocity(spin: Vec3): void;
}
interface Shape {
  setSimulationFilterData(data: object): void;
}
interface SceneDesc {
  set_gravity(gravity: Vec3): void;
  set_cpuDispatcher(dispatcher: object): void;
  set_filterShader(shader: object): void;
}
interface Scene {
  addActor(actor: Actor): boolean;
  simulate(dt: number): boolean;
  fetchResults(block: boolean): boolean;
  release(): void;
}
interface Physics {
  createScene(desc: SceneDesc): Scene;
  createMaterial(staticFriction: number, dynamicFriction: number, restitution: number): object;
  createShape(geometry: object, material: object, exclusive: boolean): Shape;
  createRigidStatic(pose: object): Actor;
  createRigidDynamic(pose: object): DynamicActor;
}
interface PhysX extends PhysxModule<Physics> {
  PxVec3: new (x: number, y: number, z: number) => Vec3;
  PxQuat: new (x: number, y: number, z: number, w: number) => object;
  PxTransform: new (position: Vec3, rotation: object) => object;
  PxSceneDesc: new (scale: object) => SceneDesc;
  PxBoxGeometry: new (hx: number, hy: number, hz: number) => object;
  PxFilterData: new (w0: number, w1: number, w2: number, w3: number) => object;
  PxRigidBodyExt: { prototype: { setMassAndUpdateInertia(body: DynamicActor, mass: number): boolean } };
  PxTopLevelFunctions: {
    prototype: PhysxStart<Physics> & {
      DefaultCpuDispatcherCreate(threads: number): object;
      DefaultFilterShader(): object;
    };
  };
}

export const physx: StepPeer = {
  name: 'physx',
  version: installedVersion(PHYSX),
  async load(scene: BodyScene) {
    const { px, physics, scale } = await startPhysx<PhysX, Physics>();
    const functions = px.PxTopLevelFunctions.prototype;
    const desc = new px.PxSceneDesc(scale);
    desc.set_gravity(new px.PxVec3(...GRAVITY));
    desc.set_cpuDispatcher(functions.DefaultCpuDispatcherCreate(0));
    desc.set_filterShader(functions.DefaultFilterShader());
    const world = physics.createScene(desc);
    const everyone = new px.PxFilterData(1, 1, 0, 0);
    const actors = scene.bodies.map((spec) => {
      const body = cuboid(spec);
      const { friction, restitution } = body;
      const material = physics.createMaterial(friction, friction, restitution);
      const shape = physics.createShape(new px.PxBoxGeometry(...body.half), material, true);
      shape.setSimulationFilterData(everyone);
      const pose = new px.PxTransform(new px.PxVec3(...body.position), new px.PxQuat(...body.rotation));
      let actor: Actor;
      if (body.isStatic) {
        actor = physics.createRigidStatic(pose);
        actor.attachShape(shape);
      } else {
        const mover = physics.createRigidDynamic(pose);
        mover.attachShape(shape);
        px.PxRigidBodyExt.prototype.setMassAndUpdateInertia(mover, body.density * volumeOf(body));
        mover.setLinearVelocity(new px.PxVec3(...body.velocity));
        mover.setAngularVelocity(new px.PxVec3(...body.spin));
        actor = mover;
      }
      world.addActor(actor);
      return actor;
    });
    return {
      threads: 1,
      step(dt: number) {
        world.simulate(dt);
        world.fetchResults(true);
      },
      read(out: Float64Array) {
        actors.forEach((actor, k) => {
          const pose = actor.getGlobalPose();
          const at = pose.get_p();
          const turn = pose.get_q();
          out.set([at.get_x(), at.get_y(), at.get_z()], POSE * k);
          out.set([turn.get_x(), turn.get_y(), turn.get_z(), turn.get_w()], POSE * k + 3);
        });
      },
      close: () => world.release(),
    };
  },
};
