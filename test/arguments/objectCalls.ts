/** The calls of `hullstorm/three` and of `hullstorm/loop`, for the table. */
import * as loops from 'hullstorm/loop';
import * as three from 'hullstorm/three';
import { BoxGeometry, Mesh, MeshBasicMaterial, Raycaster, Vector3 } from 'three';
import { FakeStepper } from '../loop/fakeStepper.ts';
import { ANYTHING, FLAG, ID, type Kind, NOTHING, NUMBER, OPTIONS, optional, VECTOR } from './oddValues.ts';
import { type Argument, argument, type Call, type Fixture, options } from './table.ts';

const FUNCTION: Kind = { takes: ['function', 'class'], either: [] };
const VERTICES = optional({ takes: [], either: NUMBER.either });
/** Zeros are refused. */
const SCALE = optional({ takes: [], either: VECTOR.takes });
/** Colors of three.js: 0..0xffffff, and names, of which there is none here. */
const COLOR: Kind = optional({ takes: ['0', '1'], either: ['-0'] });
const DRAWN = ['awake', 'asleep', 'static', 'kinematic', 'sensor', 'bounds', 'contact', 'normal', 'ray'];
const COLOR_KEYS = Object.fromEntries(DRAWN.map((name) => [name, COLOR]));
const LIST: Kind = { takes: [], either: ANYTHING.takes };

/** What can be sent to a worker. */
const CLONEABLE: Kind = {
  takes: ['undefined', '1', 'empty array', 'empty object', 'Float32Array of 3', 'shared Float32Array of 3'],
  either: ANYTHING.takes.filter(
    (odd) => !/^(symbol|symbols|function|class|.*proxy.*|revoked.*|.*that throws)$/.test(odd),
  ),
};

type WorkerLoop = loops.WorkerLoop<Record<string, (...args: unknown[]) => unknown>>;

const method = <T extends object>(of: T, name: keyof T, ...args: Argument[]): Call => ({
  run: (...given: never[]) => (of[name] as (...given: never[]) => unknown).apply(of, given),
  args,
});

/** @param bodyOptions what the keys of `addBody` take */
export function threeCalls({ dynamics }: Fixture, bodyOptions: Readonly<Record<string, Kind>>): Record<string, Call> {
  const bridge = three.createBridge(dynamics);
  const posed = new three.PosedObjects();
  const { poses } = loops.createLoop({ dynamics });
  const mesh = () => new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  const geometry = argument('geometry', new BoxGeometry(), NOTHING);
  const object = { ...argument('object', undefined, NOTHING), good: mesh };
  const known = mesh();
  bridge.addObject(known);
  const lines = new three.DebugLines(bridge);
  const attached = mesh();
  posed.attach(attached, 0);
  const instance = argument('instanceId', undefined, ANYTHING);
  const raycaster = argument('raycaster', new Raycaster(new Vector3(0, 9, 0), new Vector3(0, -1, 0)), NOTHING);
  const pick = options('PickOptions', { mask: optional(ID), sensors: optional(FLAG) });
  const { position: _, rotation: __, ...own } = bodyOptions;
  const undo = (id: unknown) => bridge.removeObject(bridge.objectOf(id as number)!.object);
  const objects = (of: three.Bridge | three.PosedObjects, name: string, its: Mesh): Record<string, Call> => ({
    [`${name}.attach`]: {
      ...method(of, 'attach', object, argument('id', 1, { takes: ['1'], either: NUMBER.either })),
      undo: () => {
        for (const body of [...of.bodies()]) if (body.object !== its) of.detach(body.object, body.instanceId);
      },
    },
    [`${name}.detach`]: {
      ...method(of, 'detach', { ...object, good: () => its }, argument('instanceId', undefined, optional(NOTHING))),
      undo: () => (of === bridge ? bridge.attach(its, 1) : of.attach(its, 0)),
    },
    [`${name}.objectOf`]: method(of, 'objectOf', argument('id', 0, ANYTHING)),
    [`${name}.idOf`]: method(of, 'idOf', object, instance),
    [`${name}.bodies`]: method(of, 'bodies'),
    [`${name}.sync`]: method(of, 'sync', argument('poses', poses, of === bridge ? optional(NOTHING) : NOTHING)),
  });
  return {
    createBridge: { run: three.createBridge as Call['run'], args: [argument('dynamics', dynamics, NOTHING)] },
    hullFromGeometry: {
      run: three.hullFromGeometry as Call['run'],
      args: [geometry, options('GeometryHullOptions', { maxVertices: VERTICES, scale: SCALE })],
    },
    meshFromGeometry: {
      run: three.meshFromGeometry as Call['run'],
      args: [
        geometry,
        options('GeometryMeshOptions', {
          scale: SCALE,
          sides: optional(NOTHING),
          borders: optional(NOTHING),
          weld: optional(NUMBER),
        }),
      ],
    },
    shapesFromObject: {
      run: three.shapesFromObject as Call['run'],
      args: [
        object,
        options('ObjectShapeOptions', { shape: optional(NOTHING), static: optional(FLAG), maxVertices: VERTICES }),
      ],
    },
    ...objects(bridge, 'Bridge', known),
    ...objects(posed, 'PosedObjects', attached),
    'Bridge.addObject': {
      ...method(
        bridge,
        'addObject',
        object,
        options('ObjectBodyOptions', { ...own, shape: optional(NOTHING), maxVertices: VERTICES }),
      ),
      undo,
    },
    'Bridge.removeObject': {
      ...method(
        bridge,
        'removeObject',
        { ...object, good: () => known },
        argument('instanceId', undefined, optional(NOTHING)),
      ),
      undo: () => bridge.addObject(known),
    },
    'new DebugLines': {
      run: (own: three.Bridge, shown?: three.DebugLinesOptions, colors?: three.DebugLinesOptions['colors']) =>
        new three.DebugLines(own, colors === undefined ? shown : { colors }),
      args: [
        argument('bridge', bridge, NOTHING),
        options('DebugLinesOptions', {
          shapes: optional(FLAG),
          bounds: optional(FLAG),
          contacts: optional(FLAG),
          normals: optional(FLAG),
          colors: OPTIONS,
        }),
        options('', COLOR_KEYS, 'colors'),
      ],
    },
    'DebugLines.update': method(lines, 'update'),
    'DebugLines.dispose': method(lines, 'dispose'),
    'Bridge.pick': method(bridge, 'pick', raycaster, pick),
    'Bridge.pickSync': method(bridge, 'pickSync', raycaster, pick),
  };
}

/** A port to a loop of bodies without an engine. */
function served(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  loops.serveLoop(() => ({ dynamics: new FakeStepper(), calls: { echo: (given) => given } }), port2);
  return port1;
}

/** A call of a loop over a worker, made for this call. */
const ofWorkerLoop = (name: keyof WorkerLoop, ...args: Argument[]): Call => ({
  async run(...given: never[]) {
    const loop = await loops.createWorkerLoop(served(), { requestFrame: () => {} });
    try {
      return await (loop[name] as (...given: never[]) => unknown).apply(loop, given);
    } finally {
      await loop.close();
    }
  },
  args,
});

export function loopCalls({ dynamics }: Fixture): Record<string, Call> {
  const loop = loops.createLoop({ dynamics, requestFrame: () => {} });
  const step = optional({ takes: [], either: NUMBER.either });
  const frames = {
    step,
    maxSteps: optional({ takes: ['1'], either: [] }),
    onFrame: optional(FUNCTION),
    onError: optional(FUNCTION),
    requestFrame: optional(FUNCTION),
  };
  const loopOptions = options('LoopOptions', { ...frames, dynamics: NOTHING, onStep: optional(FUNCTION) }, 'options', {
    dynamics,
  });
  return {
    createLoop: { run: loops.createLoop as Call['run'], args: [{ ...loopOptions, name: '', kind: NOTHING }] },
    createWorkerLoop: {
      run: loops.createWorkerLoop as Call['run'],
      args: [
        { ...argument('worker', undefined, NOTHING), good: served },
        options('WorkerLoopOptions', { ...frames, args: CLONEABLE, shared: optional(FLAG) }),
      ],
      undo: (made) => (made as loops.WorkerLoop<loops.LoopCalls>).close(),
    },
    'WorkerLoop.start': ofWorkerLoop('start'),
    'WorkerLoop.stop': ofWorkerLoop('stop'),
    'WorkerLoop.stepOnce': ofWorkerLoop('stepOnce'),
    'WorkerLoop.call': ofWorkerLoop('call', argument('name', 'echo', NOTHING), argument('args', 1, CLONEABLE)),
    'WorkerLoop.close': ofWorkerLoop('close'),
    serveLoop: {
      run: loops.serveLoop as Call['run'],
      args: [
        argument('make', () => ({ dynamics }), FUNCTION),
        argument('endpoint', new MessageChannel().port1, NOTHING),
      ],
    },
    readPose: {
      run: loops.readPose as Call['run'],
      args: [
        argument('poses', loop.poses, NOTHING),
        argument('id', 0, ID),
        argument('position', [0, 0, 0], LIST),
        argument('rotation', [0, 0, 0, 1], LIST),
      ],
    },
    'Loop.start': { ...method(loop, 'start'), undo: () => loop.stop() },
    'Loop.stop': method(loop, 'stop'),
    'Loop.stepOnce': method(loop, 'stepOnce'),
    'Loop.betweenSteps': {
      // an error of the task rejects the promise that the call returned
      run: (task: never) => void loop.betweenSteps(task).catch(() => {}),
      args: [argument('task', () => 1, FUNCTION)],
    },
  };
}
