/**
 * Jolt in a world of its own, because it creates manifolds only inside of `Step`. Every body is a kinematic sensor, so
 * a step finds pairs, manifolds and events, and solves nothing. Poses are set before, and there Jolt also widens the
 * boxes of its tree.
 */
import type { Workload } from '../workloads.ts';
import {
  type JoltModule,
  MOST_CONTACTS,
  makeInterface,
  makeShape,
  type Shape,
  startJolt,
  type Vec3,
} from './joltShapes.ts';
import { answeredPairs, type Motion, makeMotion, type Poses, spread, walkToRest, worldPairs } from './motion.ts';
import type { PairFinder } from './pairFinder.ts';
import { type Answers, CONTACT_MARGIN, installedVersion, type Peer } from './peer.ts';
import { writeSeparations } from './writeAnswers.ts';

type BodyId = object;
interface Body {
  GetID(): BodyId;
  GetUserData(): number;
}
interface BodySettings {
  mIsSensor: boolean;
  mAllowSleeping: boolean;
  mCollideKinematicVsNonDynamic: boolean;
  mUserData: number;
  mCollisionGroup: object;
}
interface Bodies {
  CreateBody(settings: BodySettings): Body;
  AddBody(id: BodyId, activation: number): void;
  RemoveBody(id: BodyId): void;
  DestroyBody(id: BodyId): void;
  SetPositionAndRotation(id: BodyId, position: Vec3, rotation: object, activation: number): void;
}
interface Manifold {
  mWorldSpaceNormal: Vec3;
  mRelativeContactPointsOn1: { size(): number; at(i: number): Vec3 };
  mRelativeContactPointsOn2: { size(): number; at(i: number): Vec3 };
}
interface Listener {
  OnContactValidate: (a: number, b: number, offset: number, result: number) => number;
  OnContactAdded: (a: number, b: number, manifold: number, settings: number) => void;
  OnContactPersisted: (a: number, b: number, manifold: number, settings: number) => void;
  OnContactRemoved: (pair: number) => void;
}
interface PhysicsSystem {
  GetBodyInterface(): Bodies;
  GetPhysicsSettings(): { mSpeculativeContactDistance: number };
  SetPhysicsSettings(settings: object): void;
  SetContactListener(listener: Listener | null): void;
  OptimizeBroadPhase(): void;
}
interface JoltInterface {
  GetPhysicsSystem(): PhysicsSystem;
  Step(seconds: number, collisionSteps: number): void;
}
interface Jolt extends JoltModule<JoltInterface> {
  BodyCreationSettings: new (shape: Shape, at: Vec3, turn: object, motion: number, layer: number) => BodySettings;
  EMotionType_Kinematic: number;
  EActivation_Activate: number;
  ValidateResult_AcceptAllContactsForThisBodyPair: number;
  ContactListenerJS: new () => Listener;
  Body: new () => Body;
  ContactManifold: new () => Manifold;
  wrapPointer<T>(address: number, type: new () => T): T;
  GroupFilterTable: new (groups: number) => { AddRef(): void };
  CollisionGroup: new (filter: object, group: number, subGroup: number) => object;
}

const TIME_STEP = 1 / 60; // s

/** A world with every collider of a workload. */
class SensorWorld {
  readonly #jolt: Jolt;
  readonly #interface: JoltInterface;
  readonly #shapes: Shape[];
  readonly #ids: BodyId[] = [];
  readonly #bodies: Bodies;
  readonly system: PhysicsSystem;

  /** `filtered`: no two bodies may collide. A filter is called for each pair of overlapping boxes. */
  constructor(jolt: Jolt, workload: Workload, filtered: boolean) {
    const { shapes, shapeOf, colliderCount, pairCount, positions, rotations } = workload;
    this.#jolt = jolt;
    const pairs = Math.max(65_536, 2 * pairCount);
    this.#interface = makeInterface(jolt, { bodies: colliderCount, pairs, contacts: MOST_CONTACTS });
    this.system = this.#interface.GetPhysicsSystem();
    const settings = this.system.GetPhysicsSettings();
    settings.mSpeculativeContactDistance = CONTACT_MARGIN;
    this.system.SetPhysicsSettings(settings);
    this.#bodies = this.system.GetBodyInterface();
    this.#shapes = shapes.map((shape) => makeShape(jolt, shape));
    const filter = new jolt.GroupFilterTable(1); // two bodies of the same sub group never collide
    filter.AddRef();
    const at = new jolt.RVec3(0, 0, 0);
    const turn = new jolt.Quat(0, 0, 0, 1);
    for (let id = 0; id < colliderCount; id++) {
      const shape = this.#shapes[shapeOf[id]];
      const body = new jolt.BodyCreationSettings(shape, at, turn, jolt.EMotionType_Kinematic, 0);
      body.mIsSensor = true;
      body.mAllowSleeping = false;
      body.mCollideKinematicVsNonDynamic = true;
      body.mUserData = id;
      if (filtered) body.mCollisionGroup = new jolt.CollisionGroup(filter, 0, 0);
      const made = this.#bodies.CreateBody(body);
      const bodyId = made.GetID();
      this.#bodies.AddBody(bodyId, jolt.EActivation_Activate);
      this.#ids.push(bodyId);
      jolt.destroy(body);
    }
    jolt.destroy(at);
    jolt.destroy(turn);
    this.move({ positions, rotations });
    this.system.OptimizeBroadPhase();
    this.step();
  }

  move({ positions: p, rotations: q }: Poses): void {
    const jolt = this.#jolt;
    this.#ids.forEach((id, row) => {
      const i = 4 * row;
      const at = new jolt.RVec3(p[i], p[i + 1], p[i + 2]);
      const turn = new jolt.Quat(q[i], q[i + 1], q[i + 2], q[i + 3]);
      this.#bodies.SetPositionAndRotation(id, at, turn, jolt.EActivation_Activate);
      jolt.destroy(at);
      jolt.destroy(turn);
    });
  }

  step(): void {
    this.#interface.Step(TIME_STEP, 1);
  }

  dispose(): void {
    for (const id of this.#ids) {
      this.#bodies.RemoveBody(id);
      this.#bodies.DestroyBody(id);
    }
    this.#jolt.destroy(this.#interface);
    for (const shape of this.#shapes) shape.Release();
  }
}

export async function loadJoltStep(): Promise<Peer> {
  const jolt = await startJolt<Jolt>();
  let world: SensorWorld | undefined;
  let motion: Motion | undefined;
  let rowOf = new Map<number, number>(); // a · 2^20 + b → row
  const key = (a: number, b: number) => Math.min(a, b) * 2 ** 20 + Math.max(a, b);

  /** Steps once, and receives every manifold. */
  function listen(out: Answers): void {
    const listener = new jolt.ContactListenerJS();
    const hear = (a: number, b: number, address: number) => {
      const id = (body: number) => jolt.wrapPointer(body, jolt.Body).GetUserData();
      const p = rowOf.get(key(id(a), id(b)));
      if (p === undefined) return;
      const manifold = jolt.wrapPointer(address, jolt.ContactManifold);
      const normal = components(manifold.mWorldSpaceNormal);
      const count = manifold.mRelativeContactPointsOn1.size();
      const separations = Array.from({ length: count }, (_, k) => {
        const on1 = components(manifold.mRelativeContactPointsOn1.at(k));
        const on2 = components(manifold.mRelativeContactPointsOn2.at(k));
        return normal.reduce((sum, n, axis) => sum + n * (on2[axis] - on1[axis]), 0);
      });
      writeSeparations(out, p, separations);
    };
    listener.OnContactValidate = () => jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
    listener.OnContactAdded = hear;
    listener.OnContactPersisted = hear;
    listener.OnContactRemoved = () => {};
    world!.system.SetContactListener(listener);
    world!.step();
    world!.system.SetContactListener(null);
  }

  return {
    name: 'jolt-step',
    version: installedVersion('jolt-physics'),
    notes: [
      'Step of kinematic sensors that moved (as for hullstorm-coherent), speculative distance 0.02 m, convex ' +
        'radius 0: its broad',
      'phase, manifolds and contact cache, no solver; manifolds stay in the world; generated pairs are set apart ' +
        'from each other',
    ],
    maxPairs: worldPairs,
    answeredPairs,
    setup(workload: Workload) {
      const apart = spread(workload);
      rowOf = new Map(
        Array.from({ length: apart.pairCount }, (_, p) => [key(apart.pairs[2 * p], apart.pairs[2 * p + 1]), p]),
      );
      motion = makeMotion(apart);
      world = new SensorWorld(jolt, apart, false);
    },
    reset() {
      world!.move(motion!.next());
    },
    contacts() {
      world!.step();
    },
    collect(_query, out: Answers) {
      walkToRest(motion!, (poses, isRest) => {
        world!.move(poses);
        if (isRest) listen(out);
        else world!.step();
      });
    },
    dispose() {
      world?.dispose();
      world = undefined;
    },
  };
}

export async function loadJoltPairs(): Promise<PairFinder> {
  const jolt = await startJolt<Jolt>();
  let world: SensorWorld | undefined;
  return {
    name: 'jolt',
    version: installedVersion('jolt-physics'),
    includes:
      'Step of kinematic bodies whose group filter refuses every pair it is asked about: rebuilding its tree, ' +
      'all pairs of boxes, and what a step does per body. Boxes are widened when poses are set, untimed. It does ' +
      'not tell how many pairs',
    setup(workload: Workload) {
      world = new SensorWorld(jolt, workload, true);
    },
    move(poses: Poses) {
      world!.move(poses);
    },
    find() {
      world!.step();
    },
    dispose() {
      world?.dispose();
      world = undefined;
    },
  };
}

function components(v: Vec3): [number, number, number] {
  return [v.GetX(), v.GetY(), v.GetZ()];
}
