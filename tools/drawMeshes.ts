/**
 * Writes the pictures of docs/meshes.md: `npx tsx tools/drawMeshes.ts`. A test compares them. An engine answers what
 * they show: which sides are met, which way contacts push, which numbers vertices and triangles have.
 */
import { writeFileSync } from 'node:fs';
import {
  CastStatus,
  createEngine,
  heightField,
  type MeshOptions,
  mesh,
  RayStatus,
  type Shape,
  sphere,
} from 'hullstorm';
import { commandLine } from './commandLine.ts';

export const FOLDER = new URL('../docs/images/meshes/', import.meta.url);

type Point = readonly [x: number, y: number];
type Vector = readonly [x: number, y: number, z: number];

const [SURFACE, OTHER, DIAGONAL] = ['#2f74c0', '#6aa06f', '#9dbbe0'];
const [PUSH, WAY, TEXT, PALE] = ['#3a8f4d', '#d9822b', '#444', '#8a94a3'];
/** Pixels per meter in pictures of a surface from the side. */
const METER = 60;
/** Half the width of a surface (m), or the width of a tile. */
const HALF = 1.5;

const engine = await createEngine({ workers: 0, capacity: { colliders: 4, rays: 64, casts: 1, probes: 1 } });
const { scene } = engine;
const nothing = scene.snapshot();
const rays = engine.createRayList(64);
const casts = engine.createCastList(1);

/** The text of each picture, by the name of its file. */
export const PICTURES: Readonly<Record<string, string>> = { winding: winding(), borders: borders(), cells: cells() };
await engine.close();

function winding(): string {
  const parts = [...drawFront([120, 110]), ...drawSides([360, 115], 'front'), ...drawSides([600, 115], 'both')];
  return svg(720, 220, 'The front of a triangle, and which side bodies and rays meet', parts);
}

/** A triangle from the side on which a ray meets it, with the numbers of its vertices. */
function drawFront(center: Point): string[] {
  const [left, right, top]: Point[] = [
    [-1.2, -0.9],
    [1.2, -0.9],
    [0, 0.9],
  ];
  const isMet = (corners: readonly Point[]) => {
    const positions = corners.flatMap(([x, y]) => [x, y, 0]);
    show(() => addSurface(mesh({ positions, sides: 'front' })));
    return castRay([0, 0, 5], [0, 0, -10]) !== undefined;
  };
  const order = [
    [left!, right!, top!],
    [left!, top!, right!],
  ].find(isMet);
  const [a, b, c] = order!.map((corner) => toPixel(center, corner)) as [Point, Point, Point];
  // y of pixels is down
  const isCounterClockwise = (b[0] - a[0]) * (c[1] - a[1]) < (c[0] - a[0]) * (b[1] - a[1]);
  const middle: Point = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
  const [from, to] = [moved(middle, a, 26), moved(middle, c, 26)];
  const turn = `M${pair(from)}A26 26 0 1 ${isCounterClockwise ? 0 : 1} ${pair(to)}`;
  return [
    text([center[0], 20], 'a triangle, seen from its front'),
    `<path d="M${[a, b, c].map(pair).join('L')}z" fill="#dbe8f6" stroke="${SURFACE}" stroke-width="2"/>`,
    `<path d="${turn}" fill="none" stroke="${SURFACE}" stroke-width="1.5" marker-end="url(#turn)"/>`,
    ...[a, b, c].map((corner, k) => text(moved(corner, middle, -14), String(k))),
    text([center[0], 205], `0, 1, 2 ${isCounterClockwise ? 'counter-clockwise' : 'clockwise'}`),
  ];
}

/** A surface from the side, and what meets it from above and from below: a ball, a ray. */
function drawSides(center: Point, sides: 'front' | 'both'): string[] {
  const at = (x: number, y: number) => toPixel(center, [x, y]);
  const radius = 0.33;
  const ball = show(() => {
    addFloor(-HALF, HALF, { sides });
    return scene.addShape(sphere(radius));
  });
  const parts = [text([center[0], 20], `sides: '${sides}'`), line(at(-HALF, 0), at(HALF, 0), SURFACE)];
  const held: string[] = [];
  for (const [side, name] of [
    [1, 'above'],
    [-1, 'below'],
  ] as const) {
    const x = 0.6 - 0.3 * side;
    const hit = castRay([x, side, 0], [0, -2 * side, 0]);
    parts.push(arrow(at(x, side), at(x, hit ? hit.point[1] + 0.04 * side : -side), WAY, 'way'));
    if (hit) parts.push(arrow(at(-1.2, 0.04 * hit.normal[1]), at(-1.2, 0.6 * hit.normal[1]), PUSH, 'push'));
    // a ball that comes along is drawn where it stops, or where it passes through
    casts.set(ball, [-0.5, 2 * side, 0]);
    casts.moves.set([0, -4 * side, 0]);
    const { status, t } = engine.castShapesSync(casts);
    const isHeld = status[0] === CastStatus.Hit;
    if (isHeld) held.push(name);
    parts.push(circle(at(-0.5, isHeld ? side * (2 - 4 * t[0]!) : 0.25 * side), METER * radius, isHeld));
    if (isHeld !== (hit !== undefined)) throw new Error(`${sides}: a ball and a ray from ${name} differ`);
  }
  return [...parts, text([center[0], 205], held.length === 2 ? 'both sides hold' : `it holds from ${held} alone`)];
}

function borders(): string {
  const parts = [
    ...drawEdge([120, 110], 'free', 1, [0.45, 0.1], -1, 'an open edge holds from the side'),
    ...drawEdge([360, 110], 'free', 2, [-0.28, 0.37], 1, 'so does the edge of a second tile'),
    ...drawEdge([600, 110], 'joined', 2, [-0.28, 0.37], 1, 'a body goes on from tile to tile'),
  ];
  return svg(720, 200, 'A body beside an open edge, and on seams of two tiles', parts);
}

/** A ball where one tile ends or another one begins, and the pushes of its contacts. @param way 1: it moves to +x */
function drawEdge(center: Point, setting: 'free' | 'joined', tiles: number, [x, y]: Point, way: number, what: string) {
  const at = (x: number, y: number) => toPixel(center, [x, y]);
  const radius = 0.48;
  show(() => {
    addFloor(-HALF, 0, { borders: setting });
    if (tiles === 2) addFloor(0, HALF, { borders: setting });
    scene.addCollider(scene.addShape(sphere(radius)), { position: [x, y, 0] });
  });
  const parts = [text([center[0], 20], `borders: '${setting}'`), line(at(-HALF, 0), at(-0.03, 0), SURFACE)];
  if (tiles === 2) parts.push(line(at(0.03, 0), at(HALF, 0), OTHER));
  parts.push(circle(at(x, y), METER * radius, true));
  const { pairs, separation, pointCount } = engine.contactsSync({ margin: 0 });
  // of two ids of a pair, that of the ball is the second one: it was added last
  for (let row = 0; row < pairs.count; row++) {
    const [nx, ny] = [separation[4 * row]!, separation[4 * row + 1]!];
    const from = at(x - radius * nx, y - radius * ny);
    if (pointCount[row]! > 0) parts.push(arrow(from, at(x + 0.35 * nx, y + 0.35 * ny), PUSH, 'push'));
  }
  const begin = x + (radius + 0.1) * way;
  parts.push(arrow(at(begin, y), at(begin + 0.6 * way, y), WAY, 'way'));
  return [...parts, text([center[0], 182], what)];
}

function cells(): string {
  const [rows, columns, step] = [3, 4, 2];
  // the height of a vertex is its number
  const heights = Array.from({ length: rows * columns }, (_, k) => k);
  show(() => addSurface(heightField({ rows, columns, spacing: [step, step], heights })));
  const at = (column: number, row: number): Point => [120 + 100 * column, 50 + 90 * row];
  /** What is below a place of the grid. */
  const below = (column: number, row: number) => {
    const [x, z] = [step * (column - (columns - 1) / 2), step * (row - (rows - 1) / 2)];
    return castRay([x, 50, z], [0, -1, 0]) ?? missing(`a triangle at ${column} ${row}`);
  };
  const diagonals: string[] = [];
  const marks: string[] = [];
  for (let row = 0; row < rows - 1; row++)
    for (let column = 0; column < columns - 1; column++) {
      const number = (x: number, y: number) => below(column + x, row + y).child;
      // beside the upper and beside the left edge is one triangle, or there are two
      const isOne = number(1 / 2, 1 / 6) === number(1 / 6, 1 / 2);
      const [upper, lower] = isOne ? [1 / 3, 2 / 3] : [2 / 3, 1 / 3];
      diagonals.push(`M${pair(at(column + (isOne ? 1 : 0), row))}L${pair(at(column + (isOne ? 0 : 1), row + 1))}`);
      marks.push(text(at(column + upper, row + 1 / 3), String(number(upper, 1 / 3))));
      marks.push(text(at(column + lower, row + 2 / 3), String(number(lower, 2 / 3))));
    }
  const [right, bottom] = at(columns - 1, rows - 1);
  const lines = Array.from({ length: rows }, (_, row) => `M${pair(at(0, row))}H${right}`);
  for (let column = 0; column < columns; column++) lines.push(`M${pair(at(column, 0))}V${bottom}`);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = at(column, row);
      marks.push(`<circle cx="${x}" cy="${y}" r="4" fill="${SURFACE}"/>`);
      if (column > 0 && column < columns - 1) continue;
      // beside the vertex, which is on the rim
      const isFirst = column === 0;
      const { point } = below(column + (isFirst ? 1e-5 : -1e-5), Math.min(Math.max(row, 1e-5), rows - 1 - 1e-5));
      const name = `heights[${Math.round(point[1])}]`;
      marks.push(text([x + (isFirst ? -10 : 10), y], name, PALE, isFirst ? 'end' : 'start'));
    }
  return svg(520, 280, 'Rows, columns, cells and triangles of a height field, seen from above', [
    text([270, 20], `rows: ${rows}, columns: ${columns}, seen from above`),
    `<path d="${lines.join('')}" stroke="${SURFACE}"/>`,
    `<path d="${diagonals.join('')}" stroke="${DIAGONAL}"/>`,
    ...marks,
    arrow([120, 258], [170, 258], TEXT, 'axis'),
    text([180, 258], 'x', TEXT, 'start'),
    arrow([20, 160], [20, 200], TEXT, 'axis'),
    text([20, 212], 'z'),
  ]);
}

/** Empties the scene, and fills it anew. */
function show<T>(fill: () => T): T {
  scene.restore(nothing);
  return fill();
}

function addSurface(shape: Shape): void {
  scene.addCollider(scene.addShape(shape), { static: true });
}

/** A level rectangle at the height 0, whose front is above. */
function addFloor(left: number, right: number, options: Pick<MeshOptions, 'sides' | 'borders'>): void {
  const positions = [left, 0, -1, left, 0, 1, right, 0, 1, right, 0, -1];
  addSurface(mesh({ positions, indices: [0, 1, 2, 0, 2, 3], ...options }));
}

function castRay(origin: Vector, direction: Vector) {
  rays.set(origin, direction, 1e3);
  const hit = engine.castRaysSync(rays).read(0);
  return hit.status === RayStatus.Hit ? hit : undefined;
}

function missing(what: string): never {
  throw new Error(`expected ${what}, got none`);
}

function toPixel([x, y]: Point, [right, up]: Point): Point {
  return [x + METER * right, y - METER * up];
}

/** A point, moved towards another one by a length (px). */
function moved([x, y]: Point, [toX, toY]: Point, by: number): Point {
  const part = by / Math.hypot(toX - x, toY - y);
  return [x + part * (toX - x), y + part * (toY - y)];
}

function short(pixels: number): string {
  return String(Math.round(10 * pixels) / 10);
}

function pair(point: Point): string {
  return point.map(short).join(' ');
}

/** @param middle its middle, or the middle of its left or right end */
function text([x, y]: Point, said: string, color = TEXT, anchor = 'middle'): string {
  return `<text x="${short(x)}" y="${short(y + 4)}" text-anchor="${anchor}" fill="${color}">${said}</text>`;
}

function line(from: Point, to: Point, color: string): string {
  return `<path d="M${pair(from)}L${pair(to)}" stroke="${color}" stroke-width="3"/>`;
}

function arrow(from: Point, to: Point, color: string, head: string): string {
  return `<path d="M${pair(from)}L${pair(to)}" stroke="${color}" stroke-width="1.5" marker-end="url(#${head})"/>`;
}

/** @param isHeld whether something holds the ball, which is dashed otherwise */
function circle([x, y]: Point, radius: number, isHeld: boolean): string {
  const look = isHeld ? `fill="#e9ecf1" stroke="${TEXT}"` : `stroke="${PALE}" stroke-dasharray="3 3"`;
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" ${look}/>`;
}

function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  const heads = { turn: SURFACE, push: PUSH, way: WAY, axis: TEXT };
  const markers = Object.entries(heads).map(([id, color]) => {
    const head = `<path d="M0 0L7 3L0 6z" fill="${color}"/>`;
    return `<marker id="${id}" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">${head}</marker>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<defs>${markers.filter((_, k) => parts.join('').includes(`#${Object.keys(heads)[k]})`)).join('\n')}</defs>`,
    '<g font-family="sans-serif" font-size="12" fill="none">',
    ...parts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  commandLine(
    'npx tsx tools/drawMeshes.ts',
    'Writes docs/images/meshes: pictures of the rules of surfaces, as SVG',
    {},
  );
  for (const [name, picture] of Object.entries(PICTURES)) {
    writeFileSync(new URL(`${name}.svg`, FOLDER), picture);
    console.log(`${name}.svg  ${picture.length} B`);
  }
}
