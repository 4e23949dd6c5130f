/** Parts that all cores of tier smooth share. */
import type { SupportCore } from '../../kernels/cores/geometry.ts';
import { directionCode, loadDirection } from '../../kernels/supports/directionCode.ts';
import { SMOOTH, VERTEX_COUNT, VERTEX_ROWS } from '../../tables/shapeWords.ts';
import type { PreparedShape, SnapshotShapes } from './core.ts';
import { NO_CELLS, NO_COORDINATES, NO_NEIGHBORS } from './vertices.ts';

/** A prepared shape without vertices. */
export function prepareSmooth(
  core: SupportCore,
  radius: number,
  half: PreparedShape['half'],
  extent: number,
  numbers: NonNullable<PreparedShape['numbers']>,
): PreparedShape {
  return {
    core: core.code,
    traits: core.traits,
    cores: byCode([core]),
    radius,
    half,
    vertices: NO_COORDINATES,
    vertexCount: 0,
    vertexRows: 0,
    neighbors: NO_NEIGHBORS,
    cells: NO_CELLS,
    grid: 0,
    extent,
    numbers,
  };
}

/** Cores by their codes. */
export function byCode<C extends { readonly code: number }>(cores: readonly C[]): (C | undefined)[] {
  const list: (C | undefined)[] = [];
  for (const core of cores) list[core.code] = core;
  return list;
}

/** Whether a row of a snapshot has no vertices, and lengths ≥ 0 in all words of `lengths`. */
export function isSmoothRow({ words, reals }: SnapshotShapes, word: number, lengths: readonly number[]): boolean {
  return (
    words[word + VERTEX_COUNT] === 0 &&
    words[word + VERTEX_ROWS] === 0 &&
    lengths.every((at) => reals[word + at] >= 0 && reals[word + at] < Infinity)
  );
}

/** The functions of a core whose ids are directions. */
export function smoothSupport(code: number, support: SupportCore['support'], traits = SMOOTH): SupportCore {
  return { code, traits, support, idOf: directionCode, pointOf: pointBy(support) };
}

/** `pointOf` of a core whose ids are directions: the support of the direction in the middle of the code's cell. */
function pointBy(support: SupportCore['support']): SupportCore['pointOf'] {
  return (point, geometry, word, id) => {
    loadDirection(point, id);
    support(point, geometry, word);
  };
}
