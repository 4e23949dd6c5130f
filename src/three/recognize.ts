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

/** A body with the proportions of a class of three.js. */
interface Solid {
  /** The first vertex, from the center. */
  readonly first: readonly [number, number, number];
  /** How far a point is from the surface: < 0 inside. */
  distance(x: number, y: number, z: number): number;
  /** The shape, scaled along its axes; undefined if it is none of ours then. */
  shape(x: number, y: number, z: number): Shape | undefined;
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
  const [x, y, z] = solid.first;
  const center = new Vector3().fromArray(positions).sub(new Vector3(x, y, z));
  const most = TOLERANCE * Math.hypot(x, y, z);
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
    const half = [width / 2, height / 2, depth / 2] as const;
    return {
      first: half,
      distance: (x, y, z) => Math.max(Math.abs(x) - half[0], Math.abs(y) - half[1], Math.abs(z) - half[2]),
      shape: (x, y, z) => box(x * half[0], y * half[1], z * half[2]),
    };
  },

  SphereGeometry({ radius = 1, widthSegments = 32, phiLength, thetaStart = 0, thetaLength }) {
    const isBall = thetaStart === 0 && spans(phiLength, 2 * Math.PI) && spans(thetaLength, Math.PI);
    if (!isBall || widthSegments < FEWEST_SEGMENTS) return undefined;
    return {
      first: [0, radius, 0],
      distance: (x, y, z) => Math.hypot(x, y, z) - radius,
      shape: (x, y, z) =>
        isOne(x, y) && isOne(y, z) ? sphere(x * radius) : ellipsoid(x * radius, y * radius, z * radius),
    };
  },

  // the height was called `length` before version 174
  CapsuleGeometry({ radius = 1, length = 1, height = length, radialSegments = 8 }) {
    if (radialSegments < FEWEST_SEGMENTS) return undefined;
    const half = height / 2;
    return {
      first: [0, -half - radius, 0],
      distance: (x, y, z) => Math.hypot(x, y - Math.min(Math.max(y, -half), half), z) - radius,
      shape(x, y, z) {
        if (!(isOne(x, y) && isOne(y, z))) return undefined;
        return half > 0 ? capsule(x * half, x * radius) : sphere(x * radius);
      },
    };
  },

  CylinderGeometry: ({ radiusTop = 1, radiusBottom = 1, ...others }) => turned(radiusTop, radiusBottom, others),
  ConeGeometry: ({ radius = 1, ...others }) => turned(0, radius, others),
};

/** A cylinder, a cone, or what is between them. */
function turned(
  top: number,
  bottom: number,
  { height = 1, radialSegments = 32, thetaStart = 0, thetaLength }: Numbers,
): Solid | undefined {
  if (!spans(thetaLength, 2 * Math.PI) || radialSegments < FEWEST_SEGMENTS) return undefined;
  const half = height / 2;
  return {
    first: [top * Math.sin(thetaStart), half, top * Math.cos(thetaStart)],
    distance(x, y, z) {
      const side = Math.hypot(x, z) - (bottom + (top - bottom) * (0.5 + y / height));
      return Math.max(Math.abs(y) - half, side);
    },
    shape: (x, y, z) => (isOne(x, z) ? frustum(y * half, x * bottom, x * top) : undefined),
  };
}
