/** The triangles of a mesh or a height field, in the frame of the shape: corners, edge words, numbers of the user. */
import { FieldEdges } from '../../fields/fieldEdges.ts';
import { writeFieldCorners } from '../../kernels/fields/fieldCorners.ts';
import { FieldView, loadField } from '../../kernels/fields/fieldView.ts';
import { writeMeshCorners } from '../../kernels/rays/meshCorners.ts';
import type { ChildTable } from '../../tables/childTable.ts';
import { CHILD_FLAGS, FIRST_CHILD, FIRST_VERTEX, IS_FIELD } from '../../tables/childWords.ts';
import { EDGES, SOURCE, TRIANGLE_STRIDE } from '../../tables/meshWords.ts';

export class Surface {
  readonly #children: ChildTable;
  readonly #field = new FieldView();
  readonly #fieldEdges: FieldEdges;
  #isField = false;
  /** Of a mesh. */
  #triangle = 0;
  #vertex = 0;

  constructor(children: ChildTable) {
    this.#children = children;
    this.#fieldEdges = new FieldEdges(this.#field, children);
  }

  /** @param head the first word of the shape's head */
  load(head: number): void {
    const { nodes } = this.#children;
    this.#isField = (nodes[head + CHILD_FLAGS] & IS_FIELD) !== 0;
    if (this.#isField) loadField(this.#field, this.#children, head);
    this.#triangle = nodes[head + FIRST_CHILD];
    this.#vertex = nodes[head + FIRST_VERTEX];
  }

  /** Writes the three corners of a triangle (m), nine numbers. */
  corners(child: number, to: Float64Array): void {
    if (this.#isField) writeFieldCorners(to, this.#field, this.#children.heights, child);
    else writeMeshCorners(to, this.#children, this.#triangle + child, this.#vertex);
  }

  /** The number of a triangle's corner 0 … 2 among the vertices, or the heights. */
  vertexOf(child: number, corner: number): number {
    if (!this.#isField) return this.#children.triangles[TRIANGLE_STRIDE * (this.#triangle + child) + corner];
    const { columns } = this.#field;
    const cell = child >> 1;
    const row = Math.trunc(cell / columns);
    // as in writeFieldCorners
    const at = (child & 1) === 0 ? corner : 3 - corner;
    return (row + (at & 1)) * (columns + 1) + cell - row * columns + (at >> 1);
  }

  /** The word of edge 0 … 2 of a triangle (tables/meshWords.ts); that of a field without FLAT and CONCAVE. */
  edge(child: number, edge: number): number {
    if (this.#isField) return this.#fieldEdges.half(child, edge);
    return this.#children.edges[EDGES * (this.#triangle + child) + edge];
  }

  /** The number that the user knows a triangle by. */
  numberOf(child: number): number {
    return this.#isField ? child : this.#children.triangles[TRIANGLE_STRIDE * (this.#triangle + child) + SOURCE];
  }
}
