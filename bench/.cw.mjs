var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __reExport = (target, mod, secondTarget) => (__copyProps(target, mod, "default"), secondTarget && __copyProps(secondTarget, mod, "default"));

// ../scenes/random.ts
function seeded(seed) {
  return () => {
    seed = seed + 1831565813 | 0;
    let t2 = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t2 = t2 + Math.imul(t2 ^ t2 >>> 7, 61 | t2) ^ t2;
    return ((t2 ^ t2 >>> 14) >>> 0) / 2 ** 32;
  };
}

// ../src/shapes/specs.ts
function box(hx, hy, hz) {
  return { kind: "box", halfExtents: [hx, hy, hz], radius: 0 };
}
function hull(points, options) {
  const { maxVertices } = options ?? {};
  return { kind: "hull", points, radius: 0, ...maxVertices === void 0 ? {} : { maxVertices } };
}

// fillScene.ts
function fillScene(scene, workload) {
  const { shapes, shapeOf, colliderCount, positions, rotations } = workload;
  const ids = shapes.map((shape) => {
    if (shape.kind === "hull") return scene.addShape(hull(shape.points));
    const [x, y, z] = shape.halfExtents;
    return scene.addShape(box(x, y, z));
  });
  for (let c = 0; c < colliderCount; c++) {
    const id = scene.addCollider(ids[shapeOf[c]]);
    if (id !== c) throw new Error(`fillScene: expected collider ${c}, got ${id}`);
  }
  scene.positions.set(positions);
  scene.rotations.set(rotations);
}

// library.ts
var library_exports = {};
__reExport(library_exports, hullstorm_star);
import * as hullstorm_star from "hullstorm";

// workloadEngine.ts
var FRAMES = 6;
var STEP = 0.01;
async function openWorkload(workload, workers, kernel, room = workload.pairCount) {
  const { shapes, colliderCount, positions, rotations, pairs, pairCount } = workload;
  const engine = await (0, library_exports.createEngine)({
    workers,
    kernel,
    capacity: { shapes: shapes.length, colliders: colliderCount, pairs: room }
  });
  const { scene } = engine;
  fillScene(scene, workload);
  engine.pairs.set(pairs.subarray(0, 2 * pairCount));
  const frames = makeFrames(workload);
  let frame = 0;
  return {
    engine,
    list: engine.pairs,
    chill: () => engine.pairs.resize(pairCount),
    move() {
      frame = (frame + 1) % (2 * FRAMES - 2);
      const at2 = frames[frame < FRAMES ? frame : 2 * FRAMES - 2 - frame];
      scene.positions.set(at2.positions);
      scene.rotations.set(at2.rotations);
    },
    rest() {
      frame = 0;
      scene.positions.set(positions);
      scene.rotations.set(rotations);
    }
  };
}
function makeFrames({ colliderCount, pairCount, pairs, sizes, positions, rotations, seed }) {
  const sizeOf = new Float32Array(colliderCount).fill(1);
  for (let p = 0; p < pairCount; p++) {
    sizeOf[pairs[2 * p]] = sizes[p];
    sizeOf[pairs[2 * p + 1]] = sizes[p];
  }
  const random = seeded(seed + 1);
  const frames = [{ positions, rotations }];
  while (frames.length < FRAMES) {
    const last = frames.at(-1);
    const next = { positions: last.positions.slice(), rotations: last.rotations.slice() };
    for (let c = 0; c < colliderCount; c++) {
      for (let axis = 0; axis < 3; axis++)
        next.positions[4 * c + axis] += (2 * random() - 1) * STEP * sizeOf[c] * 0.58;
      const [x, y, z, w2] = last.rotations.subarray(4 * c, 4 * c + 4);
      const [u, v, t2] = [random() - 0.5, random() - 0.5, random() - 0.5].map((n) => n * STEP);
      next.rotations.set(
        [
          x + u * w2 + v * z - t2 * y,
          y + v * w2 + t2 * x - u * z,
          z + t2 * w2 + u * y - v * x,
          w2 - u * x - v * y - t2 * z
        ],
        4 * c
      );
    }
    frames.push(next);
  }
  return frames;
}

// workloads.ts
import { readFileSync } from "node:fs";
function makeWorkload(name2, pairCount = 1e5, seed = 1) {
  switch (name2) {
    case "settled":
    case "falling":
      return recorded(name2, pairCount);
    case "random":
      return generated(name2, pairCount, seed, randomBoxes(1024, seeded(seed)));
    case "h16":
      return generated(name2, pairCount, seed, ellipsoidHulls(256, 16, seeded(seed)));
    case "h64":
      return generated(name2, pairCount, seed, ellipsoidHulls(256, 64, seeded(seed)));
    case "h256":
      return generated(name2, Math.ceil(pairCount / 5), seed, ellipsoidHulls(128, 256, seeded(seed)));
    case "crowd":
    case "crowd-shuffled":
      return crowd(name2, seed);
  }
}
function verticesOf(shape) {
  if (shape.kind === "hull") return shape.points;
  const [x, y, z] = shape.halfExtents;
  return new Float32Array([
    x,
    y,
    z,
    -x,
    y,
    z,
    x,
    -y,
    z,
    -x,
    -y,
    z,
    x,
    y,
    -z,
    -x,
    y,
    -z,
    x,
    -y,
    -z,
    -x,
    -y,
    -z
  ]);
}
var RECORD_FLOATS = 10;
function recorded(name2, pairCount) {
  const bytes = readFileSync(new URL(`../scenes/data/boxes-${name2}.bin`, import.meta.url));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.byteLength / (4 * RECORD_FLOATS);
  const float = (row, column) => view.getFloat32(4 * (row * RECORD_FLOATS + column), true);
  const shapes = [];
  const positions = new Float64Array(4 * count);
  const rotations = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    shapes.push({ kind: "box", halfExtents: new Float32Array([float(i, 0), float(i, 1), float(i, 2)]) });
    for (let k = 0; k < 3; k++) positions[4 * i + k] = float(i, 3 + k);
    for (let k = 0; k < 4; k++) rotations[4 * i + k] = float(i, 6 + k);
  }
  const all = candidatePairs(shapes, positions, rotations);
  const kept = Math.min(all.length / 2, pairCount);
  const pairs = new Uint32Array(2 * kept);
  for (let p = 0; p < kept; p++) {
    const from = Math.floor(p * (all.length / 2) / kept);
    pairs[2 * p] = all[2 * from];
    pairs[2 * p + 1] = all[2 * from + 1];
  }
  const shapeOf = Uint32Array.from({ length: count }, (_, i) => i);
  return finish({ name: name2, seed: 0, shapes, shapeOf, positions, rotations, pairs });
}
var MARGIN = 0.04;
function candidatePairs(shapes, positions, rotations) {
  const count = shapes.length;
  const low = new Float64Array(3 * count);
  const high = new Float64Array(3 * count);
  const m = new Float64Array(9);
  shapes.forEach((shape, i) => {
    if (shape.kind !== "box") return;
    const [hx, hy, hz] = shape.halfExtents;
    const margin = MARGIN * Math.max(hx, hy, hz);
    rotationMatrix(m, rotations, i);
    for (let k = 0; k < 3; k++) {
      const reach = Math.abs(m[3 * k]) * hx + Math.abs(m[3 * k + 1]) * hy + Math.abs(m[3 * k + 2]) * hz + margin;
      low[3 * i + k] = positions[4 * i + k] - reach;
      high[3 * i + k] = positions[4 * i + k] + reach;
    }
  });
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => low[3 * i] - low[3 * j]);
  const found = [];
  for (let s = 0; s < count; s++) {
    const i = order[s];
    for (let t2 = s + 1; t2 < count; t2++) {
      const j = order[t2];
      if (low[3 * j] > high[3 * i]) break;
      if (low[3 * i + 1] > high[3 * j + 1] || low[3 * j + 1] > high[3 * i + 1]) continue;
      if (low[3 * i + 2] > high[3 * j + 2] || low[3 * j + 2] > high[3 * i + 2]) continue;
      found.push(i < j ? [i, j] : [j, i]);
    }
  }
  return Uint32Array.from(found.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}
var WORLD_HALF = 16;
function generated(name2, pairCount, seed, shapes) {
  const random = seeded(seed ^ 2654435769);
  const between = (lo, hi) => lo + (hi - lo) * random();
  const vertices = shapes.map(verticesOf);
  const radii = shapes.map(boundingRadius);
  const colliderCount = 2 * pairCount;
  const shapeOf = new Uint32Array(colliderCount);
  const positions = new Float64Array(4 * colliderCount);
  const rotations = new Float32Array(4 * colliderCount);
  const pairs = shuffledIds(colliderCount, random);
  const direction = new Float64Array(3);
  for (let p = 0; p < pairCount; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    shapeOf[a] = Math.floor(random() * shapes.length);
    shapeOf[b] = Math.floor(random() * shapes.length);
    randomRotation(rotations, a, random);
    randomRotation(rotations, b, random);
    randomDirection(direction, random);
    const touching = touchingDistance(vertices[shapeOf[a]], vertices[shapeOf[b]], rotations, a, b, direction);
    const size = Math.max(radii[shapeOf[a]], radii[shapeOf[b]]);
    let apart;
    if (p % 3 === 0) apart = touching * between(0.35, 0.95);
    else if (p % 3 === 1) apart = touching + size * between(0, 0.1);
    else apart = touching + size * between(0.1, 1);
    for (let k = 0; k < 3; k++) {
      positions[4 * a + k] = Math.fround(between(-WORLD_HALF, WORLD_HALF));
      positions[4 * b + k] = Math.fround(positions[4 * a + k] + apart * direction[k]);
    }
  }
  return finish({ name: name2, seed, shapes, shapeOf, positions, rotations, pairs });
}
var CROWD = [50, 40, 50];
var SPACING = 1.3;
function crowd(name2, seed) {
  const random = seeded(seed ^ 1374496523);
  const shapes = randomBoxes(1024, seeded(seed));
  const [nx, ny, nz] = CROWD;
  const count = nx * ny * nz;
  const ids = name2 === "crowd" ? Uint32Array.from({ length: count }, (_, i) => i) : shuffledIds(count, seeded(seed + 2));
  const shapeOf = new Uint32Array(count);
  const positions = new Float64Array(4 * count);
  const rotations = new Float32Array(4 * count);
  const found = [];
  for (let i = 0; i < count; i++) {
    const place = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    const id = ids[i];
    shapeOf[id] = Math.floor(random() * shapes.length);
    randomRotation(rotations, id, random);
    place.forEach((cell, axis) => {
      positions[4 * id + axis] = Math.fround(SPACING * (cell + 0.4 * random()));
      const next = i + [1, nx, nx * ny][axis];
      if (cell + 1 < CROWD[axis]) found.push(id < ids[next] ? [id, ids[next]] : [ids[next], id]);
    });
  }
  const pairs = Uint32Array.from(found.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
  return finish({ name: name2, seed, shapes, shapeOf, positions, rotations, pairs });
}
function shuffledIds(count, random) {
  const ids = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = ids[i];
    ids[i] = ids[j];
    ids[j] = kept;
  }
  return ids;
}
function randomBoxes(count, random) {
  return Array.from({ length: count }, () => ({
    kind: "box",
    halfExtents: Float32Array.from({ length: 3 }, () => 0.2 + 0.8 * random())
  }));
}
function ellipsoidHulls(count, vertexCount, random) {
  return Array.from({ length: count }, () => {
    const axes = [0, 1, 2].map(() => 0.4 + 0.6 * random());
    const directions = [];
    const radii = [];
    while (directions.length < vertexCount) {
      let best = new Float64Array(3);
      let bestNearest = 2;
      for (let t2 = 0; t2 < 8; t2++) {
        const candidate = new Float64Array(3);
        randomDirection(candidate, random);
        const nearest = directions.reduce((most, other) => Math.max(most, dot(candidate, other)), -1);
        if (nearest < bestNearest) {
          bestNearest = nearest;
          best = candidate;
        }
      }
      const radius = 1 + 0.3 / vertexCount * random();
      const extreme2 = directions.every((other, i) => {
        const cosine = dot(best, other);
        return radius > radii[i] * cosine && radii[i] > radius * cosine;
      });
      if (!extreme2) continue;
      directions.push(best);
      radii.push(radius);
    }
    const points = directions.flatMap((d, i) => axes.map((axis, k) => axis * radii[i] * d[k]));
    return { kind: "hull", points: Float32Array.from(points) };
  });
}
function touchingDistance(verticesA, verticesB, rotations, a, b, u) {
  const worldA = rotated(verticesA, rotations, a);
  const worldB = rotated(verticesB, rotations, b);
  const support = (n) => {
    const s = extreme(worldA, n, 1);
    const t2 = extreme(worldB, n, -1);
    return Float64Array.of(s[0] - t2[0], s[1] - t2[1], s[2] - t2[2]);
  };
  let p = support(u);
  let q = support(perpendicular(u));
  let r = support(cross(p, q));
  for (let step = 0; ; step++) {
    if (step > 200) throw new Error("touchingDistance: no portal, is the local origin outside a shape?");
    if (dot(cross(p, q), r) < 0) [p, q] = [q, p];
    else if (dot(cross(p, q), u) < 0) r = support(cross(q, p));
    else if (dot(cross(q, r), u) < 0) p = support(cross(r, q));
    else if (dot(cross(r, p), u) < 0) q = support(cross(p, r));
    else break;
  }
  for (let step = 0; ; step++) {
    const n = cross(minus(q, p), minus(r, p));
    const s = support(n);
    const reach = dot(n, s);
    if (step > 500 || reach - dot(n, p) <= 1e-9 * Math.abs(reach)) return reach / dot(n, u);
    const besideP = dot(cross(s, p), u);
    const besideQ = dot(cross(s, q), u);
    const besideR = dot(cross(s, r), u);
    if (besideP >= 0 && besideQ <= 0) r = s;
    else if (besideQ >= 0 && besideR <= 0) p = s;
    else q = s;
  }
}
var dot = (v, w2) => v[0] * w2[0] + v[1] * w2[1] + v[2] * w2[2];
var minus = (v, w2) => Float64Array.of(v[0] - w2[0], v[1] - w2[1], v[2] - w2[2]);
function cross(v, w2) {
  return Float64Array.of(v[1] * w2[2] - v[2] * w2[1], v[2] * w2[0] - v[0] * w2[2], v[0] * w2[1] - v[1] * w2[0]);
}
function perpendicular(u) {
  return Math.abs(u[0]) < 0.6 ? cross(u, Float64Array.of(1, 0, 0)) : cross(u, Float64Array.of(0, 1, 0));
}
function extreme(points, n, sign) {
  let best = 0;
  let most = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    const reach = sign * (points[i] * n[0] + points[i + 1] * n[1] + points[i + 2] * n[2]);
    if (reach > most) {
      most = reach;
      best = i;
    }
  }
  return points.subarray(best, best + 3);
}
function rotated(points, rotations, collider) {
  const m = new Float64Array(9);
  rotationMatrix(m, rotations, collider);
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      out[i + k] = m[3 * k] * points[i] + m[3 * k + 1] * points[i + 1] + m[3 * k + 2] * points[i + 2];
    }
  }
  return out;
}
function rotationMatrix(out, rotations, collider) {
  const x = rotations[4 * collider];
  const y = rotations[4 * collider + 1];
  const z = rotations[4 * collider + 2];
  const w2 = rotations[4 * collider + 3];
  const s = 2 / (x * x + y * y + z * z + w2 * w2);
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y - w2 * z);
  out[2] = s * (x * z + w2 * y);
  out[3] = s * (x * y + w2 * z);
  out[4] = 1 - s * (x * x + z * z);
  out[5] = s * (y * z - w2 * x);
  out[6] = s * (x * z - w2 * y);
  out[7] = s * (y * z + w2 * x);
  out[8] = 1 - s * (x * x + y * y);
}
function randomDirection(out, random) {
  for (; ; ) {
    for (let k = 0; k < 3; k++) out[k] = 2 * random() - 1;
    const n2 = dot(out, out);
    if (n2 > 1 || n2 < 1e-4) continue;
    const scale = 1 / Math.sqrt(n2);
    for (let k = 0; k < 3; k++) out[k] = out[k] * scale;
    return;
  }
}
function randomRotation(rotations, collider, random) {
  for (; ; ) {
    const x = 2 * random() - 1;
    const y = 2 * random() - 1;
    const z = 2 * random() - 1;
    const w2 = 2 * random() - 1;
    const n2 = x * x + y * y + z * z + w2 * w2;
    if (n2 > 1 || n2 < 1e-4) continue;
    const n = Math.sqrt(n2);
    rotations.set([x / n, y / n, z / n, w2 / n], 4 * collider);
    return;
  }
}
function boundingRadius(shape) {
  const points = verticesOf(shape);
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    most = Math.max(most, points[i] ** 2 + points[i + 1] ** 2 + points[i + 2] ** 2);
  }
  return Math.sqrt(most);
}
function finish(input) {
  const radii = input.shapes.map(boundingRadius);
  const pairCount = input.pairs.length / 2;
  const sizes = new Float32Array(pairCount);
  for (let p = 0; p < pairCount; p++) {
    const radiusOf = (id) => radii[input.shapeOf[id]];
    sizes[p] = Math.max(radiusOf(input.pairs[2 * p]), radiusOf(input.pairs[2 * p + 1]));
  }
  let checksum = 2166136261;
  const shapeData = input.shapes.map((shape) => shape.kind === "box" ? shape.halfExtents : shape.points);
  for (const column of [...shapeData, input.shapeOf, input.positions, input.rotations, input.pairs]) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (let i = 0; i < bytes.length; i++) checksum = Math.imul(checksum ^ bytes[i], 16777619);
  }
  return { ...input, colliderCount: input.shapeOf.length, pairCount, sizes, checksum: checksum >>> 0 };
}

// .cw.ts
var mode = process.argv[2];
var name = process.argv[3] ?? "settled";
var calls = Number(process.argv[4] ?? 200);
var w = makeWorkload(name, Infinity);
var at = await openWorkload(w, 0, "auto", 9e4);
var t = 0;
for (let k = 0; k < calls; k++) {
  at.move();
  const b = performance.now();
  if (mode === "c") at.engine.contactsSync({ margin: 0.02 });
  else at.engine.distanceSync(at.list, { maxDistance: 0.02 });
  t += performance.now() - b;
}
console.log(mode, name, (t / calls).toFixed(3), "ms");
await at.engine.close();
