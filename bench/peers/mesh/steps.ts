/** Steps of bodies in hullstorm and its peers: boxes on a terrain, and a heap of compounds. */
import { hullstormWorld } from '../../../scenes/hullstormSurfaces.ts';
import type { SurfaceWorld } from '../../../scenes/surfaceWorld.ts';
import { addBoxes, addCompounds } from '../../meshScenes.ts';
import { joltWorld } from '../surfaces/jolt.ts';
import { rapierWorld } from '../surfaces/rapier.ts';

const WORLDS: Readonly<Record<string, () => Promise<SurfaceWorld>>> = {
  hullstorm: () => hullstormWorld(),
  rapier: () => rapierWorld(false),
  jolt: () => joltWorld(false),
};
const DT = 1 / 60;
const TIMED = 60;
/** Of bodies asleep: one collection of garbage takes as long as all of 60 such steps. */
const TIMED_ASLEEP = 1200;

export async function stepRows(seed: number): Promise<string[][]> {
  const lines: string[][] = [];
  for (const [name, make] of Object.entries(WORLDS)) {
    const row = async (
      what: string,
      triangles: string,
      before: number,
      fill: (world: SurfaceWorld) => void,
      timed = TIMED,
    ) => {
      const world = await make();
      fill(world);
      for (let k = 0; k < before; k++) await world.step(DT);
      const begin = process.cpuUsage();
      for (let k = 0; k < timed; k++) await world.step(DT);
      const { user, system } = process.cpuUsage(begin);
      await world.close();
      lines.push([what, triangles, name, `${((user + system) / 1e3 / timed).toFixed(3)} ms`, '–']);
    };
    await row('step, 1,000 boxes', '200000', 90, (world) => addBoxes(world, seed));
    await row('the same, at rest', '200000', 290, (world) => addBoxes(world, seed));
    await row('step, 10 compounds', '–', 120, (world) => addCompounds(world, seed, false));
    await row('step, 10 asleep', '–', 900, (world) => addCompounds(world, seed, true), TIMED_ASLEEP);
  }
  return lines;
}
