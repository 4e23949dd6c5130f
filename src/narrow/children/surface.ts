/** The triangles of a mesh or a height field, in the frame of the shape. */
import { loadSurface, SurfaceView, writeCorners } from '../../kernels/children/surfaceView.ts';
import type { ChildTable } from '../../tables/childTable.ts';

export class Surface {
  readonly #children: ChildTable;
  readonly #view = new SurfaceView();

  constructor(children: ChildTable) {
    this.#children = children;
  }

  /** @param head the first word of the shape's head */
  load(head: number): void {
    loadSurface(this.#view, this.#children, head);
  }

  /** Writes the three corners of a triangle (m), nine numbers. */
  corners(child: number, to: Float64Array): void {
    writeCorners(to, this.#view, this.#children, child);
  }
}
