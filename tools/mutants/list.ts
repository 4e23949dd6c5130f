/** All mutants of today's sources: reverted fixes (reverts.json) and flipped operators (flips.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf } from './areas.ts';
import { candidates, choose } from './flips.ts';
import type { Mutant } from './mutant.ts';

/** A fix of the history, turned back: in each file, `find` stands once, and `put` stood there before the fix. */
export interface Revert {
  readonly id: string;
  /** What the fix did: the subject of its commit. */
  readonly fix: string;
  readonly edits: readonly { readonly file: string; readonly find: string; readonly put: string }[];
  /** A test that came with the fix: it runs first. */
  readonly test?: string;
}

export const ROOT = join(import.meta.dirname, '../..');

/** The texts of sources that may have mutants, by path. */
export function readSources(root = ROOT): Map<string, string> {
  const paths = ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const sources = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => /(?<!\.d)\.ts$/.test(path));
  return new Map(sources.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

export function readReverts(): Revert[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'reverts.json'), 'utf8'));
}

/** @throws if a piece does not stand in its file once */
export function revertMutant({ id, fix, edits, test }: Revert, texts: ReadonlyMap<string, string>): Mutant {
  const placed = edits.map(({ file, find, put }) => {
    const text = texts.get(file) ?? '';
    const begin = text.indexOf(find);
    if (begin < 0 || text.includes(find, begin + 1)) {
      const got = begin < 0 ? 'none' : 'several';
      throw new Error(`reverts.json: ${id}: expected its text once in ${file}, got ${got}`);
    }
    return { file, begin, end: begin + find.length, text: put };
  });
  const [{ file }] = placed;
  const mutant = { id, area: areaOf(file).name, place: file, what: `without: ${fix}`, edits: placed };
  return test === undefined ? mutant : { ...mutant, test };
}

export interface Mutants {
  /** The mutants to run: all reverts, and the chosen flips. */
  readonly chosen: readonly Mutant[];
  /** Any flip of today's sources, by id. */
  readonly byId: ReadonlyMap<string, Mutant>;
}

/** @param kept ids of flips that are chosen before others: those of the record */
export function listMutants(texts = readSources(), kept: ReadonlySet<string> = new Set()): Mutants {
  const reverts = readReverts().map((revert) => revertMutant(revert, texts));
  const flips = candidates(texts);
  const chosen = [...reverts, ...choose(flips, kept)];
  return { chosen, byId: new Map([...reverts, ...flips].map((mutant) => [mutant.id, mutant])) };
}
