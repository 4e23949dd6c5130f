/**
 * The page: it draws what a worker simulates, and stays free. `npx vite examples/webWorker` after `npm run build`. With
 * the two headers of cross-origin isolation poses lie in shared memory; without them they are copied.
 */
import { createWorkerLoop, readPose } from 'hullstorm/loop';
import type { Simulation } from './simulation.ts';

const RADIUS = 0.45;
const canvas = document.querySelector('canvas')!;
const context = canvas.getContext('2d')!;
const output = document.querySelector('output')!;
const position = [0, 0, 0];
const rotation = [0, 0, 0, 1];

const worker = new Worker(new URL('./simulation.ts', import.meta.url), { type: 'module' });
const loop = await createWorkerLoop<Simulation>(worker, { args: { count: 160, radius: RADIUS }, onFrame: draw });
const threads = await loop.call('threads');
canvas.addEventListener('pointerdown', () => loop.call('bump', 9));
loop.start();

function draw(): void {
  canvas.width = canvas.clientWidth;
  canvas.height = canvas.clientHeight;
  const meter = Math.min(canvas.width / 17, canvas.height / 13);
  context.setTransform(meter, 0, 0, -meter, canvas.width / 2, canvas.height - meter / 2);
  context.strokeStyle = '#ffd9a0';
  context.lineWidth = 0.05;
  context.strokeRect(-8, 0, 16, 20);
  const { rows, awake } = loop.poses.to;
  for (let id = 5; id < rows; id++) {
    readPose(loop.poses, id, position, rotation);
    context.fillStyle = awake[id] ? '#e8965a' : '#5a6a90';
    context.beginPath();
    context.arc(position[0], position[1], RADIUS, 0, 2 * Math.PI);
    context.fill();
  }
  output.textContent = `${loop.steps} steps on ${threads} thread${threads === 1 ? '' : 's'}; click to bump`;
}

declare global {
  /** For the test of this example. */
  var loopOfPage: typeof loop;
}
globalThis.loopOfPage = loop;
