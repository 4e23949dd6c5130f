/**
 * A character walks up stairs and a slope, and over a terrain: gravity, steps and ground by `moveAndSlide`. m, s; y up,
 * it walks along x.
 */
import { box, capsule, createEngine, heightField } from 'hullstorm';

const SPEED = 3; // m/s
const GRAVITY = -9.81;
const DT = 1 / 60;
const HIGHEST_STEP = 0.35;
/** From the center of the capsule to its feet. */
const FEET = 0.8;
/** Cosine of the steepest slope to stand on, 60°: what a capsule meets of an edge counts, too. */
const STEEPEST = 0.5;

const engine = await createEngine({ workers: 0 });
const { scene } = engine;
// ten stairs of 0.25 m, a ramp of 20° down, then hills
const stair = scene.addShape(box(0.25, 0.125, 2));
for (let k = 0; k < 10; k++) scene.addCollider(stair, { position: [3 + 0.5 * k, 0.125 + 0.25 * k, 0] });
scene.addCollider(scene.addShape(box(20, 0.5, 2)), { position: [0, -0.5, 0] });
const down = (-20 * Math.PI) / 180;
scene.addCollider(scene.addShape(box(4, 0.1, 2)), {
  position: [7.75 + 4 * Math.cos(down) + 0.1 * Math.sin(down), 2.5 + 4 * Math.sin(down) - 0.1 * Math.cos(down), 0],
  rotation: [0, 0, Math.sin(down / 2), Math.cos(down / 2)],
});
const heightAt = (row: number, column: number) => 0.4 * Math.sin(column) + 0.3 * Math.cos(row);
const heights = Float32Array.from({ length: 33 * 33 }, (_, k) => heightAt(Math.floor(k / 33), k % 33));
const hills = heightField({ rows: 33, columns: 33, spacing: [1, 1], heights });
scene.addCollider(scene.addShape(hills), { position: [36, -0.2, 0], static: true });

const mover = engine.createCastList(1);
mover.set(scene.addShape(capsule(0.5, 0.3)), [0, 0.801, 0]);
const { positions, moves } = mover;
let isOnGround = false;
let falling = 0; // m/s
let highest = 0;
for (let step = 1; step <= 60 * 15; step++) {
  if (isOnGround) {
    // up, forward, down again: so stairs are no walls, and slopes are no jumps
    const lift = move(0, HIGHEST_STEP, 0);
    move(SPEED * DT, 0, 4);
    const before = positions[1];
    move(0, -lift - HIGHEST_STEP, 0);
    falling = 0;
    if (!isOnGround) positions[1] = before - lift;
  } else {
    falling += GRAVITY * DT;
    move(SPEED * DT, falling * DT, 4);
  }
  highest = Math.max(highest, positions[1] - FEET);
  if (step % 180 === 0) {
    const place = `${positions[0].toFixed(1)} m, feet at ${(positions[1] - FEET).toFixed(2)} m`;
    console.log(`${step / 60} s: ${place}, ${isOnGround ? 'on the ground' : 'in the air'}`);
  }
}
console.log(`highest ${highest.toFixed(2)} m`);
await engine.close();

/** Moves the character along x and y, and looks whether it met ground. @returns how far up it went (m) */
function move(x: number, y: number, slides: number): number {
  moves.set([x, y, 0]);
  const { displacement, planes } = engine.moveAndSlideSync(mover, { slides }).read(0);
  for (let c = 0; c < 3; c++) positions[c] += displacement[c];
  isOnGround = planes.some(({ normal }) => normal[1] > STEEPEST);
  return displacement[1];
}
