/** Edge words of a height field (tables/meshWords.ts), from its heights. Its ends and its holes are borders. */
import { writeFieldCorners } from '../kernels/fields/fieldCorners.ts';
import { neighborInField } from '../kernels/fields/fieldHalves.ts';
import type { FieldPools, FieldView } from '../kernels/fields/fieldView.ts';
import { turnBits } from '../meshes/turns.ts';
import { BORDER, EDGES, HALF_EDGE } from '../tables/meshWords.ts';

export class FieldEdges {
  readonly #view: FieldView;
  readonly #pools: FieldPools;
  /** Corners of a triangle, and of its neighbor. */
  readonly #corners = new Float64Array(9);
  readonly #others = new Float64Array(9);
  /** Their unit normals. */
  readonly #normals = new Float64Array(6);

  /** @param view of the field, which the caller loads */
  constructor(view: FieldView, pools: FieldPools) {
    this.#view = view;
    this.#pools = pools;
  }

  /** The word of an edge. Both words of an edge have the same bits. */
  word(child: number, edge: number): number {
    const other = neighborInField(this.#view, this.#pools.heightWords, child, edge);
    if (other < 0) return BORDER | HALF_EDGE;
    return (EDGES * other + edge) | this.#turn(Math.min(child, other), Math.max(child, other), edge);
  }

  #turn(child: number, other: number, edge: number): number {
    const normals = this.#normals;
    writeFieldCorners(this.#corners, this.#view, this.#pools.heights, child);
    writeFieldCorners(this.#others, this.#view, this.#pools.heights, other);
    writeNormal(this.#corners, normals, 0);
    writeNormal(this.#others, normals, 3);
    const opposite = 3 * ((edge + 2) % 3);
    let height = 0;
    for (let c = 0; c < 3; c++) height += normals[c] * (this.#others[opposite + c] - this.#corners[3 * edge + c]);
    return turnBits(normals, 0, 3, false, height);
  }
}

/** Writes the unit normal of a triangle to `to`. */
function writeNormal(corners: Float64Array, to: Float64Array, at: number): void {
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const [d, e] = [(c + 1) % 3, (c + 2) % 3];
    to[at + c] =
      (corners[3 + d] - corners[d]) * (corners[6 + e] - corners[e]) -
      (corners[3 + e] - corners[e]) * (corners[6 + d] - corners[d]);
    square += to[at + c] * to[at + c];
  }
  const scale = 1 / Math.sqrt(square);
  for (let c = 0; c < 3; c++) to[at + c] *= scale;
}
