/**
 * One engine with one world in it, and the frame: move everything, find the candidate pairs, measure their distances.
 * The page and the headless demo run this same frame.
 */
import { createEngine, type DistanceResults, type Engine, type EngineOptions, Status } from 'hullstorm';
import type { World } from '../../scenes/world.ts';

/** How long each stage of the last frame took (ms), and what came out. Rewritten by every frame. */
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
  /** Does the frame at `time` (s). Results are valid until the next. @param margin of the candidate pairs (m) */
  step(time: number, margin: number): Promise<DistanceResults>;
  close(): Promise<void>;
}

/** @throws QueryError for engine options the library does not take */
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
