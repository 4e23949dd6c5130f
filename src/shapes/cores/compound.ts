/**
 * Convex shapes that move as one: their rows and places in a pool, below the nodes of a tree (tables/childTable.ts).
 */
import { type Keys, readOptions } from '../../checks.ts';
import { fail, refuse } from '../../errors.ts';
import { BOX_STRIDE, HIGH } from '../../meshes/boxes.ts';
import { buildTree, mostNodes } from '../../meshes/buildTree.ts';
import { PART_SOURCE } from '../../tables/childWords.ts';
import { POSITION, ROTATION } from '../../tables/partTable.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';
import { COMPOUND, MANY_TRAITS, SHAPE_STRIDE } from '../../tables/shapeWords.ts';
import { combinedBody } from '../mass/combinedBody.ts';
import { chained, turned } from '../mass/principalAxes.ts';
import type { UnitBody } from '../mass/unitBody.ts';
import { plus } from '../mass/vectors.ts';
import { type CheckedShape, checkedShape } from '../prepareShape.ts';
import { type CompoundPart, type CompoundShape, NOT_CONVEX, type Shape } from '../shape.ts';
import { HERE, isPlaced, listOfParts, type Place, readPlace } from './composite/place.ts';
import type { Core, CoreOf, PreparedShape, PrepareOf } from './core.ts';
import { checkNoRadius, isManyRow, type LocalBox, manySupport, NO_CHILDREN, prepareMany } from './many.ts';
import { writePartBox } from './partBox.ts';
import { registerOther } from './registry.ts';

/** Parts of a compound at most. */
export const MOST_COMPOUND_PARTS = 4096;

const KEYS: Keys<CompoundPart> = { shape: 0, position: 0, rotation: 0, density: 0 };

/**
 * Convex shapes that move as one: a chair, a hammer, a level of a building. One collider has one pose. Parts may
 * overlap; each counts for the mass then.
 *
 * @param parts 1 to 4,096 shapes, or `{ shape, position, rotation, density }`. Half-spaces, meshes and compounds are no
 *   parts
 */
export function compound(parts: readonly (Shape | CompoundPart)[]): CompoundShape {
  registerOther('compound', 'a compound');
  return { kind: 'compound', parts, radius: 0 };
}

/** Functions of the box around a compound. @internal */
export const compoundSupport = /* @__PURE__ */ manySupport(COMPOUND);

/** A part whose keys are checked. */
interface Part<C> {
  readonly checked: CheckedShape<C>;
  readonly place: Place;
  readonly density: number | undefined;
}

/** Checks the parts, except the numbers of their cores. @param coreOf returns the core of a kind */
function readParts<C>(at: string, { parts }: CompoundShape, coreOf: (kind: string) => C | undefined): Part<C>[] {
  return listOfParts<Shape | CompoundPart>(`${at}: parts`, parts, MOST_COMPOUND_PARTS).map((given, k) => {
    const where = `${at}: parts[${k}]`;
    if (typeof given !== 'object' || given === null) refuse(where, 'a shape, or { shape, position, … }', given);
    const hasPlace = isPlaced<CompoundPart>(where, given);
    const { shape, density, ...place } = hasPlace
      ? readOptions(where, given, KEYS)
      : { shape: given, density: undefined };
    if (density !== undefined && !(typeof density === 'number' && density > 0 && density < Infinity))
      refuse(`${where}: density`, 'a finite number > 0 (kg/m³)', density);
    const checked = checkedShape(where, shape as Shape, (kind) => {
      if (NOT_CONVEX[kind]) fail(where, 'a convex part with bounds', NOT_CONVEX[kind]);
      return coreOf(kind);
    });
    return { checked, place: hasPlace ? readPlace(where, place) : HERE, density };
  });
}

/** @internal */
export function prepareCompound(at: string, shape: CompoundShape, radius: number, prepareOf: PrepareOf): PreparedShape {
  checkNoRadius(at, radius, 'parts have radii');
  const places: Place[] = [];
  const prepared = readParts(at, shape, prepareOf).map(({ checked, place }) => {
    places.push(place);
    return checked.core(checked.at, checked.spec, checked.radius, prepareOf);
  });
  const count = prepared.length;
  const boxes = new Float32Array(BOX_STRIDE * count);
  for (const [k, part] of prepared.entries()) {
    const { half, radius, extent, vertices } = part;
    const slack = ROUNDING * (Math.hypot(...places[k].position) + extent + radius);
    writePartBox(boxes, BOX_STRIDE * k, { half, radius: radius + slack, points: [vertices, 3, 1] }, places[k]);
  }
  for (const value of boxes) if (!Number.isFinite(value)) fail(at, 'parts whose ends f32 holds', 'farther ones');
  const order = Uint32Array.from(prepared.keys());
  const room = new Int32Array(NODE_WORDS * mostNodes(count));
  const nodes = new Uint32Array(room.buffer).slice(0, NODE_WORDS * buildTree(boxes, order, 0, count, room));
  const rows = new Float32Array(SHAPE_STRIDE * count);
  const words = new Uint32Array(rows.buffer);
  for (const [k, source] of order.entries()) {
    rows.set(places[source].position, SHAPE_STRIDE * k + POSITION);
    rows.set(places[source].rotation, SHAPE_STRIDE * k + ROTATION);
    words[SHAPE_STRIDE * k + PART_SOURCE] = source;
  }
  const children = { ...NO_CHILDREN, nodes, parts: [...order].map((part) => prepared[part]), places: words, count };
  return prepareMany(compoundSupport, boxOf(boxes), children);
}

/** Places are rounded to f32, and so are boxes. */
const ROUNDING = 2 ** -21;

function boxOf(boxes: Float32Array): LocalBox {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < boxes.length; k += BOX_STRIDE) {
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], boxes[k + c]);
      high[c] = Math.max(high[c], boxes[k + HIGH + c]);
    }
  }
  return { low, high };
}

/** All parts of their densities, `density` for the others; the whole divided by `density`. */
function moments(at: string, shape: CompoundShape, _radius: number, coreOf: CoreOf, density: number): UnitBody {
  const bodies = readParts(at, shape, coreOf).map(({ checked, place, density: own = density }) => {
    const { core, spec, radius } = checked;
    const body = core.moments(checked.at, spec, radius, coreOf, own);
    return {
      ...body,
      center: plus(turned(place.rotation, ...body.center), place.position),
      axes: chained(place.rotation, body.axes),
      share: own / density,
    };
  });
  return combinedBody(bodies);
}

/** @internal */
export const compoundCore: Core = {
  kind: 'compound',
  code: COMPOUND,
  traits: MANY_TRAITS,
  prepare: prepareCompound,
  isSound: isManyRow,
  moments,
  hasFaces: false,
};
