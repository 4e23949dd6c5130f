/** Every public call with its arguments, and what each of them takes: what oddArguments.test.ts walks over. */
import * as main from 'hullstorm';
import * as stepper from 'hullstorm/dynamics';
import * as pair from 'hullstorm/pair';
import * as plane from 'hullstorm/pair2d';
import { loopCalls, threeCalls } from './objectCalls.ts';
import {
  ANYTHING,
  FLAG,
  ID,
  type Kind,
  NOTHING,
  NUMBER,
  NUMBER_OR_INFINITY,
  OPTIONS,
  optional,
  PLANE_VECTOR,
  VECTOR,
} from './oddValues.ts';

export interface Argument {
  /** As the sentence names it. */
  readonly name: string;
  /** A value that is right. */
  readonly good: () => unknown;
  readonly kind: Kind;
  /** Of options: what each key takes. */
  readonly keys?: Readonly<Record<string, Kind>>;
  /** The interface of the options. */
  readonly type?: string;
  /** Whether other keys are left alone: any object with a position is a pose. */
  readonly isOpen?: boolean;
}

export interface Call {
  readonly run: (...args: never[]) => unknown;
  readonly args: readonly Argument[];
  /** Cleans up after a call that took its arguments. */
  readonly undo?: (result: unknown) => unknown;
}

export interface Fixture {
  readonly engine: main.Engine;
  readonly list: main.PairList;
  readonly rays: main.RayList;
  readonly probes: main.ProbeList;
  readonly passes: main.Passes;
  readonly program: main.PassProgram;
  readonly dynamics: stepper.Dynamics;
  /** Of the stepper: it has an engine of its own. */
  readonly world: main.Engine;
  readonly snapshot: Uint8Array;
  readonly planar: main.PlanarEngine;
  readonly planarSnapshot: Uint8Array;
  /** A dynamic body, and a shape of `dynamics.addShape`. */
  readonly body: number;
  readonly shape: number;
}

const PASS = new URL('../support/testPasses.mjs', import.meta.url);
const TINY = {
  shapes: 4096,
  vertices: 65_536,
  colliders: 64,
  pairs: 4096,
  contacts: 64,
  volumes: 4,
  overlaps: 64,
  rays: 512,
  rayHits: 64,
  probes: 512,
};

export async function makeFixture(): Promise<Fixture> {
  const engine = await main.createEngine({ workers: 0, capacity: { ...TINY, passBytes: 1 << 20 } });
  const crate = engine.scene.addShape(main.box(1, 1, 1));
  engine.scene.addShape(main.sphere(1)); // UNUSED_SHAPE
  engine.scene.addColliders(crate, 4);
  engine.pairs.set([0, 1, 2, 3]);
  const passes = await engine.loadPasses(PASS, { bytes: 64 });
  const world = await main.createEngine({ workers: 0, capacity: { ...TINY, passBytes: 1 << 23 } });
  const dynamics = await stepper.createDynamics(world, { contacts: 64 });
  const shape = dynamics.addShape(main.box(1, 1, 1));
  const body = dynamics.addBody(shape);
  const snapshot = engine.scene.snapshot();
  const program = passes.createProgram();
  const list = engine.createPairList(4);
  const rays = engine.createRayList(4);
  const probes = engine.createProbeList(4);
  probes.set(crate, [0, 0, 0]);
  const planar = await main.createEngine({ planar: true, workers: 0, capacity: TINY });
  planar.scene.addColliders(planar.scene.addShape(plane.box2(1, 1)), 4);
  planar.scene.addShape(plane.circle(1)); // UNUSED_SHAPE
  const planarSnapshot = planar.scene.snapshot();
  return {
    engine,
    list,
    rays,
    probes,
    passes,
    program,
    dynamics,
    world,
    snapshot,
    planar,
    planarSnapshot,
    body,
    shape,
  };
}

export const argument = (name: string, good: unknown, kind: Kind): Argument => ({ name, good: () => good, kind });
export const options = (
  type: string,
  keys: Readonly<Record<string, Kind>>,
  name = 'options',
  good?: object,
): Argument => ({
  name,
  good: () => good,
  kind: OPTIONS,
  keys,
  type,
});
const count = optional({ takes: ['1'], either: NUMBER.either });
/** A bad number makes an invalid ray. */
const MOST_T = optional({ takes: ['1', 'Infinity', 'NaN'], either: [...NUMBER.either, '-Infinity'] });
const length = optional(NUMBER);
const SHAPE: Kind = NOTHING;
/** The id of a shape that no collider has. */
const UNUSED_SHAPE = argument('id', 1, { takes: ['1'], either: [] });
const IDENTITY = [0, 0, 0, 1];

const GROUPS = { membership: optional(ID), mask: optional(ID) };
const TRAITS = { ...GROUPS, userId: optional(ID), sensor: optional(FLAG) };
const COLLIDER = {
  ...TRAITS,
  position: optional(VECTOR),
  rotation: optional(NOTHING),
  static: optional(FLAG),
};
const CONTACTS = {
  margin: length,
  touching: optional({ takes: ['0'], either: NUMBER.either }),
  recycle: optional({ takes: ['0'], either: NUMBER.either }),
  mostMotion: optional(NUMBER_OR_INFINITY),
};
const ON_GPU = { read: optional(NOTHING), moved: optional({ takes: [], either: ['zeros'] }), poses: optional(NOTHING) };
const DISTANCES = { maxDistance: optional(NUMBER_OR_INFINITY), depth: optional(FLAG) };
const PAIR_LIST = { ...optional(NOTHING) };
const POSE = options('Pose', { position: VECTOR, rotation: optional(NOTHING) }, 'pose', { position: [0, 0, 0] });
const SHAPE_KEYS = { radius: NUMBER, kind: NOTHING };

/** A shape argument: a shape by hand, with odd values in it. */
const shapeArgument = (name: string): Argument => ({
  name,
  good: () => ({ kind: 'box', radius: 0, halfExtents: [1, 1, 1] }),
  kind: SHAPE,
  keys: { ...SHAPE_KEYS, halfExtents: NOTHING },
  type: 'BoxShape',
});

const TRIANGLE = { positions: [0, 0, 0, 9, 0, 0, 0, 0, 9] };
const SMALL = optional({ takes: [], either: ['1', ...NUMBER.either] });
/** Zeros are refused by some calls. */
const MAYBE_VECTOR = { takes: [], either: VECTOR.takes };
const meshArgument: Argument = {
  ...options(
    'MeshOptions',
    {
      positions: NOTHING,
      indices: optional(MAYBE_VECTOR),
      stride: SMALL,
      offset: SMALL,
      scale: optional(MAYBE_VECTOR),
      sides: optional(NOTHING),
      borders: optional(NOTHING),
      weld: length,
      materials: optional(NOTHING),
    },
    '',
    TRIANGLE,
  ),
  kind: NOTHING,
};

const FIELD = { rows: 2, columns: 2, spacing: [1, 1], heights: [0, 0, 0, 0] };
const fieldArgument: Argument = {
  ...options(
    'HeightFieldOptions',
    {
      rows: NOTHING,
      columns: NOTHING,
      spacing: NOTHING,
      heights: NOTHING,
      holes: optional(NOTHING),
      sides: optional(NOTHING),
    },
    '',
    FIELD,
  ),
  kind: NOTHING,
};

export function callsOf(fixture: Fixture): Readonly<Record<string, Call>> {
  const { engine, dynamics, passes, program, body } = fixture;
  const { scene, pairs } = engine;
  const call = <A extends unknown[]>(run: (...args: A) => unknown, ...args: Argument[]): Call => ({
    run: run as Call['run'],
    args,
  });
  const method = <T extends object>(of: T, name: keyof T, ...args: Argument[]): Call =>
    call((...given: unknown[]) => (of[name] as (...args: unknown[]) => unknown).apply(of, given), ...args);
  const list = argument('pairs', pairs, PAIR_LIST);
  const id = argument('id', 0, ID);
  const bodyId = argument('id', body, ID);
  const position = argument('position', [0, 0, 0], VECTOR);
  const rotation = argument('rotation', IDENTITY, NOTHING);
  const boxes = argument('boxes', [0, 0, 0, 1, 1, 1], { takes: ['empty array'], either: [] });
  const spheres = argument('spheres', [0, 0, 0, 1], { takes: ['empty array'], either: [] });
  const search = { mask: optional(ID), sensors: optional(FLAG) };
  const overlap = options('OverlapOptions', { exact: optional(FLAG), ...search });
  const castList = engine.createCastList(1);
  const slides = options('SlideOptions', { skin: length, slides: count, mask: optional(ID) });
  const shapeCasts = options('CastShapesOptions', {
    skin: length,
    tolerance: length,
    leaving: optional(FLAG),
    ...search,
  });
  const castPairs = argument('pairs', pairs, NOTHING);
  const motions = argument('motions', new Float64Array(32), { takes: [], either: ['sparse array'] });
  const casts = options('CastPairsOptions', {
    skin: length,
    tolerance: length,
    leaving: optional(FLAG),
    pivots: optional({ takes: [], either: ['sparse array'] }),
  });
  const rays = fixture.rays;
  const castOne = () => {
    rays.set([0, 0, 0], [1, 0, 0]);
    return engine.castRaysSync(rays);
  };
  const rayOptions = options('RayOptions', { hits: optional(NOTHING), inside: optional(NOTHING), ...search });
  const point = argument('point', [0, 0, 0], optional(VECTOR));
  const engineOptions = {
    workers: optional({ takes: ['0'], either: ['-0', '1'] }),
    kernel: optional(NOTHING),
    capacity: OPTIONS,
    tuning: OPTIONS,
    createWorker: optional({ takes: ['function', 'class'], either: [] }),
    workerPort: optional(NOTHING),
    wasmUrl: optional(NOTHING),
    warmUp: optional(FLAG),
    planar: optional(FLAG),
    gpu: optional(FLAG),
  };
  const bodyOptions = {
    ...TRAITS,
    // true is for bodies that are not dynamic
    sensor: optional({ takes: ['false'], either: ['true'] }),
    position: optional(VECTOR),
    rotation: optional(NOTHING),
    type: optional(NOTHING),
    velocity: optional(VECTOR),
    spin: optional(VECTOR),
    density: length,
    mass: length,
    friction: length,
    restitution: length,
    linearDamping: length,
    angularDamping: length,
    gravityScale: length,
    canSleep: optional(FLAG),
    bullet: optional(FLAG),
  };
  const close = { undo: (made: unknown) => (made as main.Engine).close() };
  const removed = { undo: (made: unknown) => dynamics.removeBody(made as number) };
  const shapes = {
    point: call(main.point),
    segment: call(main.segment, argument('', 1, ANYTHING)),
    sphere: call(main.sphere, argument('', 1, ANYTHING)),
    box: call(main.box, ...[1, 1, 1].map((half) => argument('', half, ANYTHING))),
    capsule: call(main.capsule, argument('', 1, ANYTHING), argument('', 1, ANYTHING)),
    hull: call(main.hull, argument('', [0, 0, 0], ANYTHING), options('HullOptions', { maxVertices: ANYTHING })),
    triangle: call(main.triangle, argument('points', [0, 0, 0, 1, 0, 0, 0, 1, 0], NOTHING)),
    frustum: call(main.frustum, ...[1, 1, 1].map((length) => argument('', length, ANYTHING))),
    cylinder: call(main.cylinder, argument('', 1, ANYTHING), argument('', 1, ANYTHING)),
    cone: call(main.cone, argument('', 1, ANYTHING), argument('', 1, ANYTHING)),
    disk: call(main.disk, argument('', 1, ANYTHING)),
    ellipsoid: call(main.ellipsoid, ...[1, 1, 1].map((axis) => argument('', axis, ANYTHING))),
    taperedCapsule: call(main.taperedCapsule, ...[1, 1, 1].map((length) => argument('', length, ANYTHING))),
    halfSpace: call(main.halfSpace),
    sum: call(main.sum, argument('', main.box(1, 1, 1), ANYTHING), argument('', main.sphere(1), ANYTHING)),
    hullOf: call((part: main.ShapePart) => main.hullOf(part), argument('', main.sphere(1), ANYTHING)),
    rounded: call(main.rounded, shapeOf('shape'), argument('radius', 1, NUMBER)),
  };
  return {
    ...prefixed('hullstorm', {
      ...shapes,
      createEngine: {
        ...call(main.createEngine, options('EngineOptions', engineOptions, 'options', { workers: 0, capacity: TINY })),
        ...close,
      },
      heightField: call(main.heightField, fieldArgument),
      mesh: call(main.mesh, meshArgument),
      bakeMesh: call(main.bakeMesh, meshArgument),
      meshInfo: call(main.meshInfo, argument('shape', main.mesh(TRIANGLE), NOTHING)),
      compound: call(main.compound, argument('', [main.sphere(1)], ANYTHING)),
      massProperties: call(main.massProperties, shapeArgument('shape'), argument('density', 1, optional(NUMBER))),
      verify: call(main.verify, argument('results', engine.distanceSync(), NOTHING)),
      'Engine.createPairList': method(
        engine,
        'createPairList',
        argument('capacity', 1, { takes: ['1'], either: NUMBER.either }),
      ),
      'Engine.findPairs': method(engine, 'findPairs', options('FindPairsOptions', { margin: length })),
      'Engine.findPairsSync': method(engine, 'findPairsSync', options('FindPairsOptions', { margin: length })),
      'Engine.overlapBox': method(engine, 'overlapBox', boxes, overlap),
      'Engine.overlapBoxSync': method(engine, 'overlapBoxSync', boxes, overlap),
      'Engine.overlapSphere': method(engine, 'overlapSphere', spheres, overlap),
      'Engine.overlapSphereSync': method(engine, 'overlapSphereSync', spheres, overlap),
      'Engine.createRayList': method(
        engine,
        'createRayList',
        argument('capacity', 1, { takes: ['1'], either: NUMBER.either }),
      ),
      'Engine.castRays': method(engine, 'castRays', argument('rays', rays, NOTHING), rayOptions),
      'Engine.castRaysSync': method(engine, 'castRaysSync', argument('rays', rays, NOTHING), rayOptions),
      'Engine.intersect': method(engine, 'intersect', list, options('IntersectOptions', ON_GPU)),
      'Engine.intersectSync': method(engine, 'intersectSync', list, options('IntersectOptions', ON_GPU)),
      'Engine.distance': method(engine, 'distance', list, options('DistanceOptions', { ...DISTANCES, ...ON_GPU })),
      'Engine.distanceSync': method(
        engine,
        'distanceSync',
        list,
        options('DistanceOptions', { ...DISTANCES, ...ON_GPU }),
      ),
      'Engine.createCastList': method(engine, 'createCastList', argument('capacity', 1, { takes: ['1'], either: [] })),
      'Engine.castShapes': method(engine, 'castShapes', argument('casts', castList, NOTHING), shapeCasts),
      'Engine.castShapesSync': method(engine, 'castShapesSync', argument('casts', castList, NOTHING), shapeCasts),
      'Engine.moveAndSlide': method(engine, 'moveAndSlide', argument('movers', castList, NOTHING), slides),
      'Engine.moveAndSlideSync': method(engine, 'moveAndSlideSync', argument('movers', castList, NOTHING), slides),
      'SlideResults.read': call(
        (k: number) => {
          castList.setColliders([0]);
          return engine.moveAndSlideSync(castList).read(k);
        },
        argument('mover', 0, ID),
      ),
      'CastList.setColliders': method(
        castList,
        'setColliders',
        argument('ids', [0], { takes: ['empty array'], either: [] }),
      ),
      'CastList.set': method(
        castList,
        'set',
        argument('shapes', 0, ID),
        argument('positions', [0, 0, 0], { takes: ['empty array'], either: VECTOR.takes }),
        argument('rotations', undefined, optional(NOTHING)),
      ),
      'CastShapeResults.read': call(
        (k: number) => {
          castList.setColliders([0]);
          return engine.castShapesSync(castList).read(k);
        },
        argument('row', 0, ID),
      ),
      ...probeCalls(fixture),
      'Engine.castPairs': method(engine, 'castPairs', castPairs, motions, casts),
      'Engine.castPairsSync': method(engine, 'castPairsSync', castPairs, motions, casts),
      'CastPairResults.read': call(
        (i: number) => engine.castPairsSync(pairs, motions.good() as Float64Array).read(i),
        argument('row', 0, ID),
      ),
      'Engine.contacts': method(
        engine,
        'contacts',
        argument('engine.contacts', fixture.list, PAIR_LIST),
        options('ContactOptions', CONTACTS, 'options', { margin: 1 }),
      ),
      'Engine.contactsSync': method(
        engine,
        'contactsSync',
        argument('engine.contactsSync', fixture.list, PAIR_LIST),
        options('ContactOptions', CONTACTS, 'options', { margin: 1 }),
      ),
      'Engine.loadPasses': method(engine, 'loadPasses', argument('code', PASS, NOTHING), {
        ...options('PassOptions', { bytes: NUMBER }, 'engine.loadPasses', { bytes: 1 }),
        kind: NOTHING,
      }),
      // of an engine of its own: the others go on
      'Engine.close': call(async () => (await main.createEngine({ workers: 0, capacity: TINY })).close()),
      'Passes.createProgram': method(passes, 'createProgram'),
      'Passes.run': method(passes, 'run', argument('program', program, NOTHING)),
      'Passes.runSync': method(passes, 'runSync', argument('program', program, NOTHING)),
      'PassProgram.clear': method(program, 'clear'),
      'PassProgram.add': {
        ...method(
          program,
          'add',
          argument('pass', passes.names[0], NOTHING),
          argument('rows', 1, NUMBER),
          argument('blockRows', 1, NUMBER),
          argument('argument', 0, optional(ID)),
        ),
        undo: () => program.clear(),
      },
      'Scene.addShape': method(scene, 'addShape', shapeArgument('shape')),
      'Scene.addShapes': method(scene, 'addShapes', argument('shapes', [], { takes: ['empty array'], either: [] })),
      'Scene.addShapesSync': method(
        scene,
        'addShapesSync',
        argument('shapes', [], { takes: ['empty array'], either: [] }),
      ),
      'Scene.addCollider': method(scene, 'addCollider', argument('shape', 0, ID), options('ColliderOptions', COLLIDER)),
      'Scene.addColliders': method(
        scene,
        'addColliders',
        argument('shape', 0, ID),
        argument('count', 1, { takes: ['1'], either: NUMBER.either }),
      ),
      'Scene.removeCollider': method(scene, 'removeCollider', id),
      'Scene.removeShape': method(scene, 'removeShape', UNUSED_SHAPE),
      'Scene.setPose': method(scene, 'setPose', id, position, rotation),
      'Scene.setGroups': method(scene, 'setGroups', id, argument('membership', 1, ID), argument('mask', 1, ID)),
      'Scene.setStatic': method(scene, 'setStatic', id, argument('value', true, FLAG)),
      'Scene.materialOf': method(scene, 'materialOf', id, argument('child', -1, ID)),
      'Scene.setShape': method(scene, 'setShape', id, argument('shape', 1, ID)),
      'Scene.writeInstances': method(
        scene,
        'writeInstances',
        argument('out', new Float32Array(512), NOTHING),
        argument('origin', [0, 0, 0], optional(VECTOR)),
      ),
      'Scene.snapshot': method(scene, 'snapshot'),
      'Scene.restore': method(scene, 'restore', argument('bytes', fixture.snapshot, NOTHING)),
      ...planarCalls(fixture),
      'PairList.set': method(pairs, 'set', argument('ids', [0, 1], { takes: ['empty array'], either: [] })),
      'PairList.resize': method(pairs, 'resize', argument('count', 1, ID)),
      'RayList.set': method(
        rays,
        'set',
        argument('origins', [0, 0, 0], VECTOR),
        argument('directions', [1, 0, 0], VECTOR),
        argument('maxT', 1, MOST_T),
      ),
      'RayHits.read': call((k: number) => castOne().read(k), argument('ray', 0, ID)),
      'AllRayHits.read': call(
        (k: number) => castOne() && engine.castRaysSync(rays, { hits: 'all' }).read(k),
        argument('ray', 0, ID),
      ),
      'DistanceResults.distance': call((i: number) => engine.distanceSync().distance(i), argument('row', 0, ID)),
      'IntersectResults.load': call(() => engine.intersectSync().load('status')),
      'DistanceResults.load': call(() => engine.distanceSync().load('simplex')),
      'DistanceResults.read': call((i: number) => engine.distanceSync().read(i), argument('row', 0, ID)),
      'ContactResults.distance': call((i: number) => engine.contactsSync(pairs).distance(i), argument('row', 0, ID)),
      'ContactResults.read': call((i: number) => engine.contactsSync(pairs).read(i), argument('row', 0, ID)),
      'OverlapResults.read': call(
        (k: number) => engine.overlapBoxSync([0, 0, 0, 1, 1, 1]).read(k),
        argument('volume', 0, ID),
      ),
    }),
    ...prefixed('hullstorm/pair', {
      ...Object.fromEntries(Object.entries(shapes).map(([name, { args }]) => [name, call(shapeMaker(name), ...args)])),
      support: call(
        pair.support,
        argument('', () => {}, ANYTHING),
        argument('', [1, 1, 1], ANYTHING),
      ),
      createPairDistance: call(pair.createPairDistance),
      intersect: call(pair.intersect, ...twoBodies()),
      distance: call(
        pair.distance,
        ...twoBodies(),
        argument('out', pair.createPairDistance(), optional(NOTHING)),
        options('PairOptions', DISTANCES),
      ),
      ...pairCasts(),
    }),
    ...prefixed('hullstorm/pair2d', planeCalls()),
    ...prefixed('hullstorm/dynamics', {
      createDynamics: call(
        (given: main.Engine, o?: stepper.DynamicsOptions) =>
          inFreshEngine((fresh) => stepper.createDynamics(given === fixture.world ? fresh : given, o)),
        argument('engine', fixture.world, NOTHING),
        options('DynamicsOptions', {
          gravity: optional(VECTOR),
          substeps: count,
          margin: length,
          sleeping: optional(FLAG),
          recycle: optional({ takes: ['0'], either: NUMBER.either }),
          contacts: count,
        }),
      ),
      'Dynamics.addShape': method(dynamics, 'addShape', shapeArgument('shape')),
      'Dynamics.addBody': {
        ...method(dynamics, 'addBody', { ...shapeArgument('shape'), kind: ID }, options('BodyOptions', bodyOptions)),
        ...removed,
      },
      'Dynamics.setShape': method(
        dynamics,
        'setShape',
        bodyId,
        { ...shapeArgument('shape'), kind: ID },
        options('MassOptions', { density: length, mass: length }),
      ),
      'Dynamics.removeBody': {
        ...method(dynamics, 'removeBody', bodyId),
        undo: () => dynamics.addBody(fixture.shape),
      },
      'Dynamics.setPose': method(dynamics, 'setPose', bodyId, position, {
        ...rotation,
        kind: optional(NOTHING),
      }),
      'Dynamics.setVelocity': method(
        dynamics,
        'setVelocity',
        bodyId,
        argument('velocity', [0, 0, 0], VECTOR),
        argument('spin', [0, 0, 0], optional(VECTOR)),
      ),
      'Dynamics.setGravity': method(dynamics, 'setGravity', argument('gravity', [0, -9.81, 0], VECTOR)),
      'Dynamics.applyImpulse': method(dynamics, 'applyImpulse', bodyId, argument('impulse', [0, 0, 0], VECTOR), point),
      'Dynamics.applyForce': method(dynamics, 'applyForce', bodyId, argument('force', [0, 0, 0], VECTOR), point),
      'Dynamics.applyTorque': method(dynamics, 'applyTorque', bodyId, argument('torque', [0, 0, 0], VECTOR)),
      'Dynamics.wake': method(dynamics, 'wake', bodyId),
      'Dynamics.step': method(dynamics, 'step', argument('dt', 1 / 60, { takes: [], either: NUMBER.either })),
      'Dynamics.stepSync': method(dynamics, 'stepSync', argument('dt', 1 / 60, { takes: [], either: NUMBER.either })),
    }),
    ...prefixed('hullstorm/three', threeCalls(fixture, bodyOptions)),
    ...prefixed('hullstorm/loop', loopCalls(fixture)),
  };
}

/** `rounded` takes shapes whose numbers are wrong: `addShape` refuses those. */
function shapeOf(name: string): Argument {
  return {
    ...shapeArgument(name),
    keys: { radius: { takes: NUMBER.takes, either: ANYTHING.takes }, halfExtents: ANYTHING },
  };
}

type Run = (...args: never[]) => unknown;

/** The calls on probes and points. */
function probeCalls({ engine, probes }: Fixture): Record<string, Call> {
  const call = (run: Run, ...args: Argument[]): Call => ({ run, args });
  const both = (name: 'overlapShapes' | 'closestPoints' | 'separate' | 'nearest', ...args: Argument[]) =>
    [name, `${name}Sync` as const].map((each): [string, Call] => [
      `Engine.${each}`,
      call((...given: never[]) => (engine[each] as Run).apply(engine, given), ...args),
    ]);
  const points = argument('points', [0, 0, 0], { takes: ['empty array'], either: VECTOR.takes });
  const mask = optional(ID);
  const sensors = optional(FLAG);
  return {
    'Engine.createProbeList': call(
      (capacity: number) => engine.createProbeList(capacity),
      argument('capacity', 1, { takes: ['1'], either: [] }),
    ),
    'ProbeList.set': call(
      (shapes: number, positions: number[], rotations?: number[]) => probes.set(shapes, positions, rotations),
      argument('shapes', 0, ID),
      argument('positions', [0, 0, 0], { takes: ['empty array'], either: VECTOR.takes }),
      argument('rotations', undefined, optional(NOTHING)),
    ),
    ...Object.fromEntries([
      ...both(
        'overlapShapes',
        argument('probes', probes, NOTHING),
        options('OverlapShapesOptions', { children: optional(FLAG), margin: length, mask, sensors }),
      ),
      ...both('nearest', options('NearestOptions', { k: count, maxDistance: optional(NUMBER_OR_INFINITY), sensors })),
      ...both(
        'closestPoints',
        points,
        options('ClosestOptions', { maxDistance: optional(NUMBER_OR_INFINITY), mask, sensors }),
      ),
      ...both(
        'separate',
        argument('movers', probes, NOTHING),
        options('SeparateOptions', { skin: length, rounds: count, maxPush: optional(NUMBER_OR_INFINITY), mask }),
      ),
    ]),
    'ShapeOverlapResults.read': call((k: number) => engine.overlapShapesSync(probes).read(k), argument('probe', 0, ID)),
    'ShapeOverlapResults.readChildren': call(
      (k: number) => engine.overlapShapesSync(probes).readChildren(k),
      argument('probe', 0, ID),
    ),
    'NearestResults.read': call((i: number) => engine.nearestSync().read(i), argument('collider', 0, ID)),
    'NearestResults.statusOf': call((i: number) => engine.nearestSync().statusOf(i), argument('collider', 0, ID)),
    'ClosestResults.read': call((k: number) => engine.closestPointsSync([0, 0, 0]).read(k), argument('point', 0, ID)),
    'SeparateResults.read': call((k: number) => engine.separateSync(probes).read(k), argument('mover', 0, ID)),
  };
}

/** The calls of a planar scene. */
function planarCalls({ planar, planarSnapshot }: Fixture): Record<string, Call> {
  const { scene } = planar;
  const method = (name: keyof main.PlanarScene, ...args: Argument[]): [string, Call] => [
    `PlanarScene.${name}`,
    { run: (...given: never[]) => (scene[name] as Run).apply(scene, given), args },
  ];
  const shapes = argument('shapes', [], { takes: ['empty array'], either: [] });
  const id = argument('id', 0, ID);
  const shape: Argument = { ...shapeArgument('shape'), good: () => ({ kind: 'box', radius: 0, halfExtents: [1, 1] }) };
  const collider = { ...TRAITS, position: optional(PLANE_VECTOR), angle: length, static: optional(FLAG) };
  return Object.fromEntries([
    method('addShape', shape),
    method('addShapes', shapes),
    method('addShapesSync', shapes),
    method('addCollider', argument('shape', 0, ID), options('PlanarColliderOptions', collider)),
    method('addColliders', argument('shape', 0, ID), argument('count', 1, { takes: ['1'], either: NUMBER.either })),
    method('removeCollider', id),
    method('removeShape', UNUSED_SHAPE),
    method('setPose', id, argument('position', [0, 0], PLANE_VECTOR), argument('angle', 0, NUMBER)),
    method('setGroups', id, argument('membership', 1, ID), argument('mask', 1, ID)),
    method('setStatic', id, argument('value', true, FLAG)),
    method('setShape', id, argument('shape', 1, ID)),
    method('snapshot'),
    method('restore', argument('bytes', planarSnapshot, NOTHING)),
  ]);
}

/** The calls of `hullstorm/pair2d`. */
function planeCalls(): Record<string, Call> {
  const call = (run: unknown, ...args: Argument[]): Call => ({ run: run as Run, args });
  const lengths = (...count: string[]) => count.map((name) => argument(name, 1, ANYTHING));
  const shape = (name: string): Argument => ({
    name,
    good: () => ({ kind: 'box', radius: 0, halfExtents: [1, 1] }),
    kind: SHAPE,
    keys: { ...SHAPE_KEYS, halfExtents: NOTHING },
    type: 'BoxShape',
  });
  const pose = (name: string): Argument => ({
    ...options('Pose', { x: NUMBER, y: NUMBER, angle: length, cos: optional(NOTHING), sin: optional(NOTHING) }, name, {
      x: 0,
      y: 0,
    }),
    kind: { takes: [...PLANE_VECTOR.takes, 'Euler of three.js'], either: [] },
    isOpen: true,
  });
  const motion = (name: string): Argument => ({
    ...options('Motion', { x: length, y: length, turn: length }, name, {}),
    kind: { takes: [...OPTIONS.takes.filter((odd) => odd !== 'undefined'), '{ x, y }'], either: [] },
  });
  const out = (make: () => unknown) => argument('out', make(), optional(NOTHING));
  const pair = () => [shape('shapeA'), pose('poseA'), shape('shapeB'), pose('poseB')];
  const vector = (name: string) =>
    argument(name, [1, 0], { takes: [], either: [...VECTOR.takes, ...PLANE_VECTOR.takes] });
  const infinite = optional(NUMBER_OR_INFINITY);
  return {
    circle: call(plane.circle, ...lengths('radius')),
    segment2: call(plane.segment2, ...lengths('halfHeight')),
    capsule2: call(plane.capsule2, ...lengths('halfHeight', 'radius')),
    box2: call(plane.box2, ...lengths('hx', 'hy')),
    polygon: call(plane.polygon, argument('points', [0, 0], ANYTHING)),
    rounded: call(
      plane.rounded,
      {
        ...shape('shape'),
        keys: { radius: { takes: NUMBER.takes, either: ANYTHING.takes }, halfExtents: ANYTHING, kind: NOTHING },
      },
      argument('radius', 1, NUMBER),
    ),
    createPairDistance: call(plane.createPairDistance),
    createPairContacts: call(plane.createPairContacts),
    createRayHit: call(plane.createRayHit),
    createCastHit: call(plane.createCastHit),
    intersect: call(plane.intersect, ...pair()),
    distance: call(plane.distance, ...pair(), out(plane.createPairDistance), options('PairOptions', DISTANCES)),
    contacts: call(
      plane.contacts,
      ...pair(),
      out(plane.createPairContacts),
      options('ContactOptions', { margin: infinite }),
    ),
    castRay: call(
      plane.castRay,
      shape('shape'),
      pose('pose'),
      vector('origin'),
      vector('direction'),
      out(plane.createRayHit),
      options('RayOptions', { maxT: infinite }),
    ),
    castShapes: call(
      plane.castShapes,
      shape('shapeA'),
      pose('poseA'),
      motion('motionA'),
      shape('shapeB'),
      pose('poseB'),
      motion('motionB'),
      out(plane.createCastHit),
      options('CastOptions', { skin: length, tolerance: infinite, leaving: optional(FLAG) }),
    ),
  };
}

/** The casts of `hullstorm/pair`. */
function pairCasts(): Record<string, Call> {
  const call = (run: unknown, ...args: Argument[]): Call => ({ run: run as Run, args });
  const out = (make: () => unknown) => argument('out', make(), optional(NOTHING));
  const motion = (name: string): Argument => ({
    ...options('Motion', { move: optional(VECTOR), turn: optional(VECTOR), pivot: optional(VECTOR) }, name, {}),
    kind: { takes: OPTIONS.takes.filter((odd) => odd !== 'undefined'), either: [] },
  });
  const [shapeA, poseA, shapeB, poseB] = twoBodies() as [Argument, Argument, Argument, Argument];
  const vector = (name: string) => argument(name, [1, 0, 0], { takes: [], either: VECTOR.takes });
  return {
    createRayHit: call(pair.createRayHit),
    createCastHit: call(pair.createCastHit),
    castRay: call(
      pair.castRay,
      shapeArgument('shape'),
      { ...POSE, kind: NOTHING, isOpen: true },
      vector('origin'),
      vector('direction'),
      out(pair.createRayHit),
      options('RayOptions', { maxT: optional(NUMBER_OR_INFINITY) }),
    ),
    castShape: call(
      pair.castShape,
      shapeA,
      poseA,
      motion('motionA'),
      shapeB,
      poseB,
      motion('motionB'),
      out(pair.createCastHit),
      options('CastOptions', { skin: length, tolerance: length, leaving: optional(FLAG) }),
    ),
  };
}

function twoBodies(): Argument[] {
  return [
    shapeArgument('shapeA'),
    { ...POSE, name: 'poseA', kind: NOTHING, isOpen: true },
    shapeArgument('shapeB'),
    { ...POSE, name: 'poseB', kind: NOTHING, isOpen: true },
  ];
}

function shapeMaker(name: string) {
  return (pair as unknown as Record<string, (...args: unknown[]) => unknown>)[name];
}

async function inFreshEngine(use: (engine: main.Engine) => Promise<unknown>): Promise<void> {
  const fresh = await main.createEngine({ workers: 0, capacity: { ...TINY, passBytes: 1 << 23 } });
  try {
    await use(fresh);
  } finally {
    await fresh.close();
  }
}

function prefixed(entry: string, calls: Record<string, Call>): Record<string, Call> {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${entry} ${name}`, call]));
}
