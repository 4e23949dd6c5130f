/** Each synchronous query as the first call of its engine, in any environment. */
import type { BoxShape, Engine, EngineOptions } from 'hullstorm';

/** `hullstorm`, or the same with the queries of `hullstorm/core` by their names. */
export interface Library {
  createEngine(options: object): Promise<unknown>;
  box(hx: number, hy: number, hz: number): BoxShape;
  readonly [name: string]: unknown;
}

const POINTS = Float64Array.from({ length: 30 }, (_, k) => (k * 0.37) % 3);

function rayList(engine: Engine) {
  const rays = engine.createRayList(10);
  rays.set(
    POINTS,
    POINTS.map((c) => c - 1),
  );
  return rays;
}

function probeList(engine: Engine) {
  const probes = engine.createProbeList(10);
  probes.set(0, POINTS);
  return probes;
}

function castList(engine: Engine) {
  const casts = engine.createCastList(10);
  casts.set(0, POINTS);
  for (let k = 0; k < 10; k++) casts.moves.set([2, -1, 1], 4 * k);
  return casts;
}

/** By the query of `hullstorm/core`; '' is none: what the call returns has columns. */
const CALLS: Readonly<Record<string, readonly ((engine: Engine) => object)[]>> = {
  '': [
    (engine) => engine.findPairsSync({ margin: 0.2 }),
    (engine) => engine.intersectSync(),
    (engine) => engine.distanceSync(),
  ],
  contacts: [(engine) => engine.contactsSync({ margin: 0.05 })],
  rays: [(engine) => engine.castRaysSync(rayList(engine))],
  overlaps: [(engine) => engine.overlapBoxSync([0, 0, 0, 1, 1, 1]), (engine) => engine.overlapSphereSync([0, 0, 0, 1])],
  overlapShapes: [(engine) => engine.overlapShapesSync(probeList(engine))],
  closestPoints: [(engine) => engine.closestPointsSync(POINTS)],
  separate: [(engine) => engine.separateSync(probeList(engine))],
  castShapes: [(engine) => engine.castShapesSync(castList(engine))],
  castPairs: [(engine) => engine.castPairsSync(engine.pairs, new Float64Array(8 * COLLIDERS))],
  moveAndSlide: [(engine) => engine.moveAndSlideSync(castList(engine))],
  nearest: [(engine) => engine.nearestSync({ k: 2 })],
};
const COLLIDERS = 20;

/** Calls each in an engine of its own. @returns by the call the first numbers of all columns of its results */
export async function firstCalls(library: Library, options: EngineOptions): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [query, calls] of Object.entries(CALLS)) {
    for (const [place, call] of calls.entries()) {
      const queries = query in library ? { queries: [library[query]] } : {};
      const engine = (await library.createEngine({ ...options, ...queries })) as Engine;
      const cube = engine.scene.addShape(library.box(0.4, 0.3, 0.2));
      for (let k = 0; k < COLLIDERS; k++)
        engine.scene.addCollider(cube, { position: [0.6 * (k % 5), 0.1 * k, 0.2 * k] });
      answers[`${query} ${place}`] = columnsOf(call(engine));
      await engine.close();
    }
  }
  return answers;
}

function columnsOf(results: object): unknown {
  const columns = Object.entries(results).filter(([, value]) => ArrayBuffer.isView(value));
  return columns.map(([name, value]) => [name, Array.from((value as Float32Array).subarray(0, 10), String)]);
}
