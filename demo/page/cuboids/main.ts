/**
 * 100,000 cuboids that drift, ten pairs of each: flags of all pairs per frame, on a GPU. A shader draws the cuboids
 * from the engine's own buffers, and colors them by status. In the address `?count=2000` sets their number, `&far=1e6`
 * how far from 0 they are (m), and `&at=3` the time at which they stand still (s).
 */
import { box, createEngine, type GpuColumns } from 'hullstorm';
import { Drift } from './drift.ts';
import { CuboidView } from './view.ts';

const PAIRS_PER_BOX = 10;
const parameters = new URLSearchParams(location.search);
const count = Number(parameters.get('count') ?? 100_000);
const far = Number(parameters.get('far') ?? 0);
const stillAt = parameters.get('at');
const output = document.querySelector('output')!;

const engine = await createEngine({
  gpu: true,
  capacity: { colliders: count, pairs: PAIRS_PER_BOX * count },
  tuning: { gpuFrom: 1, gpuOnSoftware: true },
});
const { scene, pairs, gpuDevice } = engine;
const drift = new Drift(count, far);
for (const size of drift.sizes) scene.addCollider(scene.addShape(box(...size)));
pairs.set(drift.pairs(PAIRS_PER_BOX));
drift.turn(scene.rotations);
if (gpuDevice) await run(gpuDevice);
else tell(engine.info.fallbacks.at(-1)!);

async function run(device: GPUDevice): Promise<void> {
  const view = await CuboidView.create(document.querySelector('canvas')!, device, drift);
  const frame = async (milliseconds: number) => {
    const time = stillAt === null ? milliseconds / 1000 : Number(stillAt);
    drift.place(scene.positions, time);
    const { gpu } = await engine.intersect(pairs, { read: 'none' });
    if (!gpu) return tell(engine.info.fallbacks.at(-1) ?? `no GPU: ${engine.info.lastQuery?.why}`);
    view.draw(gpu as Required<GpuColumns>, time);
    tell(`${count.toLocaleString('en')} cuboids, ${pairs.count.toLocaleString('en')} pairs per frame`);
    globalThis.cuboidFrames = (globalThis.cuboidFrames ?? 0) + 1;
    if (stillAt === null) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function tell(text: string): void {
  if (output.textContent !== text) output.textContent = text;
}

declare global {
  /** Frames that have been drawn, for tests. */
  var cuboidFrames: number | undefined;
}
