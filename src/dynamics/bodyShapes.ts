/** Shapes of the stepper's bodies, with their mass properties. */
import { type MassProperties, massProperties, type Scene, type Shape } from 'hullstorm';
import { firstOf } from '../checks.ts';
import { fail } from '../errors.ts';
import { readShape } from '../shapes/shape.ts';

type Triple = [number, number, number];

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

  /** Mass properties at density 1 kg/m³ of a shape, or of a shape id. */
  massOf(where: string, shape: Shape | number): MassProperties {
    if (typeof shape !== 'number') return massProperties(shape, 1);
    const known = this.#find(shape);
    if (known === undefined) fail(`${where}: shape`, 'a shape, or an id of dynamics.addShape', shape);
    known.mass ??= massProperties(known.shape, 1);
    return known.mass;
  }

  /** The shape that `add` has added with this id, unless `scene.restore` has given the id to another shape. */
  #find(id: number): KnownShape | undefined {
    const known = this.#shapes.get(id);
    return known?.born === this.#scene.changes.shapeBornAt[id] ? known : undefined;
  }
}

/** A copy of a shape. Each key, each half extent and each radius is read once. */
export function ownShape(where: string, shape: Shape): Shape {
  const at = `${where}: shape`;
  const own = readShape(at, shape);
  const three = (key: string, given: unknown) =>
    firstOf(`${at}: ${key}`, 'three numbers', given, 3) as unknown as Triple;
  if (own.kind === 'box') return { ...own, halfExtents: three('halfExtents', own.halfExtents) };
  if (own.kind === 'ellipsoid') return { ...own, radii: three('radii', own.radii) };
  return own;
}
