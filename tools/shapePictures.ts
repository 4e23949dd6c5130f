/**
 * Pictures of shapes as SVG, from the support function of the scalar kernel alone.
 *
 * The support function maps a closed curve of directions to a closed curve on the surface. It bounds the part of the
 * surface whose normals the directions enclose. So directions across the view give the outline, and a circle of
 * directions around the light gives the border of a tone. Faces, edges and round sides need no mesh.
 */
import { cosTurns, sinTurns } from '../scenes/turns.ts';
import { support } from '../src/kernels/cores/support.ts';
import { intersect } from '../src/pair.ts';
import { point } from '../src/shapes/cores/point.ts';
import type { Shape } from '../src/shapes/shape.ts';
import { geometryOf } from '../src/single/query.ts';
import { RADIUS } from '../src/tables/shapeWords.ts';

type Vector = readonly [number, number, number];
type Pixel = readonly [x: number, y: number];

/** Size of a picture, and of a meter in it (px). */
const WIDTH = 150;
const HEIGHT = 130;
const METER = 90;
/** Unit directions: to the eye, to the right of the picture, to its top, and to the light. */
const EYE = unit([0.5, 0.5, 0.9]);
const RIGHT = unit(cross([0, 1, 0], EYE));
const UP = cross(EYE, RIGHT);
const LIGHT = unit([-0.5, 0.8, 0.45]);
/** The darkest tone is that of the outline. A tone ends where the cosine to the light is below its level. */
const TONES = 14;
const DARK: Vector = [52, 66, 110];
const BRIGHT: Vector = [250, 214, 160];
/** Least cosine to the light. The circles around the light do not enclose the direction away from the eye. */
const LEAST_LIGHT = -0.55;
const AXES: readonly (readonly [name: string, direction: Vector, color: string])[] = [
  ['x', [1, 0, 0], '#d1495b'],
  ['y', [0, 1, 0], '#3f9142'],
  ['z', [0, 0, 1], '#2f74c0'],
];
/** Length of an axis (m). */
const AXIS = 0.62;

/** An SVG of a shape at the origin, with the local axes. Shapes reach up to 0.6 m from the origin. */
export function drawShape(title: string, shape: Shape): string {
  const surface = surfaceOf(shape);
  const paths = [path(surface, aroundEye, tone(0))];
  for (let k = 1; k < TONES; k++) paths.push(path(surface, aroundLight(levelOf(k)), tone(k / (TONES - 1))));
  const exits = AXES.map(([, direction]) => exitOf(shape, direction));
  const axes = AXES.map(([name, direction, color], k) => axis(name, direction, color, exits[k]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<title>${title}</title>`,
    ...paths,
    `<g stroke-width="1.2" font-family="sans-serif" font-size="11" text-anchor="middle">`,
    ...axes,
    `<circle cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="1.6"/>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** The support function of a shape with its radius (m). */
function surfaceOf(shape: Shape): (normal: Vector) => Vector {
  const geometry = geometryOf('drawShape', shape);
  const point = new Float64Array(3);
  const radius = geometry.shapes.reals[RADIUS];
  return (normal) => {
    point.set(normal);
    support(point, geometry, 0);
    return [point[0] + radius * normal[0], point[1] + radius * normal[1], point[2] + radius * normal[2]];
  };
}

/** A closed curve of directions: from revolutions in [0, 1] to a unit vector. */
type Curve = (turns: number) => Vector;

/** Directions across the view. */
const aroundEye: Curve = (turns) => sum(cosTurns(turns), RIGHT, sinTurns(turns), UP);

/** Directions with this cosine to the light, as far as the eye sees them. Others move to the outline. */
function aroundLight(cosine: number): Curve {
  const side = unit(cross(LIGHT, UP));
  const top = cross(side, LIGHT);
  const sine = Math.sqrt(1 - cosine * cosine);
  return (turns) => {
    const across = sum(sine * cosTurns(turns), side, sine * sinTurns(turns), top);
    const normal = sum(cosine, LIGHT, 1, across);
    const towardsEye = dot(normal, EYE);
    return towardsEye >= 0 ? normal : unit(sum(1, normal, -towardsEye, EYE));
  };
}

function levelOf(k: number): number {
  return LEAST_LIGHT + ((1 - LEAST_LIGHT) * k) / TONES;
}

function tone(share: number): string {
  const channel = (k: number) => Math.round(DARK[k] + (BRIGHT[k] - DARK[k]) * share);
  return `rgb(${channel(0)},${channel(1)},${channel(2)})`;
}

/** The image of a curve of directions, filled. The line hides the seams of tones, and shows shapes without area. */
function path(surface: (normal: Vector) => Vector, curve: Curve, color: string): string {
  const pixels = simplified(traced((turns) => toPixel(surface(curve(turns)))));
  const text = pixels.map((pixel) => pixel.map(short).join(' ')).join('L');
  return `<path d="M${text}Z" fill="${color}" stroke="${color}" stroke-width="0.8" stroke-linejoin="round"/>`;
}

/** Curves are sampled until neighbors are this close (px), or in halves this often: then the surface has an edge. */
const STEP = 5;
const HALVES = 24;
const PARTS = 48;

function traced(pixelAt: (turns: number) => Pixel): Pixel[] {
  const pixels: Pixel[] = [];
  const refine = (begin: number, first: Pixel, end: number, last: Pixel, halves: number) => {
    if (halves === 0 || apart(first, last) < STEP) {
      pixels.push(last);
      return;
    }
    const middle = (begin + end) / 2;
    const pixel = pixelAt(middle);
    refine(begin, first, middle, pixel, halves - 1);
    refine(middle, pixel, end, last, halves - 1);
  };
  for (let k = 0; k < PARTS; k++) {
    refine(k / PARTS, pixelAt(k / PARTS), (k + 1) / PARTS, pixelAt((k + 1) / PARTS), HALVES);
  }
  return pixels;
}

/** Pixels without those that lie within this distance (px) of the line between others (Douglas and Peucker, 1973). */
const FLAT = 0.08;

function simplified(pixels: readonly Pixel[]): Pixel[] {
  const [first] = pixels;
  if (pixels.length < 3) return [first];
  const last = pixels[pixels.length - 1];
  let farthest = 0;
  let most = FLAT;
  for (let k = 1; k < pixels.length - 1; k++) {
    const off = offLine(pixels[k], first, last);
    if (off > most) [farthest, most] = [k, off];
  }
  if (farthest === 0) return [first];
  return [...simplified(pixels.slice(0, farthest + 1)), ...simplified(pixels.slice(farthest))];
}

/** Distance of p from the segment ab (px). */
function offLine(p: Pixel, a: Pixel, b: Pixel): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const squares = x * x + y * y;
  const along = squares > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / squares : 0;
  const share = Math.min(Math.max(along, 0), 1);
  return apart(p, [a[0] + share * x, a[1] + share * y]);
}

/** An axis from the origin: dashed inside the shape, with an arrow and its name outside. */
function axis(name: string, direction: Vector, color: string, exit: number): string {
  const at = (meters: number) => toPixel(sum(meters, direction, 0, direction));
  const text = (pixel: Pixel) => pixel.map(short).join(' ');
  const [x, y] = at(AXIS + 0.07);
  return [
    `<path d="M${text(at(0))}L${text(at(exit))}" stroke="${color}" stroke-dasharray="2 2" stroke-opacity="0.7"/>`,
    `<path d="M${text(at(exit))}L${text(at(AXIS))}" stroke="${color}"/>`,
    `<text x="${short(x)}" y="${short(y + 3.5)}" fill="${color}">${name}</text>`,
  ].join('');
}

/** Where an axis leaves the shape (m). */
function exitOf(shape: Shape, direction: Vector): number {
  let [inside, outside] = [0, AXIS];
  for (let k = 0; k < 30; k++) {
    const middle = (inside + outside) / 2;
    const position = direction.map((part) => middle * part);
    if (intersect(point(), { position }, shape, { position: [0, 0, 0] })) inside = middle;
    else outside = middle;
  }
  return inside;
}

function toPixel(point: Vector): Pixel {
  return [WIDTH / 2 + METER * dot(point, RIGHT), HEIGHT / 2 - METER * dot(point, UP)];
}

function short(pixels: number): string {
  return String(Math.round(10 * pixels) / 10);
}

function apart(a: Pixel, b: Pixel): number {
  const [x, y] = [a[0] - b[0], a[1] - b[1]];
  return Math.sqrt(x * x + y * y);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** s a + t b */
function sum(s: number, a: Vector, t: number, b: Vector): Vector {
  return [s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2]];
}

function unit(a: Vector): Vector {
  const scale = 1 / Math.sqrt(dot(a, a));
  return [scale * a[0], scale * a[1], scale * a[2]];
}
