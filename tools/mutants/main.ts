/** `npm run mutants`: puts faults into a copy of the sources, and tells which of them `npm test` finds (README.md). */
import { seeded } from '../../scenes/random.ts';
import { commandLine, flag, integer, words } from '../commandLine.ts';
import { AREAS } from './areas.ts';
import { SEED } from './flips.ts';
import { Imports } from './imports.ts';
import { listMutants, ROOT, readSources } from './list.ts';
import { filesOf, type Mutant } from './mutant.ts';
import { type Entry, isFound, readRecord, summary, writeRecord } from './record.ts';
import { RelatedTests, unitTests } from './relatedTests.ts';
import { type Outcome, runTests } from './runTests.ts';
import { Sandbox } from './sandbox.ts';

/** How many test files run first: mostly one of them finds a mutant. */
const FIRST_FILES = 2;
/** The most test files that run before a mutant is built: they load its source as it is. */
const MOST_DIRECT = 6;

const options = commandLine('npm run mutants', 'faults that are put into the sources, and which test finds each', {
  list: flag('prints the mutants, and runs none'),
  resume: flag('leaves out mutants that the record has'),
  survivors: flag('runs those that the record has as surviving'),
  check: flag('runs those that the record has as found; exit code 1 if one is no longer found'),
  renew: flag('takes mutants out of the record that the sources no longer have, and runs none'),
  full: flag('runs all tests on mutants that survive those of their area'),
  only: words([], 'ids'),
  area: words([], 'areas', [...AREAS.map(({ name }) => name), 'engine']),
  from: integer(0, 'the first mutant of the list', 0),
  count: integer(10_000, 'how many mutants; with --check, a choice of so many'),
  seed: integer(SEED, 'seed of the choice with --check', 0),
  files: integer(20, 'the most test files of its area that run on a mutant'),
  cpu: integer(240, 'CPU time of a test process (s), after which the mutant times out'),
  wall: integer(1800, 'time of a run of tests (s), after which the mutant times out'),
});

const texts = readSources();
const record = readRecord();
const { chosen, byId } = listMutants(texts, new Set(record.keys()));
const imports = new Imports(ROOT);
const allTests = unitTests(ROOT);
const related = new RelatedTests(ROOT, imports);
/** Tests that pass on the sources as they are, here and now. */
const sound = new Map<string, boolean>();

/** The result of the first of `files` that fails, and does not fail without the mutant. */
async function search(sandbox: Sandbox, files: readonly string[]): Promise<Outcome> {
  const left = files.filter((file) => sound.get(file) !== false);
  if (left.length === 0) return { result: 'passed' };
  const outcome = await runTests(sandbox.folder, left, options);
  const { result, by } = outcome;
  if (result !== 'failed' || by === undefined || sound.get(by)) return outcome;
  const { result: clean } = await runTests(ROOT, [by], options);
  sound.set(by, clean === 'passed');
  if (clean === 'passed') return outcome;
  console.log(`${by} fails without a mutant, too: it is left out`);
  return search(sandbox, files);
}

async function runMutant(sandbox: Sandbox, mutant: Mutant): Promise<Entry> {
  const { id, area, place, what } = mutant;
  const base = { id, area, place, what };
  const last = [record.get(id)?.by, mutant.test].find((test) => allTests.includes(test ?? ''));
  const files = filesOf(mutant);
  const near = new Set([...(last === undefined ? [] : [last]), ...files.flatMap((file) => related.of(file))]);
  const tests = [...near].slice(0, options.files);
  const nearest = tests.slice(0, last === undefined ? FIRST_FILES : 1);
  const direct = tests.filter((test) => files.every((file) => related.isDirect(test, file))).slice(0, MOST_DIRECT);
  const isBuilt = (test: string) => !direct.includes(test);
  const batches = [nearest.filter(isBuilt), tests.filter((test) => isBuilt(test) && !nearest.includes(test))];
  if (options.full) batches.push(allTests.filter((test) => !tests.includes(test)));
  sandbox.apply(mutant);
  try {
    const early = await find(sandbox, direct);
    if (early) return { ...base, ...early };
    const failure = sandbox.build(mutant);
    if (failure !== '') return { ...base, result: 'not built', why: failure.replaceAll(sandbox.folder, '').trim() };
    for (const batch of batches) {
      const late = await find(sandbox, batch);
      if (late) return { ...base, ...late };
    }
    return { ...base, result: 'survives', ...(options.full ? { all: true } : {}) };
  } finally {
    sandbox.restore(mutant);
  }
}

/** What the record says if one of `files` finds the mutant. */
async function find(sandbox: Sandbox, files: readonly string[]): Promise<Pick<Entry, 'result' | 'by'> | undefined> {
  const { result, by } = await search(sandbox, files);
  if (result === 'passed') return undefined;
  return { result: result === 'failed' ? 'found' : result, ...(by === undefined ? {} : { by }) };
}

function wanted(): Mutant[] {
  const { only, area, from, count, seed, check, resume, survivors } = options;
  const known = (id: string) => record.get(id);
  let list = only.length > 0 ? only.flatMap((id) => byId.get(id) ?? []) : [...chosen];
  if (area.length > 0) list = list.filter((mutant) => area.includes(mutant.area));
  if (survivors) list = list.filter(({ id }) => known(id)?.result === 'survives');
  if (check) {
    list = list.filter(({ id }) => known(id) && isFound(known(id)!));
    if (count < list.length) {
      const random = seeded(seed);
      const ranks = new Map(list.map((mutant) => [mutant, random()]));
      list.sort((a, b) => ranks.get(a)! - ranks.get(b)!);
    }
  } else list = list.filter(({ id }) => known(id)?.result !== 'equivalent' && !(resume && known(id)));
  return list.slice(from, from + count);
}

async function run(): Promise<void> {
  const list = wanted();
  const lost: string[] = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const sandbox = new Sandbox(ROOT, texts, imports);
  for (const [k, mutant] of list.entries()) {
    const start = performance.now();
    const entry = await runMutant(sandbox, mutant);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const by = entry.by ?? entry.why ?? '';
    console.log(
      `${k + 1}/${list.length} ${entry.id} ${entry.place}: ${entry.what}: ${entry.result} ${by} (${seconds} s)`,
    );
    if (!options.check) {
      record.set(entry.id, entry);
      writeRecord(record);
    } else if (!isFound(entry)) lost.push(entry.id);
  }
  if (options.check) {
    console.log(`${list.length - lost.length} of ${list.length} are found as before`);
    if (lost.length > 0) console.error(`no longer found: ${lost.join(',')}`);
    process.exitCode = lost.length > 0 ? 1 : 0;
  } else console.log(summary(record.values()));
}

const gone = [...record.keys()].filter((id) => !byId.has(id));
if (gone.length > 0) console.log(`the record has ${gone.length} mutants that the sources no longer have (--renew)`);
if (options.renew) {
  for (const id of gone) record.delete(id);
  writeRecord(record);
} else if (options.list) {
  for (const { id, area, place, what } of chosen) console.log(`${id} ${area} ${place}: ${what}`);
} else await run();
