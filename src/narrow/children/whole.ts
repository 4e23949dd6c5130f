/** A collider of a pair, read once: its rotation, and if its shape has children, where these are. */
import { writeRotation } from '../../math/rotation.ts';
import { BOTH_SIDES, CHILD_COUNT, CHILD_FLAGS } from '../../tables/childWords.ts';
import type { Frame } from '../../tables/frame.ts';
import { NODE_WORDS } from '../../tables/rayTree.ts';
import { CHILD_HEAD, COMPOUND, CORE, EXTENT, MANY, SHAPE_STRIDE, TRAITS } from '../../tables/shapeWords.ts';

export class Whole {
  collider = 0;
  hasChildren = false;
  isCompound = false;
  /** Whether it is a surface whose triangles are met from the front alone. */
  isOneSided = false;
  /** The head's place in the pool of nodes, and its first word there. */
  node = 0;
  head = 0;
  childCount = 0;
  /** Largest distance of a point of the core from the position (m). In an array: doubles that cross calls allocate. */
  readonly extent = new Float64Array(1);
  /** Rotation local → world, row major. */
  readonly turn = new Float64Array(9);

  /** Reads a collider whose shape and pose are valid. */
  load({ children, placed, shapes: { reals, words } }: Frame, collider: number): void {
    const word = SHAPE_STRIDE * placed.shapes[collider];
    this.collider = collider;
    this.extent[0] = reals[word + EXTENT];
    this.hasChildren = (words[word + TRAITS] & MANY) !== 0;
    this.isCompound = words[word + CORE] === COMPOUND;
    this.node = this.hasChildren ? words[word + CHILD_HEAD] : 0;
    this.head = NODE_WORDS * this.node;
    const flags = children.nodes[this.head + CHILD_FLAGS];
    this.isOneSided = this.hasChildren && !this.isCompound && (flags & BOTH_SIDES) === 0;
    this.childCount = this.hasChildren ? children.nodes[this.head + CHILD_COUNT] : 0;
    writeRotation(this.turn, 0, placed.rotations, 4 * collider);
  }
}
