/**
 * Reads the parts of a sum or of a hull: a tree, whose leaves are prepared and placed in the frame of the whole. Each
 * key of the user's objects is read once.
 */
import { type Keys, readOptions } from '../../../checks.ts';
import { fail, refuse } from '../../../errors.ts';
import { ADD, HULL_OF, MAX_NESTING, MAX_PARTS } from '../../../tables/partTable.ts';
import { checkedShape } from '../../prepareShape.ts';
import {
  type HullOfShape,
  NOT_CONVEX,
  type PlacedShape,
  type Shape,
  type ShapePart,
  type SumShape,
} from '../../shape.ts';
import type { Prepare, PreparedShape, PrepareOf } from '../core.ts';
import type { SupportShape } from '../userSupport.ts';
import { chainedPlace, HERE, isPlaced, listOfParts, NOWHERE, type Place, readPlace } from './place.ts';

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
    const parts = listOfParts<ShapePart>(`${at}: parts`, shape.parts, MAX_PARTS).map((part, k) =>
      this.#part(`${at}: parts[${k}]`, part, k === 0 ? place : later, depth),
    );
    return { operation, parts, radius };
  }

  #part(where: string, given: ShapePart, parent: Place, depth: number): Tree {
    if (typeof given !== 'object' || given === null) refuse(where, A_PART, given);
    const hasPlace = isPlaced<PlacedShape>(where, given);
    const { shape, ...own } = hasPlace ? readOptions<PlacedShape>(where, given, PLACED) : { shape: given };
    const place = hasPlace ? chainedPlace(parent, readPlace(where, own)) : parent;
    const { spec, core, at, radius } = checkedShape(where, shape as Shape, (kind) => this.#prepareFor(where, kind));
    if (spec.kind === 'sum' || spec.kind === 'hullOf') return this.branch(at, spec, radius, place, depth + 1);
    this.#leaves++;
    if (this.#leaves > MAX_PARTS) fail(`${this.#whole}: parts`, `${MAX_PARTS} shapes in all at most`, 'more');
    return { spec, prepared: core(at, spec, radius, this.#prepareOf), own: radius, place };
  }

  #prepareFor(where: string, kind: string): Prepare | undefined {
    const other = NOT_CONVEX[kind];
    if (other) fail(where, 'a convex shape with bounds', other);
    return this.#prepareOf(kind);
  }
}
