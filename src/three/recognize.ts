/**
 * Boxes, spheres, capsules, cylinders and cones of three.js as shapes. A geometry keeps the name and the parameters of
 * its class when its vertices are moved, so each vertex is checked against the surface that they describe.
 */
import { box, capsule, ellipsoid, frustum, type Shape, sphere } from 'hullstorm';
import { type BufferGeometry, Vector3 } from 'three';

/** A shape, and where it is. */
export interface Recognized {
  readonly shape: Shape;
  /** Its origin in the frame of the geometry: not 0 if it was translated. */
  readonly center: Vector3;
}

type Numbers = Readonly<Record<string, number>>;

type Of<T> = (x: number, y: number, z: number) => T;

/** A body with the proportions of a class of three.js. */
interface Solid {
  /** The first vertex, from the center. */
  readonly first: readonly [number, number, number];
  /** How far a point is from the surface: < 0 inside. */
  readonly distance: Of<number>;
  /** The shape, scaled along its axes; undefined if it is none of ours then. */
  readonly shape: Of<Shape | undefined>;
}

/** With fewer segments around it is meant to have edges: a pyramid, a hexagonal prism. */
const FEWEST_SEGMENTS = 8;
/** Part of the size by which vertices may be off. */
const TOLERANCE = 1e-4;
/** Part by which two factors of a scale may differ and count as one: those of instances are f32. */
const ROUNDING = 1e-5;

/**
 * The shape of a geometry, scaled.
 * @param positions its vertices
 * @param scale factors of x, y and z; signs do not count, since all these shapes are their own mirror images
 * @returns undefined for other geometries, for parts of a whole, and where the scale or the vertices fit no shape
 */
export function recognize(
  geometry: BufferGeometry,
  positions: Float32Array,
  scale: readonly [number, number, number],
): Recognized | undefined {
  const { parameters } = geometry as BufferGeometry & { readonly parameters?: Numbers };
  const solid = parameters && Object.hasOwn(SOLIDS, geometry.type) && SOLIDS[geometry.type]?.(parameters);
  if (!solid || !isWhole(geometry)) return undefined;
  const first = new Vector3(...solid.first);
  const center = new Vector3().fromArray(positions).sub(first);
  const most = TOLERANCE * first.length();
  for (let k = 0; k < positions.length; k += 3) {
    const off = solid.distance(positions[k] - center.x, positions[k + 1] - center.y, positions[k + 2] - center.z);
    if (!(Math.abs(off) <= most)) return undefined;
  }
  const shape = solid.shape(Math.abs(scale[0]), Math.abs(scale[1]), Math.abs(scale[2]));
  // rounding may have moved it
  return shape && { shape, center: center.length() <= most ? center.set(0, 0, 0) : center };
}

const isWhole = ({ index, attributes, drawRange }: BufferGeometry) =>
  drawRange.start === 0 && drawRange.count >= (index ? index.count : attributes.position.count);

const isOne = (a: number, b: number) => Math.abs(a - b) <= ROUNDING * Math.max(a, b);

/** Whether an angle is a whole turn, or a whole half turn. */
const spans = (angle: number | undefined, whole: number) => angle === undefined || angle >= whole - 1e-6;

const SOLIDS: Readonly<Record<string, ((parameters: Numbers) => Solid | undefined) | undefined>> = {
  BoxGeometry({ width = 1, height = 1, depth = 1 }) {
    const [hx, hy, hz] = [width / 2, height / 2, depth / 2];
    const distance: Of<number> = (x, y, z) => Math.max(Math.abs(x) - hx, Math.abs(y) - hy, Math.abs(z) - hz);
    return { first: [hx, hy, hz], distance, shape: (x, y, z) => box(x * hx, y * hy, z * hz) };
  },
  SphereGeometry({ radius = 1, widthSegments = 32, phiLength, thetaStart = 0, thetaLength }) {
    const isBall = thetaStart === 0 && spans(phiLength, 2 * Math.PI) && spans(thetaLength, Math.PI);
    return isBall ? round(radius, 0, radius, widthSegments) : undefined;
  },
  // the height was called `length` before version 174
  CapsuleGeometry: ({ radius = 1, length = 1, height = length, radialSegments = 8 }) =>
    round(radius, height / 2, -height / 2 - radius, radialSegments),
  CylinderGeometry: ({ radiusTop = 1, radiusBottom = 1, ...others }) => turned(radiusTop, radiusBottom, others),
  ConeGeometry: ({ radius = 1, ...others }) => turned(0, radius, others),
};

/** A sphere or a capsule. @param first y of the first vertex */
function round(radius: number, half: number, first: number, segments: number): Solid | undefined {
  if (segments < FEWEST_SEGMENTS) return undefined;
  const distance: Of<number> = (x, y, z) => Math.hypot(x, y - Math.min(Math.max(y, -half), half), z) - radius;
  const shape: Of<Shape | undefined> = (x, y, z) => {
    if (isOne(x, y) && isOne(y, z)) return half > 0 ? capsule(x * half, x * radius) : sphere(x * radius);
    return half > 0 ? undefined : ellipsoid(x * radius, y * radius, z * radius);
  };
  return { first: [0, first, 0], distance, shape };
}

/** A cylinder, a cone, or what is between them. */
function turned(top: number, bottom: number, others: Numbers): Solid | undefined {
  const { height = 1, radialSegments = 32, thetaStart = 0, thetaLength } = others;
  if (!spans(thetaLength, 2 * Math.PI) || radialSegments < FEWEST_SEGMENTS) return undefined;
  const half = height / 2;
  const radius = (y: number) => bottom + (top - bottom) * (0.5 + y / height);
  const distance: Of<number> = (x, y, z) => Math.max(Math.abs(y) - half, Math.hypot(x, z) - radius(y));
  const shape: Of<Shape | undefined> = (x, y, z) => (isOne(x, z) ? frustum(y * half, x * bottom, x * top) : undefined);
  return { first: [top * Math.sin(thetaStart), half, top * Math.cos(thetaStart)], distance, shape };
}
