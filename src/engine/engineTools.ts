/** What an engine is made of: the parts that `createEngineIn` makes, and the tools that its queries share. */
import { TreeUpdater } from '../broad/tree/treeUpdater.ts';
import type { EngineGpu } from '../gpu/engineGpu.ts';
import { Parts } from '../narrow/parts.ts';
import type { RunningKernel } from '../narrow/runningKernel.ts';
import type { ThreadKernels } from '../narrow/threadKernels.ts';
import { builtInPasses } from '../queries/builtInPasses.ts';
import { PairStages } from '../queries/findPairs/stages.ts';
import type { FrameCapacity } from '../queries/frameLayout.ts';
import { PairLists } from '../queries/pairLists.ts';
import { QueryQueue } from '../queries/queryQueue.ts';
import { QueryRunner, type QueryTools } from '../queries/queryRunner.ts';
import { Dispatcher } from '../schedule/dispatcher.ts';
import type { Pool } from '../schedule/pool.ts';
import { helpersFor } from '../schedule/stageDescription.ts';
import { StageRunner } from '../schedule/stageRunner.ts';
import type { EngineTuning } from '../schedule/tuning.ts';
import type { Frame } from '../tables/frame.ts';
import { countRestore } from '../tables/queryTable.ts';
import type { BaseScene, SceneOwner } from './baseScene.ts';
import type { EngineKind } from './engineKind.ts';

/** @internal The parts that `createEngineIn` makes. */
export interface EngineParts<S extends BaseScene> {
  readonly kind: EngineKind;
  readonly makeScene: (frame: Frame, owner: SceneOwner) => S;
  readonly frame: Frame;
  readonly memory: WebAssembly.Memory;
  readonly capacity: FrameCapacity;
  readonly tuning: EngineTuning;
  readonly pool: Pool | undefined;
  readonly shared: boolean;
  readonly whyNoWorkers: string | undefined;
  readonly kernel: RunningKernel;
  /** Of the calling thread. */
  readonly kernels: ThreadKernels;
  readonly fallbacks: readonly string[];
  /** The GPU, if the engine has one. */
  readonly gpu: EngineGpu | undefined;
  /** Whether code may be compiled ahead: not with `warmUp: false`. */
  readonly warmUp: boolean;
  /** The folder of the wasm as files; undefined: it is text of the package. */
  readonly wasmUrl: URL | undefined;
}

type Writable<T, K extends keyof T> = Omit<T, K> & { -readonly [N in K]: T[N] };

/** @internal What the queries of an engine share. */
export interface EngineTools<S extends BaseScene> extends QueryTools {
  readonly scene: S;
  readonly dispatcher: Dispatcher;
}

/** @internal Makes the scene of an engine, and the tools of its queries. */
export function engineTools<S extends BaseScene>(parts: EngineParts<S>): EngineTools<S> {
  const { frame, capacity, tuning, pool, kernels } = parts;
  const { broad, wide } = kernels;
  const stages = new StageRunner(frame, 0, builtInPasses(frame, 0, parts.kind.code, kernels));
  const queue = new QueryQueue(stages);
  const scene = parts.makeScene(frame, {
    checkWritable: (where) => queue.checkIdle(where),
    checkOpen: (where) => queue.checkOpen(where),
    enqueue: (task) => queue.enqueue(task),
    pool,
    grown: (rows) => {
      if (helpersFor(rows, tuning.shareFrom) > 0) pool?.demand();
    },
    shapeRemoved: () => {
      // planar kernels keep shapes by id
      countRestore(frame.query);
    },
    restored: () => {
      countRestore(frame.query);
      frame.bounds.known.fill(0);
      lists.forget();
    },
  });
  const lists = new PairLists(frame, capacity, scene.changes, {
    checkOpen: (where) => queue.checkOpen(where),
    checkCollider: (where, id) => scene.checkCollider(where, id),
  });
  const dispatcher = new Dispatcher(frame, pool, tuning, stages);
  const runner = new QueryRunner(dispatcher, frame, lists, capacity.threads, tuning);
  const treeUpdater = new TreeUpdater(frame, broad);
  const own = new Parts<QueryTools>();
  const tools: Writable<EngineTools<S>, 'gpu'> = {
    gpu: undefined,
    lastRun: { rows: -1, isOnGpu: false, left: 0, why: undefined },
    isWide: wide !== undefined,
    frame,
    scene,
    lists,
    queue,
    runner,
    treeUpdater,
    pairStages: new PairStages(frame, treeUpdater),
    passLoading: { ...parts, queue, dispatcher, runner: stages },
    dispatcher,
    contactCapacity: capacity.contacts,
    part: (make) => own.of(make, tools),
  };
  tools.gpu = parts.gpu?.open(tools);
  return tools;
}
