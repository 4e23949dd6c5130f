/**
 * A game in the plane: a ship turns and shoots, stones drift and break. Overlaps come from one query per step, for
 * all bodies; a seeded autopilot plays. m, s.
 */
import { createEngine, Status } from 'hullstorm';
import { circle, polygon } from 'hullstorm/pair2d';

const DT = 1 / 60;
const HALF = 20; // of the field
const SHIP = 1;
const STONE = 2;
const SHOT = 4;

interface Thing {
  readonly id: number;
  readonly kind: number;
  readonly size: number;
  vx: number;
  vy: number;
  spin: number;
  left: number; // s that a shot lives
}

let state = 7;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const engine = await createEngine({ workers: 0, planar: true });
const { scene } = engine;
const shipShape = scene.addShape(polygon([1, 0, -0.7, 0.6, -0.7, -0.6]));
const shotShape = scene.addShape(circle(0.15));
/** A corner of a stone of seven sides. */
const corner = (radius: number, k: number) => {
  const angle = (2 * Math.PI * k) / 7;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};
const stone = (size: number) => polygon([0, 1, 2, 3, 4, 5, 6].flatMap((k) => corner(0.7 * size, k)));
const stoneShapes = [1, 2, 3].map((size) => scene.addShape(stone(size)));
const things = new Map<number, Thing>();

function add(kind: number, size: number, position: readonly number[], velocity: readonly number[]): Thing {
  const shape = kind === SHIP ? shipShape : kind === SHOT ? shotShape : stoneShapes[size - 1];
  // shots meet stones alone, stones meet the ship and shots
  const mask = kind === STONE ? SHIP | SHOT : STONE;
  const id = scene.addCollider(shape, { position, membership: kind, mask });
  const [vx, vy] = velocity;
  const thing = { id, kind, size, vx, vy, spin: kind === STONE ? random() - 0.5 : 0, left: 1.2 };
  things.set(id, thing);
  return thing;
}

function remove({ id }: Thing): void {
  scene.removeCollider(id);
  things.delete(id);
}

const ship = add(SHIP, 1, [0, 0], [0, 0]);
for (let k = 0; k < 6; k++) {
  const angle = (Math.PI * 2 * k) / 6;
  add(STONE, 3, [15 * Math.cos(angle), 15 * Math.sin(angle)], [2 * random() - 1, 2 * random() - 1]);
}
let points = 0;
let hits = 0;
let step = 0;
for (; step < 60 * 60; step++) {
  const stones = [...things.values()].filter(({ kind }) => kind === STONE);
  if (stones.length === 0) break;
  const { positions, angles } = scene;
  const [x, y] = [positions[2 * ship.id], positions[2 * ship.id + 1]];
  // the autopilot turns to the nearest stone, and shoots ten times per second
  const away = ({ id }: Thing) => Math.hypot(positions[2 * id] - x, positions[2 * id + 1] - y);
  const goal = stones.reduce((best, stone) => (away(stone) < away(best) ? stone : best));
  angles[ship.id] = Math.atan2(positions[2 * goal.id + 1] - y, positions[2 * goal.id] - x);
  if (step % 6 === 0) {
    const dx = Math.cos(angles[ship.id]);
    const dy = Math.sin(angles[ship.id]);
    add(SHOT, 1, [x + dx, y + dy], [18 * dx, 18 * dy]);
  }
  for (const thing of [...things.values()]) {
    // what leaves the field comes in at the other side
    positions[2 * thing.id] = wrap(positions[2 * thing.id] + thing.vx * DT);
    positions[2 * thing.id + 1] = wrap(positions[2 * thing.id + 1] + thing.vy * DT);
    if (thing.kind === STONE) angles[thing.id] += thing.spin * DT;
    if (thing.kind === SHOT) thing.left -= DT;
    if (thing.left <= 0) remove(thing);
  }
  const pairs = engine.findPairsSync();
  const { status } = engine.intersectSync(pairs);
  for (let k = 0; k < pairs.count; k++) {
    if (status[k] !== Status.Overlapping) continue;
    const two = [things.get(pairs.ids[2 * k]), things.get(pairs.ids[2 * k + 1])];
    const stone = two.find((thing) => thing?.kind === STONE);
    const other = two.find((thing) => thing && thing !== stone);
    // one of them was hit earlier in this step
    if (!stone || !other) continue;
    breakUp(stone);
    if (other.kind === SHOT) remove(other);
    else hits++;
  }
}
console.log(`${points} points in ${(step * DT).toFixed(1)} s, the ship was hit ${hits} times`);
await engine.close();

function breakUp(stone: Thing): void {
  const { positions } = scene;
  const at = [positions[2 * stone.id], positions[2 * stone.id + 1]];
  remove(stone);
  points += 10 * (4 - stone.size);
  if (stone.size === 1) return;
  for (let k = 0; k < 2; k++) {
    add(STONE, stone.size - 1, at, [stone.vx + 3 * (random() - 0.5), stone.vy + 3 * (random() - 0.5)]);
  }
}

function wrap(x: number): number {
  return x > HALF ? x - 2 * HALF : x < -HALF ? x + 2 * HALF : x;
}
