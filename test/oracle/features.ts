/**
 * Face normals and edges of a body's core, in its local frame, where the coordinates are exact f32 values.
 * Shared by the oracle and the certificate; a body without faces is a segment or a point.
 */
import type { Body } from './body.ts';

export interface Features {
  /** unit outward normal of each face, xyz triples */
  normals: Float64Array;
  /** two vertex ids per edge */
  edges: Int32Array;
  /** unit direction of each edge, xyz triples */
  directions: Float64Array;
  /** the two faces at each edge; −1 −1 where the core is a bare segment */
  sides: Int32Array;
  /** how far the normals at each edge may be off (rad): long thin triangles have normals of few good digits */
  slack: Float64Array;
  /** vertices that the faces or the segment use, without repetition */
  used: Int32Array;
}

/** Base slack of the Gauss-map test (rad): far above f64 rounding, and each needless survivor costs only time. */
const GAUSS_SLACK = 1e-9;
/** Normal error of a triangle (rad) is this times longest side over height. */
const NORMAL_ERROR = 1e-15;

export function coreFeatures(body: Body): Features {
  return body.faces.length > 0 ? polyhedron(body) : line(body);
}

function polyhedron({ vertices, faces }: Body): Features {
  const normals = new Float64Array(3 * faces.length);
  const errors = new Float64Array(faces.length);
  const found = new Map<number, number[]>(); // edge key → [low, high, face, other face]
  const used = new Set<number>();
  faces.forEach((face, f) => {
    errors[f] = GAUSS_SLACK + NORMAL_ERROR * faceNormal(vertices, face, normals, f);
    for (let k = 0; k < face.length; k++) {
      const u = face[k];
      const v = face[(k + 1) % face.length];
      used.add(u);
      const key = Math.min(u, v) * 65536 + Math.max(u, v);
      const edge = found.get(key);
      if (edge) edge.push(f);
      else found.set(key, [Math.min(u, v), Math.max(u, v), f]);
    }
  });
  const list = [...found.values()];
  for (const edge of list) if (edge.length !== 4) throw new Error(`oracle: open hull at edge ${edge[0]}-${edge[1]}`);
  const edges = Int32Array.from(list.flatMap((e) => [e[0], e[1]]));
  return {
    normals,
    edges,
    directions: directionsOf(vertices, edges),
    sides: Int32Array.from(list.flatMap((e) => [e[2], e[3]])),
    slack: Float64Array.from(list, (e) => Math.max(errors[e[2]], errors[e[3]])),
    used: Int32Array.from(used),
  };
}

function line({ vertices }: Body): Features {
  const from = farthest(vertices, 0);
  const to = farthest(vertices, from);
  const length = between(vertices, from, to);
  const isPoint = length === 0;
  const edges = Int32Array.from(isPoint ? [] : [from, to]);
  const directions = directionsOf(vertices, edges);
  for (let p = 0; !isPoint && 3 * p < vertices.length; p++) {
    const off = [0, 1, 2].map((i) => vertices[3 * p + i] - vertices[3 * from + i]);
    const [x, y, z] = directions;
    const side = Math.hypot(off[1] * z - off[2] * y, off[2] * x - off[0] * z, off[0] * y - off[1] * x);
    if (side > 1e-12 * length)
      throw new Error(`oracle: a core without faces must be a segment, vertex ${p} is not on it`);
  }
  return {
    normals: new Float64Array(0),
    edges,
    directions,
    sides: Int32Array.from(isPoint ? [] : [-1, -1]),
    slack: new Float64Array(isPoint ? 0 : 1),
    used: Int32Array.from(isPoint ? [from] : [from, to]),
  };
}

/**
 * Writes the unit normal of a face. A triangle's comes from its two shortest sides, a polygon's from Newell's sum.
 * @returns longest side over height, the factor by which rounding grows in it
 */
function faceNormal(p: Float64Array, face: number[], out: Float64Array, f: number): number {
  let [x, y, z] = [0, 0, 0];
  let longest = 0;
  let apex = 0;
  for (let k = 0; k < face.length; k++) {
    const side = between(p, face[k], face[(k + 1) % face.length]);
    if (side > longest) {
      longest = side;
      apex = (k + 2) % face.length; // of a triangle: the corner opposite its longest side
    }
  }
  const o = 3 * face[apex];
  for (let k = 1; k + 1 < face.length; k++) {
    const u = 3 * face[(apex + k) % face.length];
    const v = 3 * face[(apex + k + 1) % face.length];
    x += (p[u + 1] - p[o + 1]) * (p[v + 2] - p[o + 2]) - (p[u + 2] - p[o + 2]) * (p[v + 1] - p[o + 1]);
    y += (p[u + 2] - p[o + 2]) * (p[v] - p[o]) - (p[u] - p[o]) * (p[v + 2] - p[o + 2]);
    z += (p[u] - p[o]) * (p[v + 1] - p[o + 1]) - (p[u + 1] - p[o + 1]) * (p[v] - p[o]);
  }
  const area = Math.hypot(x, y, z);
  if (!(area > 0)) throw new Error(`oracle: face ${f} has no area`);
  out[3 * f] = x / area;
  out[3 * f + 1] = y / area;
  out[3 * f + 2] = z / area;
  return (longest * longest) / area;
}

function directionsOf(p: Float64Array, edges: Int32Array): Float64Array {
  const out = new Float64Array((3 * edges.length) / 2);
  for (let e = 0; 2 * e < edges.length; e++) {
    const length = between(p, edges[2 * e], edges[2 * e + 1]);
    for (let i = 0; i < 3; i++) out[3 * e + i] = (p[3 * edges[2 * e + 1] + i] - p[3 * edges[2 * e] + i]) / length;
  }
  return out;
}

function farthest(p: Float64Array, from: number): number {
  let best = from;
  for (let v = 0; 3 * v < p.length; v++) if (between(p, from, v) > between(p, from, best)) best = v;
  return best;
}

function between(p: Float64Array, u: number, v: number): number {
  return Math.hypot(p[3 * u] - p[3 * v], p[3 * u + 1] - p[3 * v + 1], p[3 * u + 2] - p[3 * v + 2]);
}
