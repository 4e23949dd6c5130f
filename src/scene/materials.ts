/** Materials of triangles by the user's numbers. Tables hold them in the order of leaves. */
import { CHILD_COUNT, FIRST_CHILD } from '../tables/childWords.ts';
import type { Frame } from '../tables/frame.ts';
import { SOURCE, TRIANGLE_STRIDE } from '../tables/meshWords.ts';
import { NODE_WORDS } from '../tables/rayTree.ts';
import { CHILD_HEAD, CORE, MESH, SHAPE_STRIDE } from '../tables/shapeWords.ts';
import type { SceneChanges } from './sceneChanges.ts';

interface Known {
  /** `shapeBornAt` of the shape. */
  readonly born: number;
  readonly materials: Uint8Array;
}

export class Materials {
  readonly #frame: Frame;
  readonly #changes: SceneChanges;
  /** By shape id: made when a material of the shape is first asked for. */
  readonly #known = new Map<number, Known>();

  constructor(frame: Frame, changes: SceneChanges) {
    this.#frame = frame;
    this.#changes = changes;
  }

  /** The material of a triangle of a shape; 0 of other shapes, and of triangles that baking has left out. */
  of(shape: number, triangle: number): number {
    const { words } = this.#frame.shapes;
    const word = SHAPE_STRIDE * shape;
    if (words[word + CORE] !== MESH) return 0;
    const born = this.#changes.shapeBornAt[shape];
    let known = this.#known.get(shape);
    if (known?.born !== born) {
      known = { born, materials: this.#list(NODE_WORDS * words[word + CHILD_HEAD]) };
      this.#known.set(shape, known);
    }
    return known.materials[triangle] ?? 0;
  }

  /** The materials of the mesh whose head begins at word `head`. */
  #list(head: number): Uint8Array {
    const { nodes, triangles, materials } = this.#frame.children;
    const first = nodes[head + FIRST_CHILD];
    const end = first + nodes[head + CHILD_COUNT];
    let most = 0;
    for (let k = first; k < end; k++) most = Math.max(most, triangles[TRIANGLE_STRIDE * k + SOURCE]);
    const list = new Uint8Array(most + 1);
    for (let k = first; k < end; k++) list[triangles[TRIANGLE_STRIDE * k + SOURCE]] = materials[k];
    return list;
  }
}
