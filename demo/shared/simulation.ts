/** An engine with one world. A frame moves all bodies, finds the candidate pairs, and measures their distances. */
import { createEngine, type DistanceResults, type Engine, type EngineOptions, Status } from 'hullstorm';
import type { World } from '../../scenes/world.ts';

/** Times of the stages of a frame (ms), and counts. Each frame overwrites it. */
export interface Frame {
  move: number;
  pairs: number;
  distance: number;
  pairCount: number;
  overlapCount: number;
}

export interface Simulation {
  readonly engine: Engine;
  readonly world: World;
  readonly last: Frame;
  /** Runs the frame at `time` (s). Results are valid until the next frame. @param margin of the candidate pairs (m) */
  step(time: number, margin: number): Promise<DistanceResults>;
  close(): Promise<void>;
}

/** @throws QueryError for bad engine options */
export async function createSimulation(world: World, options: EngineOptions<never>): Promise<Simulation> {
  const engine = await createEngine(options);
  const bodies = world.addTo(engine.scene);
  const last: Frame = { move: 0, pairs: 0, distance: 0, pairCount: 0, overlapCount: 0 };
  return {
    engine,
    world,
    last,
    async step(time, margin) {
      const start = performance.now();
      bodies.advance(time);
      const moved = performance.now();
      const pairs = await engine.findPairs({ margin });
      const found = performance.now();
      const results = await engine.distance(pairs);
      const measured = performance.now();
      last.move = moved - start;
      last.pairs = found - moved;
      last.distance = measured - found;
      last.pairCount = results.count;
      last.overlapCount = countOverlaps(results);
      return results;
    },
    close: () => engine.close(),
  };
}

function countOverlaps({ status, count }: DistanceResults): number {
  let overlaps = 0;
  for (let i = 0; i < count; i++) if (status[i] === Status.Overlapping) overlaps++;
  return overlaps;
}
