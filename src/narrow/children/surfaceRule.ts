/**
 * Which rows of a body and the triangles of a surface are contacts as they are: those whose witness point is a local
 * minimum of the surface along the normal. Of the others the surface goes on nearer to the body, so they are no contact
 * of their own: an inner edge would stop a body that slides over it (a ghost collision).
 *
 * Let T be a triangle of least distance to a convex body that is apart from the surface, p its witness point, and m the
 * normal. If a vertex x of a triangle at p had m · (x − p) > 0, points of the segment from p to x, which is on the
 * surface, were nearer to the body than p. So T's row is a local minimum: the closest contact is never dropped. Fewer
 * triangles at p only let more rows pass.
 *
 *   reads   children
 */
import { writeTriangleNormal } from '../../math/triangleNormal.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { CHILD_FLAGS, JOINED_BORDERS, WELD } from '../../tables/childWords.ts';
import { BORDER, EDGES, HALF_EDGE, SEAM, triangleOf } from '../../tables/meshWords.ts';
import { ChildSearch } from './childSearch.ts';
import { Surface } from './surface.ts';
import type { Whole } from './whole.ts';

/** Weight of a corner from which on the witness point is not on the opposite edge. */
const ON_EDGE = 1e-4;
/** Cosine of 0.1°: a normal this near to that of the triangle is the triangle's. */
const SAME_NORMAL = 1 - 1.5e-6;
/** How far a vertex may rise above the witness point, as a part of their distance. */
const RISE = 2e-3;
/** The same, as a part of the size of the pair: rounding of the witness point. */
const ROUNDING = 2e-6;
/** Triangles around a vertex at most. */
const MOST_AROUND = 64;

export class SurfaceRule {
  /** The triangle's corners and unit normal, in the frame of the surface (m). */
  readonly corners = new Float64Array(9);
  readonly normal = new Float64Array(3);
  /** The normal of a row, surface → body, and its witness point, in the frame of the surface. */
  readonly along = new Float64Array(3);
  readonly witness = new Float64Array(3);
  /** Of the body (m). */
  readonly extent = new Float64Array(1);
  /** The surface of `begin`. */
  readonly surface: Surface;
  readonly #children: ChildTable;
  readonly #search: ChildSearch;
  /** Corners of another triangle. */
  readonly #others = new Float64Array(9);
  /** Weights of the corners at a point, and its height over the triangle. */
  readonly #weights = new Float64Array(4);
  /** How far a vertex may rise (m). */
  readonly #slack = new Float64Array(1);
  #head = 0;
  #node = 0;

  constructor(children: ChildTable) {
    this.#children = children;
    this.#search = new ChildSearch(children);
    this.surface = new Surface(children);
  }

  /** Loads the surface whose triangles follow. */
  begin({ node, head }: Whole): void {
    this.#node = node;
    this.#head = head;
    this.surface.load(head);
  }

  /** Loads triangle `child` of the surface. */
  load(child: number): void {
    const { corners, normal } = this;
    this.surface.corners(child, corners);
    writeTriangleNormal(normal, corners);
    this.setSlack();
  }

  /** Called when the corners are loaded. */
  setSlack(): void {
    const { corners } = this;
    let longest = 0;
    for (let k = 3; k < 9; k++) longest = Math.max(longest, Math.abs(corners[k] - corners[k % 3]));
    this.#slack[0] = ROUNDING * (longest + this.extent[0]);
  }

  /** Whether the normal of a row is that of the triangle. */
  isFace(): boolean {
    const { along, normal } = this;
    return along[0] * normal[0] + along[1] * normal[1] + along[2] * normal[2] >= SAME_NORMAL;
  }

  /** Whether the row of the loaded triangle `child` is a contact as it is. `along` and `witness` are set. */
  isMinimum(child: number): boolean {
    const isJoined = (this.#children.nodes[this.#head + CHILD_FLAGS] & JOINED_BORDERS) !== 0;
    this.#weigh(this.corners);
    const weights = this.#weights;
    let on = 0;
    let corner = 0;
    let off = 0;
    for (let k = 0; k < 3; k++) {
      if (weights[k] > ON_EDGE) {
        on++;
        corner = k;
      } else off = k;
    }
    // inside of the triangle only its own normal is a minimum
    if (on === 3) return false;
    if (!this.#isBelow(this.corners)) return false;
    return on === 2
      ? this.#isEdgeMinimum(child, (off + 1) % 3, isJoined)
      : this.#isVertexMinimum(child, corner, isJoined);
  }

  /** Whether a point is over the loaded triangle, up to a part of its size. */
  isOver(point: Float64Array): boolean {
    this.witness.set(point);
    this.#weigh(this.corners);
    const weights = this.#weights;
    return Math.min(weights[0], weights[1], weights[2]) > -OVER;
  }

  /** Writes the weights of a triangle's corners at the witness point, and the square of its height over the plane. */
  #weigh(corners: Float64Array): void {
    const { witness } = this;
    let uu = 0;
    let uv = 0;
    let vv = 0;
    let wu = 0;
    let wv = 0;
    let ww = 0;
    for (let c = 0; c < 3; c++) {
      const u = corners[3 + c] - corners[c];
      const v = corners[6 + c] - corners[c];
      const w = witness[c] - corners[c];
      uu += u * u;
      uv += u * v;
      vv += v * v;
      wu += w * u;
      wv += w * v;
      ww += w * w;
    }
    const scale = 1 / (uu * vv - uv * uv);
    const weights = this.#weights;
    weights[1] = scale * (vv * wu - uv * wv);
    weights[2] = scale * (uu * wv - uv * wu);
    weights[0] = 1 - weights[1] - weights[2];
    weights[3] = ww - weights[1] * wu - weights[2] * wv;
  }

  #isEdgeMinimum(child: number, edge: number, isJoined: boolean): boolean {
    const word = this.surface.edge(child, edge);
    if ((word & SEAM) !== 0) return this.#isSeamMinimum();
    if ((word & BORDER) !== 0) return !isJoined;
    return this.#isOtherBelow(triangleOf(word & HALF_EDGE));
  }

  /** Tests the triangles around a corner: first one way, and from a border on the other way. */
  #isVertexMinimum(child: number, corner: number, isJoined: boolean): boolean {
    let isBorder = false;
    let isSeam = false;
    for (let way = 0; way < 2; way++) {
      let triangle = child;
      let at = corner;
      for (let k = 0; k < MOST_AROUND; k++) {
        const word = this.surface.edge(triangle, way === 0 ? at : (at + 2) % 3);
        if ((word & SEAM) !== 0) isSeam = true;
        if ((word & BORDER) !== 0) {
          isBorder = true;
          break;
        }
        const half = word & HALF_EDGE;
        triangle = triangleOf(half);
        // neighbors run along the edge the other way
        at = way === 0 ? (half + 1 - EDGES * triangle) % 3 : half - EDGES * triangle;
        if (triangle === child) break;
        if (!this.#isOtherBelow(triangle)) return false;
      }
      if (!isBorder) return true;
    }
    return isSeam ? this.#isSeamMinimum() : !isJoined;
  }

  /** Tests the triangles that the tree finds at the witness point. */
  #isSeamMinimum(): boolean {
    const { witness } = this;
    const search = this.#search;
    const weights = this.#weights;
    const reach = this.#children.reals[this.#head + WELD] + this.#slack[0];
    search.box.set(witness);
    search.box.set(witness, 3);
    search.limit[0] = reach;
    search.begin(this.#node);
    while (search.next()) {
      for (let k = search.first; k < search.first + search.count; k++) {
        this.surface.corners(k, this.#others);
        this.#weigh(this.#others);
        const isAt = Math.min(weights[0], weights[1], weights[2]) > -ON_EDGE && weights[3] <= reach * reach;
        if (isAt && !this.#isBelow(this.#others)) return false;
      }
    }
    return true;
  }

  #isOtherBelow(child: number): boolean {
    this.surface.corners(child, this.#others);
    return this.#isBelow(this.#others);
  }

  /** Whether no corner of a triangle rises above the plane across the normal at the witness point. */
  #isBelow(corners: Float64Array): boolean {
    const { along, witness } = this;
    for (let corner = 0; corner < 9; corner += 3) {
      let rise = 0;
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const away = corners[corner + c] - witness[c];
        rise += along[c] * away;
        square += away * away;
      }
      if (rise > RISE * Math.sqrt(square) + this.#slack[0]) return false;
    }
    return true;
  }
}

/** Beyond the side of a triangle by at most this weight a point is over it. */
const OVER = 1e-5;
