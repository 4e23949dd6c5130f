/** The look of a shape: a geometry, which other shapes may share, and a scale. */
import type { Shape } from 'hullstorm';
import { BoxGeometry, type BufferGeometry, CapsuleGeometry, SphereGeometry, Vector3 } from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';

export interface Look {
  /** Shapes with the same key share one geometry, and so one draw call. */
  readonly key: string;
  makeGeometry(): BufferGeometry;
  readonly scale: readonly [number, number, number];
}

const UNSCALED = [1, 1, 1] as const;

/**
 * @param row part of the key of shapes that share no geometry
 * @param isOneOfMany round shapes then have fewer triangles
 */
export function lookOf(shape: Shape, row: number, isOneOfMany: boolean): Look {
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
    case 'hull':
      return { key: `hull ${row}`, makeGeometry: () => new ConvexGeometry(triples(shape.points)), scale: UNSCALED };
  }
}

function triples(points: ArrayLike<number>): Vector3[] {
  return Array.from(
    { length: points.length / 3 },
    (_, i) => new Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2]),
  );
}
