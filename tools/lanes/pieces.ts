/**
 * The pieces of the package's wasm: what a page loads alone (docs/decisions/wasm-in-pieces.md). All sources of a group
 * are compiled to one module, from which its pieces are cut. So a function is the same in each piece that has it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Packed } from '../../src/wasm/inflate.ts';
import { makeDelta } from './makeDelta.ts';

interface Group {
  /** Sources by piece: it has the functions that they export. */
  readonly pieces: Readonly<Record<string, readonly string[]>>;
  /** The modules that hold pieces: those of one module are needed together. Default: one of the same name. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Pieces that have all of another one, and are stored as the difference from it. */
  readonly bases?: Readonly<Record<string, string>>;
  /** The module with the relaxed builds of all pieces; kernels in f64 have none. */
  readonly relaxed?: string;
}

const kernels = (...names: string[]) => names.map((name) => `src/kernels/${name}.ts`);

const EXACT_DISTANCE = kernels('exact/distance');
const EXACT_POINTS = [...EXACT_DISTANCE, ...kernels('exact/placed', 'exact/points')];
const STEPPER = ['bodies', 'finishBodies', 'prepare', 'solve', 'bounce', 'deep', 'storeImpulses', 'alone'];

export const GROUPS = {
  wide: {
    pieces: {
      distance: [...kernels('rows/lanes/distanceTile', 'near/lanes/nearRows'), 'src/broad/wide/passes.ts'],
      contacts: kernels('contacts/lanes/contactTile', 'recycling/lanes/recycleRows', 'recycling/lanes/stampRows'),
      rays: kernels('rays/lanes/castRays'),
      points: kernels('points/lanes/findPoints'),
      casts: kernels('casts/lanes/castPairs', 'casts/lanes/sweptDescent'),
    },
    relaxed: 'relaxed',
  },
  exact: {
    pieces: {
      exactDistance: EXACT_DISTANCE,
      exactPoints: EXACT_POINTS,
      exactCasts: [...EXACT_POINTS, ...kernels('exact/casts')],
      exactContacts: kernels('exact/contacts'),
      exactChildren: kernels('exact/contacts', 'exact/children'),
    },
    modules: {
      exactDistance: 'distance',
      exactPoints: 'points',
      exactCasts: 'casts',
      exactContacts: 'contacts',
      exactChildren: 'children',
    },
    bases: { exactPoints: 'exactDistance', exactCasts: 'exactPoints', exactChildren: 'exactContacts' },
  },
  dynamics: {
    pieces: { stepper: STEPPER.map((name) => `src/dynamics/wide/${name}.ts`) },
    relaxed: 'stepperRelaxed',
  },
} as const satisfies Readonly<Record<string, Group>>;

export type GroupName = keyof typeof GROUPS;

/** All sources of a group, from the root. */
export function sourcesOf(group: GroupName): readonly string[] {
  return [...new Set(Object.values(GROUPS[group].pieces).flat())];
}

export type PackedPieces = Readonly<Record<string, Packed>>;

/** A group as the package has it. */
export interface PackedGroup {
  /** What the modules in `dist/wasm` hold, by name. */
  readonly modules: Readonly<Record<string, PackedPieces>>;
  /** Names of the files that `hullstorm wasm` writes, by piece; of a relaxed build by `pieceRelaxed`. */
  readonly files: Readonly<Record<string, string>>;
}

/** Compiles and packs a group. @param isDraft packs worse, and the strict build stands for the relaxed one */
export async function packGroup(group: GroupName, root: string, isDraft = false): Promise<PackedGroup> {
  // Binaryen takes a second to load: only if something is to compile
  const [{ compileBuilds, compileLanes }, { cut }] = await Promise.all([
    import('./compile.ts'),
    import('./assemble.ts'),
  ]);
  const { pieces, modules: moduleOf = {}, bases = {}, relaxed }: Group = GROUPS[group];
  const options = { entries: sourcesOf(group), root };
  const [strict, fused] = relaxed && !isDraft ? compileBuilds(options) : [compileLanes(options)];
  const pack = isDraft ? gzip : zopfli;
  const names = (sources: readonly string[]) =>
    sources.flatMap((path) => exportsOf(readFileSync(join(root, path), 'utf8')));
  const built = new Map(Object.entries(pieces).map(([piece, sources]) => [piece, cut(strict.wasm, names(sources))]));
  const modules: Record<string, PackedPieces> = {};
  const deltas: Record<string, Packed> = {};
  const files: Record<string, string> = {};
  for (const [piece, wasm] of built) {
    const base = built.get(bases[piece]);
    modules[moduleOf[piece] ?? piece] = { [piece]: await pack(base ? makeDelta(base, wasm) : wasm) };
    files[piece] = fileName(piece, wasm);
    if (!relaxed) continue;
    const build = fused ? cut(fused.wasm, names(pieces[piece])) : wasm;
    deltas[piece] = await pack(makeDelta(wasm, build));
    files[`${piece}Relaxed`] = fileName(`${piece}Relaxed`, build);
  }
  if (relaxed) modules[relaxed] = deltas;
  return { modules, files };
}

/** The names of the functions that a source exports. */
function exportsOf(source: string): string[] {
  return [...source.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
}

/** Two versions of a file have two names: caches may keep them for ever. */
const fileName = (piece: string, wasm: Uint8Array) =>
  `${piece}-${createHash('sha256').update(wasm).digest('hex').slice(0, 12)}.wasm`;

function gzip(bytes: Uint8Array): Packed {
  return { text: gzipSync(bytes, { level: 9, memLevel: 9 }).toString('base64'), bytes: bytes.length };
}

/** As `gzip`, 6 % smaller. */
async function zopfli(bytes: Uint8Array): Promise<Packed> {
  const { default: compressor } = await import('@gfx/zopfli');
  const packed = await compressor.gzipAsync(bytes, { numiterations: 15 });
  return { text: Buffer.from(packed).toString('base64'), bytes: bytes.length };
}
