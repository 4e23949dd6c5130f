/** The look of a shape: a geometry, which other shapes may share, and a scale. */
import type { CompoundShape, HeightFieldShape, MeshShape, Shape } from 'hullstorm';
import { distance, point } from 'hullstorm/pair';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Color,
  CylinderGeometry,
  LatheGeometry,
  Quaternion,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Surface } from '../../scenes/surfaces.ts';

export interface Look {
  /** Shapes with the same key share one geometry, and so one draw call. */
  readonly key: string;
  makeGeometry(): BufferGeometry;
  readonly scale: readonly [number, number, number];
}

/** Radius of the disk that stands for the plane of a half-space (m). */
const FLOOR = 500;

const UNSCALED = [1, 1, 1] as const;

const SURFACE_POINTS = 400;
/** Far from every shape of the demo (m). */
const FAR = 1000;

/** A shape that can be drawn: a surface keeps no arrays, so it is drawn from those that it was made of. */
type Drawn = Exclude<Shape, MeshShape | HeightFieldShape>;

/** The triangles of a mesh. */
export function surfaceGeometry({ positions, indices }: Surface): BufferGeometry {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  if (indices) geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeVertexNormals();
  return geometry;
}

/** Colors of a terrain from its lowest to its highest vertex: the bed of a lake, its shore, grass, rock. */
const HEIGHT_COLORS = ['#8f9a6a', '#b9a777', '#7f9a5c', '#6d8a56', '#b3a58e'].map((color) => new Color(color));

/** Gives each vertex of a terrain the color of its height. */
export function colorByHeight(geometry: BufferGeometry): void {
  const { array, count } = geometry.getAttribute('position');
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < count; k++) {
    low = Math.min(low, array[3 * k + 1]);
    high = Math.max(high, array[3 * k + 1]);
  }
  const colors = new Float32Array(3 * count);
  const color = new Color();
  for (let k = 0; k < count; k++) {
    const place = ((array[3 * k + 1] - low) / Math.max(high - low, 1e-6)) * (HEIGHT_COLORS.length - 1);
    const step = Math.min(Math.floor(place), HEIGHT_COLORS.length - 2);
    color.lerpColors(HEIGHT_COLORS[step], HEIGHT_COLORS[step + 1], place - step).toArray(colors, 3 * k);
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
}

/**
 * @param row part of the key of shapes that share no geometry
 * @param isOneOfMany round shapes then have fewer triangles
 */
export function lookOf(given: Shape, row: number, isOneOfMany: boolean): Look {
  const shape = given as Drawn;
  const { radius } = shape;
  const [around, along] = isOneOfMany ? [12, 8] : [24, 16];
  switch (shape.kind) {
    case 'point':
      return {
        key: 'sphere',
        makeGeometry: () => new SphereGeometry(1, around, along),
        scale: [radius, radius, radius],
      };
    case 'segment':
      return {
        key: `capsule ${row}`,
        makeGeometry: () => new CapsuleGeometry(radius, 2 * shape.halfHeight, along / 2, around),
        scale: UNSCALED,
      };
    case 'box': {
      if (radius === 0) {
        return { key: 'box', makeGeometry: () => new BoxGeometry(2, 2, 2), scale: shape.halfExtents };
      }
      const [x, y, z] = shape.halfExtents.map((half) => 2 * (half + radius));
      return {
        key: `rounded box ${row}`,
        makeGeometry: () => new RoundedBoxGeometry(x, y, z, 3, radius),
        scale: UNSCALED,
      };
    }
    case 'frustum':
    case 'taperedCapsule':
      return {
        key: `${shape.kind} ${row}`,
        makeGeometry: () => profileGeometry(shape, around, along),
        scale: UNSCALED,
      };
    case 'ellipsoid':
      if (radius === 0) {
        return { key: 'sphere', makeGeometry: () => new SphereGeometry(1, around, along), scale: shape.radii };
      }
      return {
        key: `ellipsoid ${row}`,
        makeGeometry: () => grownEllipsoid(shape.radii, radius, around, along),
        scale: UNSCALED,
      };
    case 'halfSpace':
      return {
        key: 'half-space',
        makeGeometry: () => new CircleGeometry(FLOOR, 64).rotateX(-Math.PI / 2),
        scale: UNSCALED,
      };
    case 'sum':
    case 'hullOf':
      return { key: `${shape.kind} ${row}`, makeGeometry: () => new ConvexGeometry(surfaceOf(shape)), scale: UNSCALED };
    case 'compound':
      return { key: `compound ${row}`, makeGeometry: () => compoundGeometry(shape.parts), scale: UNSCALED };
    case 'hull':
      return { key: `hull ${row}`, makeGeometry: () => new ConvexGeometry(triples(shape.points)), scale: UNSCALED };
  }
}

interface PlacedByArrays {
  readonly shape: Shape;
  readonly position?: ArrayLike<number>;
  readonly rotation?: ArrayLike<number>;
}

/** The geometries of all parts, in their places. */
function compoundGeometry(parts: CompoundShape['parts']): BufferGeometry {
  const geometries = parts.map((part) => {
    const placed = 'kind' in part ? { shape: part } : part;
    // scenes write them as arrays
    const { shape, position = [0, 0, 0], rotation = [0, 0, 0, 1] } = placed as PlacedByArrays;
    const { makeGeometry, scale } = lookOf(shape, 0, true);
    const geometry = makeGeometry().scale(...scale);
    geometry.applyQuaternion(new Quaternion().fromArray(Array.from(rotation)).normalize());
    geometry.translate(position[0], position[1], position[2]);
    return geometry.index ? geometry.toNonIndexed() : geometry;
  });
  return mergeGeometries(geometries.map((geometry) => geometry.deleteAttribute('uv')));
}

/** A frustum or a tapered capsule turned around y. Its profile has an arc at each end, unless the rims are sharp. */
function profileGeometry(
  shape: Extract<Shape, { kind: 'frustum' | 'taperedCapsule' }>,
  around: number,
  along: number,
): BufferGeometry {
  const { halfHeight: h, radius } = shape;
  const isFrustum = shape.kind === 'frustum';
  if (isFrustum && radius === 0) return new CylinderGeometry(shape.topRadius, shape.bottomRadius, 2 * h, around);
  const low = { y: -h, rim: isFrustum ? shape.bottomRadius : 0, grown: radius + (isFrustum ? 0 : shape.radiusB) };
  const high = { y: h, rim: isFrustum ? shape.topRadius : 0, grown: radius + (isFrustum ? 0 : shape.radiusA) };
  const sine = (low.grown - high.grown) / (2 * h);
  // one ball may hold the other
  const [bottom, top] = sine >= 1 ? [low, low] : sine <= -1 ? [high, high] : [low, high];
  const slope = isFrustum ? Math.atan2(low.rim - high.rim, 2 * h) : bottom === top ? 0 : Math.asin(sine);
  const arc = ({ y, rim, grown }: typeof low, from: number, to: number) =>
    Array.from({ length: along / 2 + 1 }, (_, k) => {
      const angle = from + (2 * k * (to - from)) / along;
      return new Vector2(rim + grown * Math.cos(angle), y + grown * Math.sin(angle));
    });
  const profile = [
    new Vector2(0, bottom.y - bottom.grown),
    ...arc(bottom, -Math.PI / 2, slope),
    ...arc(top, slope, Math.PI / 2),
    new Vector2(0, top.y + top.grown),
  ];
  return new LatheGeometry(profile, around);
}

/** An ellipsoid grown by a radius: each point of its surface moved along the normal. */
function grownEllipsoid(
  radii: readonly [number, number, number],
  radius: number,
  around: number,
  along: number,
): BufferGeometry {
  const geometry = new SphereGeometry(1, around, along);
  const points = geometry.getAttribute('position');
  const normals = geometry.getAttribute('normal');
  for (let k = 0; k < points.count; k++) {
    const u = [points.getX(k), points.getY(k), points.getZ(k)];
    const n = new Vector3(u[0] / radii[0], u[1] / radii[1], u[2] / radii[2]).normalize();
    const [x, y, z] = [n.x, n.y, n.z].map((c, axis) => u[axis] * radii[axis] + radius * c);
    points.setXYZ(k, x, y, z);
    normals.setXYZ(k, n.x, n.y, n.z);
  }
  return geometry;
}

/** Points all over the surface of a shape: those nearest to points far away. */
function surfaceOf(shape: Shape): Vector3[] {
  const here = { position: [0, 0, 0] };
  return Array.from({ length: SURFACE_POINTS }, (_, k) => {
    const y = 1 - (2 * k + 1) / SURFACE_POINTS;
    const ring = Math.sqrt(1 - y * y);
    const turn = k * Math.PI * (3 - Math.sqrt(5));
    const position = [ring * Math.cos(turn), y, ring * Math.sin(turn)].map((c) => FAR * c);
    const [px, py, pz] = distance(shape, here, point(), { position }).offsetA;
    return new Vector3(px, py, pz);
  });
}

function triples(points: ArrayLike<number>): Vector3[] {
  return Array.from(
    { length: points.length / 3 },
    (_, i) => new Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2]),
  );
}
