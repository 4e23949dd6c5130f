/** A seeded scene of every kind of shape, and questions about it: the same code in Node and in the page. */
import { box, capsule, type Engine, hull, point, rounded, type Scene, segment, sphere } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';
import { seeded } from '../support/random.ts';

/** SHA-256 of every column of every answer, by name. */
export type Answers = Record<string, string>;

const COLLIDERS = 1200;
/** The scene lies this far from the origin (m): positions are f64. */
const FAR = 100_000;

/** Fills an empty scene. Only + − × ÷ and square roots: the same numbers in every engine. */
export function fillScene(scene: Scene, seed: number, count = COLLIDERS): void {
  const random = seeded(seed);
  const wide = () => 2 * random() - 1;
  const cloud = (points: number) => Array.from({ length: 3 * points }, wide);
  const shapes = [
    point(),
    segment(0.6),
    sphere(0.5),
    box(0.5, 0.4, 0.3),
    box(1.1, 0.05, 0.7),
    capsule(0.4, 0.25),
    rounded(box(0.3, 0.3, 0.3), 0.1),
    hull(cloud(6)),
    hull(cloud(40)),
    rounded(hull(cloud(12)), 0.05),
    // flat, and large enough for direction cells
    hull([0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1]),
    hull(onSphere(400, wide)),
  ].map((shape) => scene.addShape(shape));
  // Math.cbrt is not the same in every version of V8
  let side = 1;
  while (side ** 3 < count) side++;
  const half = 0.75 * side;
  for (let k = 0; k < count; k++) {
    const position = [FAR + half * wide(), half * wide(), half * wide()];
    scene.addCollider(shapes[k % shapes.length], { position, rotation: [wide(), wide(), wide(), wide() + 1.01] });
  }
  for (let id = 7; id < count; id += 101) scene.removeCollider(id);
}

function onSphere(count: number, wide: () => number): number[] {
  const points: number[] = [];
  while (points.length < 3 * count) {
    const [x, y, z] = [wide(), wide(), wide()] as const;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0.1 && length < 1) points.push(x / length, y / length, z / length);
  }
  return points;
}

/** Moves every collider a little. */
export function moveScene(scene: Scene, seed: number): void {
  const random = seeded(seed);
  for (let k = 0; k < 4 * scene.rows; k++) if (k % 4 !== 3) scene.positions[k] += 0.02 * (random() - 0.5);
}

/** Asks everything there is to ask. */
export function ask(engine: Engine, seed: number): Promise<Answers> {
  return askAll(engine, seed, false);
}

/** The same with the synchronous twins. */
export function askSync(engine: Engine, seed: number): Promise<Answers> {
  return askAll(engine, seed, true);
}

async function askAll(engine: Engine, seed: number, sync: boolean): Promise<Answers> {
  const answers: Answers = {};
  const find = (margin: number) => (sync ? engine.findPairsSync({ margin }) : engine.findPairs({ margin }));
  const pairs = await find(0.5);
  answers.pairs = await digest(pairs.ids, 2 * pairs.count);
  const overlaps = sync ? engine.intersectSync() : await engine.intersect();
  answers.overlaps = await digest(overlaps.status, pairs.count);
  await note(answers, 'cold', engine, sync);
  moveScene(engine.scene, seed);
  await note(answers, 'warm', engine, sync);
  await find(0.3);
  await note(answers, 'carried', engine, sync, { maxDistance: 0.2 });
  await note(answers, 'flat', engine, sync, { depth: false });
  await noteContacts(answers, 'first contacts', engine, sync);
  moveScene(engine.scene, seed + 1);
  await noteContacts(answers, 'next contacts', engine, sync);
  const boxes = [FAR - 4, -4, -4, FAR + 4, 4, 4, FAR, -9, -9, FAR + 9, 9, 9];
  const inside = sync ? engine.overlapBoxSync(boxes) : await engine.overlapBox(boxes);
  answers.inside = await digest(inside.ids, inside.starts[inside.count]);
  return answers;
}

/** Drops a heap of bodies into an engine without any, for a second. @returns SHA-256 of where they are and how they move */
export async function stepBodies(engine: Engine, seed: number, sync: boolean): Promise<string> {
  const random = seeded(seed);
  const wide = () => 2 * random() - 1;
  const dynamics = await createDynamics(engine);
  dynamics.addBody(box(20, 1, 20), { type: 'static', position: [0, -1, 0] });
  const shapes = [box(0.5, 0.4, 0.3), sphere(0.4), capsule(0.4, 0.25), hull(onSphere(20, wide))];
  for (let k = 0; k < 150; k++) {
    const position = [2 * wide(), 1 + 4 * random(), 2 * wide()];
    dynamics.addBody(shapes[k % shapes.length], { position, velocity: [wide(), -3, wide()] });
  }
  for (let step = 0; step < 60; step++) {
    if (sync) dynamics.stepSync(1 / 60);
    else await dynamics.step(1 / 60);
  }
  const { positions, rotations, rows } = engine.scene;
  const columns = [positions, rotations, dynamics.velocities, dynamics.spins];
  const digests = await Promise.all(columns.map((column) => digest(column, 4 * rows)));
  return digests.join(', ');
}

async function noteContacts(answers: Answers, name: string, engine: Engine, sync: boolean): Promise<void> {
  const options = { margin: 0.1, touching: 0.01 };
  const results = sync ? engine.contactsSync(options) : await engine.contacts(options);
  const { count, pointCount, features, previous, pointsA, pointsB } = results;
  answers[`${name}: pairs`] = await digest(results.pairs.ids, 2 * count);
  answers[`${name}: counts`] = await digest(pointCount, count);
  answers[`${name}: features`] = await digest(features, 4 * count);
  answers[`${name}: previous`] = await digest(previous, 4 * count);
  // what lies behind the last point of a pair is not defined
  const points: number[] = [];
  for (let p = 0; p < count; p++) {
    const end = 16 * p + 4 * pointCount[p];
    points.push(...pointsA.subarray(16 * p, end), ...pointsB.subarray(16 * p, end));
  }
  answers[`${name}: points`] = await digest(Float32Array.from(points), points.length);
  answers[`${name}: began`] = await digest(results.began, results.beganCount);
  answers[`${name}: stayed`] = await digest(results.stayed, results.stayedCount);
  answers[`${name}: ended`] = await digest(results.endedIds, 2 * results.endedCount);
}

async function note(
  answers: Answers,
  name: string,
  engine: Engine,
  sync: boolean,
  options?: { maxDistance?: number; depth?: boolean },
): Promise<void> {
  const { pairs } = engine;
  const results = sync ? engine.distanceSync(pairs, options) : await engine.distance(pairs, options);
  answers[`${name}.status`] = await digest(results.status, pairs.count);
  answers[`${name}.separation`] = await digest(results.separation, 4 * pairs.count);
  answers[`${name}.offsetA`] = await digest(results.offsetA, 4 * pairs.count);
  answers[`${name}.offsetB`] = await digest(results.offsetB, 4 * pairs.count);
  answers[`${name}.simplex`] = await digest(results.simplex, 8 * pairs.count);
}

/** SHA-256 of the first `length` elements, in hex, behind how many there are. */
export async function digest(
  column: Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array,
  length: number,
) {
  const bytes = new Uint8Array(new Uint8Array(column.buffer, column.byteOffset, length * column.BYTES_PER_ELEMENT));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${length}: ${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
