/**
 * `npm run example:pictures`: runs the examples, and draws the scene in which each ends by rays of hullstorm, to
 * docs/images/examples. The example in the plane is drawn as outlines, where most is to be seen.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createEngine, Engine, PlanarScene, type PlanarShape, RayStatus } from 'hullstorm';
import { png } from './png.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/images/examples');
const WIDTH = 480;
const HEIGHT = 270;
/** Rays per side of a pixel. */
const FINE = 2;
type Vector = readonly [number, number, number];

/** Where the camera stands, and where it looks (m). */
const VIEWS: Readonly<Record<string, readonly [eye: Vector, goal: Vector]>> = {
  brickWall: [
    [7, 5, -11],
    [0.5, 0.8, 0.5],
  ],
  character: [
    [13, 9, 22],
    [15, 0, 0],
  ],
  lidar: [
    [66, 8, -3.5],
    [88, 0.5, 0.5],
  ],
  pointCloud: [
    [1.1, 1.1, 1.5],
    [0, 0, 0],
  ],
  server: [
    [9, 5, -11],
    [3, 1.5, 0],
  ],
  threeBodies: [
    [6, 8, 16],
    [-0.6, 2, 0],
  ],
};
const SKY: Vector = [214, 226, 240];
const COLORS: readonly Vector[] = [
  [206, 200, 188],
  [90, 150, 210],
  [232, 150, 80],
  [120, 180, 110],
  [220, 110, 110],
  [170, 130, 200],
  [210, 190, 90],
];

/** The scene of the last engine that was closed. */
let snapshot: Uint8Array | undefined;
const { close } = Engine.prototype;
Engine.prototype.close = function (this: Engine) {
  if (this.scene.count > 0) snapshot = this.scene.snapshot();
  return close.call(this);
};
/** Planar shapes by id. */
const outlines: PlanarShape[] = [];
/** The planar scene when it had the most colliders: at its end the field is empty. */
const fullest = { count: 0, picture: '' };
const { addShape, removeCollider } = PlanarScene.prototype;
PlanarScene.prototype.addShape = function (this: PlanarScene, shape: PlanarShape) {
  outlines.push(shape);
  return addShape.call(this, shape);
};
PlanarScene.prototype.removeCollider = function (this: PlanarScene, id: number) {
  if (this.count > fullest.count) Object.assign(fullest, { count: this.count, picture: outlined(this) });
  removeCollider.call(this, id);
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, [eye, goal]] of Object.entries(VIEWS)) {
  snapshot = undefined;
  await import(`../examples/${name}.ts`);
  if (!snapshot) throw new Error(`${name}: expected an engine that closes, got none`);
  writeFileSync(join(FOLDER, `${name}.png`), await draw(snapshot, eye, goal));
}
await import('../examples/game2d.ts');
writeFileSync(join(FOLDER, 'game2d.svg'), fullest.picture);

async function draw(bytes: Uint8Array, eye: Vector, goal: Vector): Promise<Buffer> {
  const [wide, high] = [FINE * WIDTH, FINE * HEIGHT];
  const engine = await createEngine({ workers: 1, capacity: { rays: wide * high } });
  engine.scene.restore(bytes);
  const ahead = unit(minus(goal, eye));
  const right = unit(cross(ahead, [0, 1, 0]));
  const up = cross(right, ahead);
  // from above, on the left, behind the camera
  const light = unit([-0.5 * right[0] - 0.3 * ahead[0], 0.8, -0.5 * right[2] - 0.3 * ahead[2]]);
  const rays = engine.createRayList(wide * high);
  const origins = new Float64Array(3 * wide * high);
  const directions = new Float64Array(3 * wide * high);
  for (let k = 0; k < wide * high; k++) {
    const x = (2 * ((k % wide) + 0.5)) / wide - 1;
    const y = (1 - (2 * (Math.floor(k / wide) + 0.5)) / high) * (high / wide);
    origins.set(eye, 3 * k);
    for (let c = 0; c < 3; c++) directions[3 * k + c] = ahead[c] + 0.5 * (x * right[c] + y * up[c]);
  }
  rays.set(origins, directions);
  const { status, ids, t, normals } = await engine.castRays(rays);
  const colors = new Float32Array(3 * wide * high);
  const lit = new Float32Array(wide * high);
  for (let k = 0; k < wide * high; k++) {
    const isHit = status[k] === RayStatus.Hit;
    const color = isHit ? COLORS[engine.scene.shapes[ids[k]] % COLORS.length] : SKY;
    const cosine = isHit ? light.reduce((sum, x, c) => sum + x * normals[4 * k + c], 0) : 1;
    colors.set(color, 3 * k);
    lit[k] = cosine;
    // then a ray from the point to the light
    for (let c = 0; c < 3; c++) origins[3 * k + c] += t[k] * directions[3 * k + c] + 1e-3 * normals[4 * k + c];
    directions.set(light, 3 * k);
    if (!isHit) origins.fill(Number.NaN, 3 * k, 3 * k + 3);
  }
  rays.set(origins, directions);
  const shadows = (await engine.castRays(rays, { hits: 'any' })).status;
  const pixels = new Uint8Array(3 * WIDTH * HEIGHT);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let n = 0; n < FINE * FINE; n++) {
        const column = FINE * (pixel % WIDTH) + (n % FINE);
        const k = wide * (FINE * Math.floor(pixel / WIDTH) + Math.floor(n / FINE)) + column;
        const direct = shadows[k] === RayStatus.Hit ? 0 : Math.max(0, lit[k]);
        const isSky = shadows[k] === RayStatus.Invalid;
        sum += colors[3 * k + c] * (isSky ? 1 : 0.45 + 0.1 * lit[k] + 0.5 * direct);
      }
      pixels[3 * pixel + c] = Math.min(255, sum / FINE ** 2);
    }
  }
  await close.call(engine);
  return png(pixels, WIDTH, HEIGHT);
}

/** The planar scene as SVG: 40 m wide. */
function outlined({ rows, shapes, positions, angles }: PlanarScene): string {
  const drawn: string[] = [];
  for (let id = 0; id < rows; id++) {
    const shape = outlines[shapes[id]];
    if (!shape) continue;
    const [x, y] = positions.subarray(2 * id, 2 * id + 2);
    const turn = (angles[id] * 180) / Math.PI;
    const place = `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(1)})`;
    const outline =
      shape.kind === 'polygon'
        ? `<polygon points="${Array.from(shape.points, (x) => x.toFixed(2)).join(' ')}" transform="${place}"/>`
        : `<circle r="0.15" transform="${place}"/>`;
    drawn.push(outline);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -11.25 40 22.5" width="${WIDTH}" height="${HEIGHT}">
<title>A ship among stones</title>
<rect x="-20" y="-11.25" width="40" height="22.5" fill="#10182c"/>
<g fill="none" stroke="#ffd9a0" stroke-width="0.12">
${drawn.join('\n')}
</g>
</svg>
`;
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
