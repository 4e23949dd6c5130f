/** Engines on a fake device (support/fakeGpu.ts), and scenes of boxes for them. */
import { afterEach, vi } from 'vitest';
import { createEngine, type Engine, type EngineOptions } from '../../src/index.node.ts';
import { box } from '../../src/publicApi.ts';
import { type FakeOptions, fakeGpu } from '../support/fakeGpu.ts';
import { seeded } from '../support/random.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  vi.unstubAllGlobals();
});

/** Makes an engine where WebGPU has these adapters, one after the other. */
export async function fakeEngine(kinds: readonly FakeOptions[] = [{}], options: EngineOptions = {}) {
  const fake = fakeGpu(...kinds);
  vi.stubGlobal('navigator', { gpu: fake.gpu });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const engine = await createEngine({
    gpu: true,
    workers: 0,
    capacity: { shapes: 16, colliders: 256, pairs: 8192 },
    ...options,
    tuning: { gpuFrom: 1, ...options.tuning },
  });
  open.push(engine);
  return { engine, fake };
}

/** Boxes in a room, some of which overlap, and pairs of them. */
export function fillRoom(engine: Engine, colliders = 100, pairs = 1000, seed = 1): Uint32Array {
  const random = seeded(seed);
  const { scene } = engine;
  const first = scene.addColliders(scene.addShape(box(0.5, 0.4, 0.3)), colliders);
  moveAll(engine, random);
  const ids = new Uint32Array(2 * pairs);
  for (let k = 0; k < pairs; k++) {
    const a = Math.trunc(random() * colliders);
    const b = (a + 1 + Math.trunc(random() * (colliders - 1))) % colliders;
    ids.set([first + a, first + b], 2 * k);
  }
  engine.pairs.set(ids);
  return ids;
}

/** Moves all colliders to other places of the room. */
export function moveAll({ scene }: Engine, random: () => number): void {
  for (let id = 0; id < scene.rows; id++) {
    const turn = Array.from({ length: 4 }, () => random() - 0.5);
    const size = Math.hypot(...turn);
    scene.positions.set([2 * random(), 2 * random(), 2 * random()], 4 * id);
    scene.rotations.set(
      turn.map((x) => x / size),
      4 * id,
    );
  }
}

/** The status column, copied. */
export function flagsOf({ status, count }: { status: Uint8Array; count: number }): number[] {
  return [...status.subarray(0, count)];
}
