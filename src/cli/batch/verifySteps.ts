/** `hullstorm batch verify` of stepped worlds: a sample of them is stepped once more, and must have the same bytes. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchError, EXIT } from './failure.ts';
import { FileBytes } from './fileBytes.ts';
import { type Values, wholeOf } from './options.ts';
import { groupsOf } from './partCheck.ts';
import { PartFile } from './partFile.ts';
import { partsOf, type RunFile } from './runFolder.ts';
import { makeStepPlan } from './stepPlan.ts';
import { readWorldScene, WorldMaker } from './worlds.ts';

/** @returns the exit code: 1 if the bytes of a world are others */
export async function verifySteps(
  folder: string,
  run: RunFile,
  values: Values,
  { sample, random }: { readonly sample: number; readonly random: () => number },
): Promise<number> {
  const plan = await makeStepPlan(values);
  if (plan.hash !== run.plan) {
    throw new BatchError(EXIT.input, `${folder}: expected files and options of the run, got others`);
  }
  const maker = new WorldMaker(plan, await readWorldScene(plan), wholeOf('--threads', values.threads, 0) ?? 0);
  const always = Math.floor(random() * plan.blocks);
  const wrong: number[] = [];
  let [checked, rows] = [0, 0];
  for (const { path, sidecar } of partsOf(folder, run)) {
    const file = new FileBytes(path);
    for (const { group } of groupsOf(file, sidecar)) {
      rows += group.rows;
      const isChosen = random() < sample;
      if (!isChosen && group.block !== always) continue;
      const { count, columns } = await maker.block(group.block);
      const again = await PartFile.create(join(tmpdir(), 'hullstorm-verify.parquet'), plan.out, plan.metadata);
      again.write(group.block, count, columns);
      again.drop();
      checked += count;
      if (again.groups[0].sha256 !== group.sha256) wrong.push(plan.ids[group.block]);
    }
    file.close();
  }
  if (values.json) console.log(JSON.stringify({ rows, checked, wrong: wrong.length, worlds: wrong }));
  else {
    const which = wrong.length > 0 ? `: ${wrong.slice(0, 20).join(', ')}` : '';
    console.error(`checked ${checked} of ${rows} rows, ${wrong.length} worlds wrong${which}`);
  }
  return wrong.length > 0 ? EXIT.wrong : 0;
}
