/** Planes of pairs of a probe and a collider with children, as one thread finds them: `tools.part(placedPlanes)`. */
import type { PlacedKernel } from '../broad/placedKernel.ts';
import { MANIFOLDS } from '../tables/contactTable.ts';
import { ChildContacts } from './children/childContacts.ts';
import type { ThreadTools } from './threadTools.ts';

export const placedPlanes = (tools: ThreadTools): PlacedPlanes => new PlacedPlanes(tools);

export class PlacedPlanes {
  /** Of the planes found: normal to the probe, and signed distance (m); and the children of the collider, or −1. */
  readonly planes = new Float32Array(4 * MANIFOLDS);
  readonly children = new Int32Array(MANIFOLDS);
  readonly #tools: ThreadTools;
  readonly #kernel: PlacedKernel;
  /** Made for the first pair with children. */
  #contacts: ChildContacts | undefined;

  constructor(tools: ThreadTools) {
    this.#tools = tools;
    this.#kernel = tools.placed;
  }

  /** The nearest child of the last pair: normal and distance, which is ∞ if no child is within the reach. */
  get nearest(): Float32Array {
    return this.#contacts!.nearest;
  }

  /** Its number. */
  get nearestChild(): number {
    return this.#contacts!.nearestChild;
  }

  /**
   * Finds the planes of a pair of the thread's list with children: one per cluster of these with like normals, the
   * nearest first. The nearest child may be none of them: a triangle whose back is met.
   * @param reach planes farther away are not found (m)
   * @returns their number
   */
  find(pair: number, reach: Float64Array): number {
    const { frame, rows, thread } = this.#tools;
    const { ids } = this.#kernel.list.pairs;
    this.#contacts ??= new ChildContacts(frame, rows, thread);
    const { leaders, normals, childA, manifoldCount } = this.#contacts.findPlaced(
      ids[2 * pair],
      ids[2 * pair + 1],
      reach,
    );
    const count = manifoldCount[0];
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 4; c++) this.planes[4 * k + c] = normals[4 * leaders[k] + c];
      this.children[k] = childA[leaders[k]];
    }
    return count;
  }
}
