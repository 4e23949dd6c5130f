/** The scene of the self-test: tables of its own, a list of the hard pairs, and what one thread computes of them. */
import { createMemory } from '../memory/memory.ts';
import { rowArrays } from '../memory/rowArrays.ts';
import { RowRunner } from '../narrow/rowRunner.ts';
import type { ThreadKernels } from '../narrow/threadKernels.ts';
import { bindFrame, type FrameCapacity, frameBytes } from '../queries/frameLayout.ts';
import type { GpuHelp } from '../queries/gpuRows.ts';
import { type ListState, PairLists } from '../queries/pairLists.ts';
import { ALWAYS } from '../queries/searchSets.ts';
import { writeCollider } from '../scene/colliderRows.ts';
import { DEFAULT_TRAITS } from '../scene/colliderTraits.ts';
import { SceneChanges } from '../scene/sceneChanges.ts';
import { prepareOf } from '../shapes/cores/list.ts';
import { prepareShape } from '../shapes/prepareShape.ts';
import { storeShape } from '../shapes/storeShape.ts';
import { QueryTables } from '../tables/boundTables.ts';
import { ROWS, SHAPES, VERTICES } from '../tables/countTable.ts';
import type { Frame } from '../tables/frame.ts';
import { setDistance, setList, setPolytopes } from '../tables/queryTable.ts';
import type { QueryKind } from './gpuRows.ts';
import { HARD_PAIRS, HARD_SHAPES, hardBoxes } from './hardPairs.ts';

/** Corners of a box. */
const CORNERS = 8;

/** Makes the kernels of a thread for other tables. */
export type MakeKernels = (memory: WebAssembly.Memory, frame: Frame) => Promise<ThreadKernels>;

export class TestScene {
  readonly frame: Frame;
  readonly scene: { readonly rows: number; readonly changes: SceneChanges };
  readonly state: ListState;
  readonly #rows: RowRunner;

  /** @param makeKernels as the engine has them */
  static async create(shared: boolean, makeKernels: MakeKernels): Promise<TestScene> {
    const capacity = {
      ...{ shapes: HARD_SHAPES.length, vertices: CORNERS * HARD_SHAPES.length, parts: 1, colliders: 2 * HARD_PAIRS },
      ...{ meshTriangles: 1, meshVertices: 1, heights: 1, compoundParts: 1 },
      ...{ pairs: HARD_PAIRS, polytopes: 1, threads: 1 },
    } as FrameCapacity;
    const memory = createMemory(frameBytes(capacity, ALWAYS), shared);
    const frame = bindFrame(memory.buffer, capacity, ALWAYS);
    return new TestScene(frame, capacity, await makeKernels(memory, frame));
  }

  private constructor(frame: Frame, capacity: FrameCapacity, kernels: ThreadKernels) {
    this.frame = frame;
    this.scene = { rows: 2 * HARD_PAIRS, changes: new SceneChanges(rowArrays(2 * HARD_PAIRS), HARD_SHAPES.length) };
    const checks = { checkOpen() {}, checkCollider() {} };
    this.state = new PairLists(frame, capacity, this.scene.changes, checks).own;
    this.#rows = new RowRunner(frame, new QueryTables(frame), 0, kernels);
    this.#fill();
  }

  #fill(): void {
    const { colliders, counts, shapes, vertices } = this.frame;
    for (const [row, halfExtents] of HARD_SHAPES.entries()) {
      const at = { neighborBegin: 0, cellBegin: 0, partBegin: 0, head: 0, withCells: false };
      const shape = prepareShape('gpu', { kind: 'box', halfExtents, radius: 0 }, prepareOf);
      storeShape(shapes, vertices, { ...at, row, vertexBegin: CORNERS * row }, shape);
    }
    counts[SHAPES] = HARD_SHAPES.length;
    counts[VERTICES] = CORNERS * HARD_SHAPES.length;
    for (const [row, { position, rotation, shape }] of hardBoxes().entries()) {
      writeCollider(colliders, shapes, row, shape, DEFAULT_TRAITS);
      colliders.positions.set(position, 4 * row);
      colliders.rotations.set(rotation, 4 * row);
    }
    counts[ROWS] = 2 * HARD_PAIRS;
    const { list } = this.state;
    for (let k = 0; k < 2 * HARD_PAIRS; k++) list.ids[k] = k;
  }

  /** Sets the parameters of a query on the first `count` pairs, and starts it cold: simplexes never change places. */
  begin(kind: QueryKind, count: number): void {
    const { frame, state } = this;
    const { tables, even, list } = state;
    this.overlapOnly = kind === 'flags';
    list.resize(count);
    setDistance(frame.query, kind === 'depth', Float64Array.of(Infinity));
    setList(frame.query, tables, list.capacity, even);
    setPolytopes(frame.query, undefined, 0, false);
  }

  /** What the threads do for the GPU. */
  readonly help: GpuHelp = {
    begin: () => {},
    runListed: async (rows) => this.#rows.computeListed(this.overlapOnly, 0, rows),
  };
  overlapOnly = false;

  /** Computes all rows by the kernels. */
  compute(): void {
    this.#rows.compute(this.overlapOnly, 0, this.state.list.count);
  }
}
