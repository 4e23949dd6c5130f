/** A scene of colliders at any scale, and every question that an engine answers about it. */
import {
  createEngine,
  disk,
  type Engine,
  frustum,
  halfSpace,
  rounded,
  type Shape,
  taperedCapsule,
  triangle,
  verify,
} from 'hullstorm';
import { AnswerSheet, LENGTH, NORMAL, POINT, PURE, scaled, usedSlots } from './answerSheet.ts';
import type { Kernel } from './kernels.ts';
import { everyShape } from './mixedScene.ts';
import { seeded } from './random.ts';
import { sweep } from './sweep.ts';

export interface SceneSpec {
  readonly shapes: readonly Shape[];
  readonly count: number;
  /** Side of the cube of the positions (m). */
  readonly side: number;
  readonly seed: number;
  /** Not rotated, on a grid of this width, so that faces touch (m). */
  readonly grid?: number;
  readonly plane?: boolean;
}

/** Every kind of shape that the README lists, but the half-space. */
export function allShapes(): Shape[] {
  return [
    ...everyShape(),
    triangle([0, 0, 0, 0.5, 0, 0, 0, 0.5, 0]),
    frustum(0.3, 0.4, 0.1),
    disk(0.4),
    rounded(disk(0.3), 0.05),
    taperedCapsule(0.3, 0.1, 0.2),
  ];
}

const PAIRS = 16_384;
/** Rays, points, probes, casts and movers. */
const MANY = sweep(16, 64);
const SIMPLEX = Array.from({ length: 8 }, () => 0);
const DISTANCE = { status: PURE, separation: NORMAL, offsetA: POINT, offsetB: POINT, simplex: SIMPLEX };
const CAST = { status: PURE, t: PURE, normals: NORMAL, offsetsA: POINT, offsetsB: POINT };
const RAY = { status: PURE, ids: PURE, t: PURE, normals: NORMAL };

/** Fills a new engine with the scene at this unit, asks it everything, and closes it. */
export async function askScene(spec: SceneSpec, kernel: Kernel, unit: number): Promise<AnswerSheet> {
  const capacity = { shapes: 64, vertices: 8192, colliders: 512, pairs: 6 * PAIRS, contacts: PAIRS, casts: 512 };
  const engine = await createEngine({ workers: 0, kernel, warmUp: false, capacity });
  try {
    const shapes = fill(engine, spec, unit);
    const sheet = new AnswerSheet(() => engine.info.refined);
    askPairs(engine, sheet, unit);
    askContacts(engine, sheet, unit);
    const probes = makeProbes(spec, shapes, unit);
    askBounds(engine, sheet, probes, unit);
    askRays(engine, sheet, probes, unit);
    askProbes(engine, sheet, probes, unit);
    askCasts(engine, sheet, probes, unit);
    return sheet;
  } finally {
    await engine.close();
  }
}

/** @returns the ids of the shapes that move */
function fill({ scene }: Engine, { shapes, grid, side, count, seed, plane }: SceneSpec, unit: number): number[] {
  const random = seeded(seed);
  const ids = shapes.map((shape) => scene.addShape(scaled(shape, unit)));
  for (let k = 0; k < count; k++) {
    const place = [side * random(), side * random(), side * random()];
    const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.4];
    const position = scaled(grid === undefined ? place : place.map((c) => grid * Math.round(c / grid)), unit);
    scene.addCollider(ids[k % ids.length], { position, rotation: grid === undefined ? turn : [0, 0, 0, 1] });
  }
  if (plane) {
    const ground = scene.addShape(halfSpace());
    scene.addCollider(ground, { static: true, position: [0, 0.2 * side * unit, 0], rotation: [0.05, 0, 0.02, 1] });
  }
  return ids;
}

/** Moves every collider by up to `by` along each axis (m). */
function stir({ scene }: Engine, by: number): void {
  const random = seeded(7);
  for (let row = 0; row < scene.rows; row++) {
    for (let c = 0; c < 3; c++) scene.positions[4 * row + c] += by * (2 * random() - 1);
  }
}

/** Cold, warm, and after a small motion. */
function askPairs(engine: Engine, sheet: AnswerSheet, unit: number): void {
  const found = engine.findPairsSync({ margin: 0.3 * unit });
  const ids = found.ids.slice(0, 2 * found.count);
  const count = found.count;
  sheet.add('findPairs', count, { ids }, { ids: [0, 0] });
  const questions = Object.entries({
    'signed distance': {},
    'distance without depth': { depth: false },
    'distance up to 0.02': { maxDistance: 0.02 * unit },
    'distance up to 0': { maxDistance: 0 },
  });
  const lists = Array.from({ length: questions.length + 1 }, () => engine.createPairList(count));
  for (const list of lists) list.set(ids);
  for (const when of ['cold', 'warm', 'moved']) {
    if (when === 'moved') stir(engine, 1e-3 * unit);
    sheet.add(`intersect, ${when}`, count, engine.intersectSync(lists[questions.length]), { status: PURE });
    for (const [k, [name, options]] of questions.entries()) {
      const results = engine.distanceSync(lists[k], options);
      sheet.add(`${name}, ${when}`, count, results, DISTANCE);
    }
  }
  const { checked, worstError } = verify(engine.distanceSync(lists[0]));
  sheet.add('verify', 1, { checked: [checked], worstError: [worstError] }, { checked: PURE, worstError: PURE });
}

function askContacts(engine: Engine, sheet: AnswerSheet, unit: number): void {
  for (const margin of [0, 0.02, 0.25]) {
    for (const recycle of [0, 1e-3, 1e-3]) {
      const lengths = { margin: margin * unit, mostMotion: 5e-5 * unit };
      const contacts = engine.contactsSync({ ...lengths, recycle });
      const { count, pointCount } = contacts;
      const question = `contacts, margin ${margin}, recycle ${recycle}`;
      sheet.add(question, count, contacts, { status: PURE, separation: NORMAL, pointCount: PURE, recycled: PURE });
      const used = (column: ArrayLike<number>, per: number) => usedSlots(column, pointCount, count, 4, per);
      const points = pointCount.subarray(0, count).reduce((sum, each) => sum + each, 0);
      const pointsA = used(contacts.pointsA, 4);
      const pointsB = used(contacts.pointsB, 4);
      const features = used(contacts.features, 1);
      const previous = used(contacts.previous, 1);
      const columns = { pointsA, pointsB, features, previous };
      sheet.add(`points of ${question}`, points, columns, {
        pointsA: POINT,
        pointsB: POINT,
        features: PURE,
        previous: PURE,
      });
      stir(engine, 2e-5 * unit);
    }
  }
}

/** Shapes with poses and motions, which ask. */
interface Probes {
  readonly shapes: readonly number[];
  readonly places: readonly number[];
  readonly turns: readonly number[];
  /** x y z of a length of about a shape's. */
  readonly moves: readonly number[];
  /** Rotation vectors (rad). */
  readonly spins: readonly number[];
}

function makeProbes({ side, seed }: SceneSpec, shapes: readonly number[], unit: number): Probes {
  const random = seeded(seed + 1);
  const list = (count: number, from: number, to: number) =>
    Array.from({ length: count * MANY }, () => from + (to - from) * random());
  return {
    shapes: Array.from({ length: MANY }, (_, k) => shapes[k % shapes.length]),
    places: scaled(list(3, -0.1 * side, 1.1 * side), unit),
    turns: list(4, -0.5, 0.6),
    moves: scaled(list(3, -2, 2), unit),
    spins: list(3, -0.5, 0.5),
  };
}

function askBounds(engine: Engine, sheet: AnswerSheet, { places, moves }: Probes, unit: number): void {
  const volumes = Array.from({ length: MANY }, (_, k) => {
    const low = places.slice(3 * k, 3 * k + 3);
    const size = Math.abs(moves[3 * k]);
    return { box: [...low, ...low.map((c) => c + size)], sphere: [...low, size] };
  });
  for (const [name, found] of Object.entries({
    overlapBox: engine.overlapBoxSync(volumes.flatMap(({ box }) => box)),
    overlapSphere: engine.overlapSphereSync(volumes.flatMap(({ sphere }) => sphere)),
  })) {
    sheet.add(name, MANY + 1, found, { starts: PURE });
    sheet.add(`${name}, found`, found.starts[MANY], found, { ids: PURE });
  }
  for (const maxDistance of [0.1 * unit, Infinity]) {
    const points = engine.closestPointsSync(places, { maxDistance });
    const powers = { status: PURE, ids: PURE, distances: LENGTH, normals: NORMAL, offsets: POINT };
    sheet.add(`closestPoints up to ${maxDistance / unit}`, MANY, points, powers);
  }
}

function askRays(engine: Engine, sheet: AnswerSheet, { places, moves }: Probes, unit: number): void {
  const rays = engine.createRayList(MANY);
  rays.set(places, moves);
  sheet.add('castRays', MANY, engine.castRaysSync(rays), RAY);
  sheet.add('castRays, any', MANY, engine.castRaysSync(rays, { hits: 'any' }), { status: PURE });
  const all = engine.castRaysSync(rays, { hits: 'all' });
  sheet.add('castRays, all', MANY + 1, all, { starts: PURE });
  sheet.add('castRays, all hits', all.starts[MANY], all, { ids: PURE, t: PURE, normals: NORMAL });
  // directions of the same length at each unit: t is a length
  rays.set(places, scaled(moves, 1 / unit), unit);
  sheet.add('castRays up to 1', MANY, engine.castRaysSync(rays), { ...RAY, t: LENGTH });
}

function askProbes(engine: Engine, sheet: AnswerSheet, { shapes, places, turns, moves }: Probes, unit: number): void {
  const probes = engine.createProbeList(MANY);
  probes.set(shapes, places, turns);
  for (const margin of [0, 0.1]) {
    const near = engine.overlapShapesSync(probes, { margin: margin * unit });
    sheet.add(`overlapShapes, margin ${margin}`, MANY + 1, near, { starts: PURE });
    sheet.add(`overlapShapes, margin ${margin}, found`, near.starts[MANY], near, { ids: PURE });
  }
  const movers = engine.createCastList(MANY);
  movers.set(shapes, places, turns);
  for (let k = 0; k < MANY; k++) movers.moves.set(moves.slice(3 * k, 3 * k + 3), 4 * k);
  const skin = 1e-3 * unit;
  for (const [name, results] of Object.entries({
    separate: engine.separateSync(probes, { skin }),
    moveAndSlide: engine.moveAndSlideSync(movers, { skin }),
  })) {
    const { planeCounts } = results;
    const count = planeCounts.subarray(0, MANY).reduce((sum, each) => sum + each, 0);
    const way = 'pushes' in results ? results.pushes : results.displacements;
    sheet.add(
      name,
      MANY,
      { status: results.status, planeCounts, way },
      { status: PURE, planeCounts: PURE, way: POINT },
    );
    const planes = usedSlots(results.planes, planeCounts, MANY, 16, 4);
    const planeIds = usedSlots(results.planeIds, planeCounts, MANY, 16);
    sheet.add(`planes of ${name}`, count, { planes, planeIds }, { planes: NORMAL, planeIds: PURE });
  }
}

function askCasts(engine: Engine, sheet: AnswerSheet, probes: Probes, unit: number): void {
  const { shapes, places, turns, moves, spins } = probes;
  const casts = engine.createCastList(MANY);
  const pairs = engine.createPairList(128);
  pairs.set(engine.pairs.ids.slice(0, 2 * Math.min(128, engine.pairs.count)));
  const motions = new Float64Array(8 * engine.scene.rows);
  casts.set(shapes, places, turns);
  for (const isTurning of [false, true]) {
    for (let row = 0; row < MANY; row++) {
      casts.moves.set(moves.slice(3 * row, 3 * row + 3), 4 * row);
      casts.turns.set(isTurning ? spins.slice(3 * row, 3 * row + 3) : [0, 0, 0], 4 * row);
    }
    for (let row = 0; row < engine.scene.rows; row++) {
      const at = 3 * (row % MANY);
      motions.set(moves.slice(at, at + 3), 8 * row);
      motions.set(isTurning ? spins.slice(at, at + 3) : [0, 0, 0], 8 * row + 4);
    }
    for (const [name, options] of Object.entries({
      default: {},
      'with a skin': { skin: 0.01 * unit, tolerance: 1e-4 * unit },
      leaving: { skin: 0.01 * unit, leaving: true },
    })) {
      const how = `${name}${isTurning ? ', turning' : ''}`;
      sheet.add(`castShapes, ${how}`, MANY, engine.castShapesSync(casts, options), { ...CAST, ids: PURE });
      sheet.add(`castPairs, ${how}`, pairs.count, engine.castPairsSync(pairs, motions, options), CAST);
    }
  }
}
