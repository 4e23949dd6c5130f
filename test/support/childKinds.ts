/** A mesh, a height field and a compound, and their children as convex shapes of their own: for brute force. */
import { compound, type HeightFieldOptions, heightField, mesh, type Shape, triangle } from 'hullstorm';
import { PARTS, type Pose, placedAt } from './childWorlds.ts';
import { randomField, trianglesOfField } from './heightFields.ts';

type Random = () => number;

export interface ChildKind {
  readonly shape: Shape;
  readonly isStatic: boolean;
  /** By the user's numbers, in the frame of the whole. */
  readonly children: readonly { readonly number: number; readonly shape: Shape; readonly pose: Required<Pose> }[];
}

export const KINDS = ['mesh', 'heightField', 'compound'] as const;
export type KindName = (typeof KINDS)[number];

/** About 4 m wide, around the origin. */
export function kindOf(name: KindName, random: Random, sides: 'front' | 'both' = 'both'): ChildKind {
  if (name === 'compound') {
    const children = PARTS.map((part, number) => ({
      number,
      shape: part.shape as Shape,
      pose: { rotation: [0, 0, 0, 1], ...part } as Required<Pose>,
    }));
    return { shape: compound(PARTS), isStatic: false, children };
  }
  const field: HeightFieldOptions = { ...randomField(random, 6, 6, [0.8, 0.8], 0.1), sides };
  const { positions, indices, children } = trianglesOfField(field);
  const asMesh = { positions, indices, sides };
  const trianglesOf = Array.from({ length: indices.length / 3 }, (_, k) => {
    const corners = [0, 1, 2].map((c) =>
      Array.from(positions.subarray(3 * indices[3 * k + c]!, 3 * indices[3 * k + c]! + 3)),
    );
    const [first] = corners;
    const own = corners.flatMap((corner) => corner.map((x, c) => x - first![c]!));
    return {
      number: name === 'mesh' ? k : children[k]!,
      shape: triangle(own),
      pose: { position: first!, rotation: [0, 0, 0, 1] },
    };
  });
  return { shape: name === 'mesh' ? mesh(asMesh) : heightField(field), isStatic: true, children: trianglesOf };
}

/** The pose of a child in the world. */
export function childPose(whole: Required<Pose>, { pose }: ChildKind['children'][number]) {
  return placedAt(whole, pose);
}
