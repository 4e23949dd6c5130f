/** Shapes of the stepper's bodies, with their mass properties. */
import {
  type CompoundPart,
  type MassProperties,
  massProperties,
  type Scene,
  type Shape,
  type ShapePart,
} from 'hullstorm';
import { firstOf, type Keys, lengthOf, numberList, readOptions } from '../checks.ts';
import { fail } from '../errors.ts';
import { readShape } from '../shapes/shape.ts';
import { type Extents, extentsOfMoments } from './massRow.ts';

type Triple = [number, number, number];

const PLACED: Keys<CompoundPart> = { shape: 0, position: 0, rotation: 0, density: 0 };

/** Kinds of shapes without curved surfaces, unless they have a radius. */
const FLAT: ReadonlySet<string> = new Set(['box', 'hull', 'halfSpace', 'mesh', 'heightField']);

/** Kinds of shapes that are symmetric about their centers. */
const SYMMETRIC: ReadonlySet<string> = new Set(['point', 'segment', 'box', 'ellipsoid']);

interface KnownShape {
  readonly shape: Shape;
  /** `scene.changes.shapeBornAt` when the shape was added. */
  readonly born: number;
  /** At density 1 kg/m³. Computed for the first dynamic body of the shape. */
  mass?: MassProperties;
}

export class BodyShapes {
  readonly #scene: Scene;
  /** By shape id. */
  readonly #shapes = new Map<number, KnownShape>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /**
   * Adds a shape to the scene, and keeps a copy. The mass is that of the shape that collides, even if the user's arrays
   * change later.
   * @returns the shape's id
   */
  add(where: string, given: Shape): number {
    const own = ownShape(where, given);
    const id = this.#scene.addShape(own);
    const shape = own.kind === 'hull' ? { ...own, points: Float32Array.from(own.points) } : own;
    this.#shapes.set(id, { shape, born: this.#scene.changes.shapeBornAt[id] });
    return id;
  }

  /** The kind of a shape, or of a shape id; undefined for an id that `add` did not return. */
  kindOf(shape: Shape | number): string | undefined {
    return typeof shape === 'number' ? this.#find(shape)?.shape.kind : shape.kind;
  }

  /** Whether a shape, or that of a shape id, has round parts: its contacts may roll. */
  isRound(shape: Shape | number): boolean {
    const known = typeof shape === 'number' ? this.#find(shape)?.shape : shape;
    return known !== undefined && isRound(known);
  }

  /** Extents of a compound about its position: the thickness of its thinnest part. Undefined for other shapes. */
  extentsOf(shape: Shape | number): Extents | undefined {
    const known = typeof shape === 'number' ? this.#find(shape)?.shape : shape;
    if (known?.kind !== 'compound') return undefined;
    let [thickness, reach] = [Infinity, 0];
    for (const part of known.parts) {
      const { shape: own, position = ORIGIN } = 'kind' in part ? { shape: part } : part;
      const { center, moments, mass } = massProperties(own, 1);
      const extents = extentsOfMoments(moments.map((moment) => moment / mass));
      thickness = Math.min(thickness, extents.thickness);
      reach = Math.max(
        reach,
        Math.hypot(...(firstOf('position', 'x y z', position, 3) as number[])) + Math.hypot(...center) + extents.reach,
      );
    }
    return { thickness, reach };
  }

  /** Whether a shape, or that of a shape id, has the same extent from its center of mass in opposite directions. */
  isSymmetric(shape: Shape | number): boolean {
    const known = typeof shape === 'number' ? this.#find(shape)?.shape : shape;
    if (known === undefined) return false;
    return SYMMETRIC.has(known.kind) || (known.kind === 'frustum' && known.bottomRadius === known.topRadius);
  }

  /**
   * Mass properties of a shape, or of a shape id, as multiples of a density.
   * @param density kg/m³: parts of a compound with densities of their own weigh more or less then
   */
  massOf(where: string, shape: Shape | number, density: number): MassProperties {
    if (typeof shape !== 'number') return unitMass(shape, density);
    const known = this.#find(shape);
    if (known === undefined) fail(`${where}: shape`, 'a shape, or an id of dynamics.addShape', shape);
    if (known.shape.kind === 'compound') return unitMass(known.shape, density);
    known.mass ??= unitMass(known.shape, 1);
    return known.mass;
  }

  /** The shape that `add` has added with this id, unless `scene.restore` has given the id to another shape. */
  #find(id: number): KnownShape | undefined {
    const known = this.#shapes.get(id);
    return known?.born === this.#scene.changes.shapeBornAt[id] ? known : undefined;
  }
}

const ORIGIN = [0, 0, 0];

/** Whether a shape has round parts. */
function isRound(shape: Shape): boolean {
  if (shape.kind === 'compound') return shape.parts.some((part) => isRound('kind' in part ? part : part.shape));
  return !FLAT.has(shape.kind) || ('radius' in shape && shape.radius > 0);
}

function unitMass(shape: Shape, density: number): MassProperties {
  if (shape.kind !== 'compound' || !(density > 0 && density < Infinity)) return massProperties(shape, 1);
  const { mass, moments, ...others } = massProperties(shape, density);
  const [x, y, z] = moments;
  return { ...others, mass: mass / density, moments: [x / density, y / density, z / density] };
}

/** Sums and hulls inside of each other, and parts of each, that are copied. The scene refuses more. */
const DEEPEST = 4;
const MOST_PARTS = 4096;

/** A copy of a shape. Each key, each half extent, each radius and each part is read once. */
export function ownShape(where: string, shape: Shape, depth = 0): Shape {
  const at = `${where}: shape`;
  const own = readShape(at, shape);
  const three = (key: string, given: unknown) =>
    firstOf(`${at}: ${key}`, 'three numbers', given, 3) as unknown as Triple;
  if (own.kind === 'box') return { ...own, halfExtents: three('halfExtents', own.halfExtents) };
  if (own.kind === 'ellipsoid') return { ...own, radii: three('radii', own.radii) };
  if (own.kind === 'hull' && depth > 0) {
    return { ...own, points: Float32Array.from(numberList(`${at}: points`, 'an array of xyz triples', own.points)) };
  }
  if (!('parts' in own) || depth === DEEPEST) return own;
  const count = lengthOf(`${at}: parts`, 'an array of shapes', own.parts);
  if (count > MOST_PARTS) return own;
  const parts = firstOf(`${at}: parts`, 'an array of shapes', own.parts, count) as ShapePart[];
  return { ...own, parts: parts.map((part, k) => ownPart(`${at}: parts[${k}]`, part, depth + 1)) } as Shape;
}

function ownPart(where: string, part: ShapePart, depth: number): Shape | CompoundPart {
  if (typeof part !== 'object' || part === null || 'kind' in part) return ownShape(where, part as Shape, depth);
  const { shape, position, rotation, density } = readOptions<CompoundPart>(where, part as CompoundPart, PLACED);
  const copy = (key: string, given: unknown, count: number) =>
    firstOf(`${where}: ${key}`, `${count} numbers`, given, count) as number[];
  return {
    shape: ownShape(where, shape as Shape, depth),
    ...(position && { position: copy('position', position, 3) }),
    ...(rotation && { rotation: copy('rotation', rotation, 4) }),
    ...(density !== undefined && { density }),
  };
}
