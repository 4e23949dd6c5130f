/** What must hold in the tables of a mesh, slowly, and without the code that makes or checks them. */
import type { BakedMesh } from '../../src/meshes/bake.ts';

const HALF = 2 ** 26 - 1;

export interface TriangleOfMesh {
  /** The three corners, by their coordinates. */
  readonly corners: readonly string[];
  readonly points: readonly (readonly number[])[];
  readonly source: number;
}

export function trianglesOf({ triangles, vertices }: BakedMesh): TriangleOfMesh[] {
  return Array.from({ length: triangles.length / 4 }, (_, t) => {
    const points = [0, 1, 2].map((k) => [...vertices.subarray(4 * triangles[4 * t + k], 4 * triangles[4 * t + k] + 3)]);
    return { corners: points.map((point) => point.join()), points, source: triangles[4 * t + 3] };
  });
}

/** What is wrong with the tree: walks down from the root. */
export function faultsOfTree(mesh: BakedMesh): string[] {
  const faults: string[] = [];
  const reals = new Float32Array(mesh.nodes.buffer, mesh.nodes.byteOffset, mesh.nodes.length);
  const words = new Int32Array(mesh.nodes.buffer, mesh.nodes.byteOffset, mesh.nodes.length);
  const all = trianglesOf(mesh);
  const order: number[] = [];
  const nodes = new Set<number>();
  const visit = (node: number, depth: number): number[][] => {
    if (nodes.has(node) || depth > 64) faults.push(`node ${node} twice, or too deep`);
    if (faults.length > 0) return [];
    nodes.add(node);
    const own: number[][] = [];
    for (let child = 0; child < 4; child++) {
      const word = words[32 * node + 24 + child];
      if (word === 0) continue;
      let below: number[][] = [];
      if (word > 0) below = visit(word, depth + 1);
      for (let k = 0; word < 0 && k <= ((-1 - word) & 3); k++) {
        const triangle = ((-1 - word) >> 2) + k;
        order.push(triangle);
        below.push(...(all[triangle]?.points.map((point) => [...point]) ?? []));
      }
      for (const point of below) {
        for (let axis = 0; axis < 3; axis++) {
          const at = 32 * node + 4 * axis + child;
          if (!(reals[at] <= point[axis] && point[axis] <= reals[at + 12])) faults.push(`box of ${node}: ${child}`);
        }
      }
      own.push(...below);
    }
    return own;
  };
  visit(0, 1);
  if (nodes.size !== mesh.nodes.length / 32) faults.push('nodes without a parent');
  order.sort((a, b) => a - b);
  if (order.length !== all.length || order.some((triangle, k) => triangle !== k)) faults.push('runs do not tile');
  return faults;
}

/** What is wrong with the edge words: every triangle is compared with every other. */
export function faultsOfEdges(mesh: BakedMesh): string[] {
  const faults: string[] = [];
  const all = trianglesOf(mesh);
  const ends = (half: number) => {
    const { corners } = all[Math.floor(half / 3)];
    return [corners[half % 3], corners[(half + 1) % 3]] as const;
  };
  const halves = new Map<string, number[]>();
  mesh.edges.forEach((_, half) => {
    const key = [...ends(half)].sort().join(' ');
    halves.set(key, [...(halves.get(key) ?? []), half]);
  });
  mesh.edges.forEach((word, half) => {
    const group = halves.get([...ends(half)].sort().join(' '))!;
    const other = word & HALF;
    const isBorder = (word & (2 ** 28)) !== 0;
    if (isBorder !== (group.length === 1)) faults.push(`half edge ${half}: a border or not`);
    if (isBorder) return;
    if (other === half || !group.includes(other)) faults.push(`half edge ${half}: neighbor ${other}`);
    const namesBack = (mesh.edges[other] & HALF) === half;
    if (namesBack === ((word & (2 ** 30)) !== 0)) faults.push(`half edge ${half}: one way or not`);
    if (group.length === 2 && !namesBack) faults.push(`half edge ${half}: a pair`);
    if (group.length > 2) {
      const least = Math.min(...group.filter((k) => k !== half).map((k) => frontAngle(all, half, k)));
      if (frontAngle(all, half, other) > least + 1e-5) faults.push(`half edge ${half}: not the first in front`);
    }
  });
  return faults;
}

/** The angle from the front side of a triangle to another over the same edge, in (0, 2π]. */
function frontAngle(all: readonly TriangleOfMesh[], half: number, other: number): number {
  const { points } = all[Math.floor(half / 3)];
  const [a, b, c] = [points[half % 3], points[(half + 1) % 3], points[(half + 2) % 3]];
  const d = all[Math.floor(other / 3)].points[(other + 2) % 3];
  const minus = (u: readonly number[], v: readonly number[]) => u.map((x, k) => x - v[k]);
  const dot = (u: readonly number[], v: readonly number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const axis = minus(b, a);
  const flat = (x: readonly number[]) => {
    const u = minus(x, a);
    const part = dot(u, axis) / dot(axis, axis);
    return minus(
      u,
      axis.map((e) => e * part),
    );
  };
  const [u, v] = [flat(c), flat(d)];
  const normal = [axis[1] * u[2] - axis[2] * u[1], axis[2] * u[0] - axis[0] * u[2], axis[0] * u[1] - axis[1] * u[0]];
  const angle = Math.atan2(dot(normal, v) / Math.sqrt(dot(normal, normal)), dot(u, v) / Math.sqrt(dot(u, u)));
  return angle > 1e-5 ? angle : angle + 2 * Math.PI;
}
