/**
 * Reads the parts of a sum or of a hull: a tree, whose leaves are prepared and placed in the frame of the whole. Each
 * key of the user's objects is read once.
 */
import { type Keys, numbers, readOptions, unreadable } from '../../../checks.ts';
import { fail, inspect, refuse } from '../../../errors.ts';
import { ADD, HULL_OF, MAX_NESTING, MAX_PARTS } from '../../../tables/partTable.ts';
import { chained, NO_TURN, type Quaternion, turned } from '../../mass/principalAxes.ts';
import { checkedShape } from '../../prepareShape.ts';
import type { HullOfShape, PlacedShape, Shape, ShapePart, SumShape } from '../../shape.ts';
import type { Prepare, PreparedShape, PrepareOf } from '../core.ts';
import { notTooLong } from '../lengths.ts';
import type { SupportShape } from '../userSupport.ts';

export type Vector = readonly [number, number, number];

/** A place in the frame of the whole. */
export interface Place {
  /** m */
  readonly position: Vector;
  /** Of length 1. */
  readonly rotation: Quaternion;
}

/** A shape without parts. */
export interface Leaf {
  readonly spec: Shape | SupportShape;
  readonly prepared: PreparedShape;
  /** The shape's own radius; that of `prepared` may be larger (m). */
  readonly own: number;
  readonly place: Place;
}

/** A sum or a hull. */
export interface Branch {
  readonly operation: typeof ADD | typeof HULL_OF;
  readonly parts: readonly Tree[];
  readonly radius: number;
}

export type Tree = Leaf | Branch;

const NOWHERE: Vector = [0, 0, 0];
export const HERE: Place = { position: NOWHERE, rotation: NO_TURN };
const PLACED: Keys<PlacedShape> = { shape: 0, position: 0, rotation: 0 };
const A_PART = 'a shape, or { shape, position, rotation }';

/** Checks and reads a shape with parts; its own radius is checked. `at` is the prefix of every error. */
export function readTree(at: string, shape: SumShape | HullOfShape, radius: number, prepareOf: PrepareOf): Tree {
  return new PartReader(at, prepareOf).branch(at, shape, radius, HERE, 1);
}

class PartReader {
  readonly #whole: string;
  readonly #prepareOf: PrepareOf;
  #leaves = 0;

  constructor(whole: string, prepareOf: PrepareOf) {
    this.#whole = whole;
    this.#prepareOf = prepareOf;
  }

  /** @param place of the branch in the whole. @param depth 1 for the whole */
  branch(at: string, shape: SumShape | HullOfShape, radius: number, place: Place, depth: number): Branch {
    if (depth > MAX_NESTING) fail(at, `sums and hulls nested ${MAX_NESTING} deep at most`, 'deeper ones');
    const operation = shape.kind === 'sum' ? ADD : HULL_OF;
    // the position of a sum is that of its first part; the others add to it
    const later = operation === ADD ? { position: NOWHERE, rotation: place.rotation } : place;
    const parts = listOf(`${at}: parts`, shape.parts).map((part, k) =>
      this.#part(`${at}: parts[${k}]`, part, k === 0 ? place : later, depth),
    );
    return { operation, parts, radius };
  }

  #part(where: string, given: ShapePart, parent: Place, depth: number): Tree {
    if (typeof given !== 'object' || given === null) refuse(where, A_PART, given);
    const isPlaced = isPlacedShape(where, given);
    const { shape, ...own } = isPlaced ? readOptions<PlacedShape>(where, given, PLACED) : { shape: given };
    const place = isPlaced ? chainedPlace(parent, readPlace(where, own)) : parent;
    const { spec, core, at, radius } = checkedShape(where, shape as Shape, (kind) => this.#prepareFor(where, kind));
    if (spec.kind === 'sum' || spec.kind === 'hullOf') return this.branch(at, spec, radius, place, depth + 1);
    this.#leaves++;
    if (this.#leaves > MAX_PARTS) fail(`${this.#whole}: parts`, `${MAX_PARTS} shapes in all at most`, 'more');
    return { spec, prepared: core(at, spec, radius, this.#prepareOf), own: radius, place };
  }

  #prepareFor(where: string, kind: string): Prepare | undefined {
    if (kind === 'halfSpace') fail(where, 'a shape with an end', 'a half-space');
    return this.#prepareOf(kind);
  }
}

function isPlacedShape(where: string, given: ShapePart): given is PlacedShape {
  try {
    return !('kind' in given);
  } catch (cause) {
    unreadable(where, cause);
  }
}

/** A copy of a list of parts. */
function listOf(where: string, parts: unknown): ShapePart[] {
  try {
    if (Array.isArray(parts)) {
      if (parts.length < 1 || parts.length > MAX_PARTS) fail(where, `1 to ${MAX_PARTS} shapes`, parts.length);
      return Array.from<ShapePart>(parts);
    }
  } catch (cause) {
    unreadable(where, cause);
  }
  refuse(where, 'an array of shapes', parts);
}

/** Checks the place of a part. Positions are rounded to f32, as all lengths of shapes. */
function readPlace(where: string, { position = NOWHERE, rotation = NO_TURN }: Partial<PlacedShape>): Place {
  const [x = 0, y = 0, z = 0] = numbers(`${where}: position`, 'x y z (m)', position, 3).map((value, k) => {
    notTooLong(`${where}: position[${k}]`, Math.abs(value), value);
    return Math.fround(value);
  });
  const own = numbers(`${where}: rotation`, 'a quaternion x y z w', rotation, 4);
  const largest = Math.max(...own.map(Math.abs));
  if (largest === 0) fail(`${where}: rotation`, 'a quaternion that is not zero', own.map(inspect).join(','));
  // divided first, so that squares neither underflow nor overflow
  const [a = 0, b = 0, c = 0, d = 0] = own.map((value) => value / largest);
  return { position: [x, y, z], rotation: chained([a, b, c, d], NO_TURN) };
}

/** The place of a part in the whole, from that of its parent. */
function chainedPlace({ position, rotation }: Place, own: Place): Place {
  const [x, y, z] = turned(rotation, ...own.position);
  return {
    position: [position[0] + x, position[1] + y, position[2] + z],
    rotation: chained(rotation, own.rotation),
  };
}
