/** What an entry of the package puts into its engines: `wholeEngine.ts` is all of it. */
import type { ThreadCode } from '../queries/builtInPasses.ts';
import type { Query } from '../queries/define.ts';
import type { Frame } from '../tables/frame.ts';
import type { WasmPiece } from '../wasm/wasmPiece.ts';
import type { SceneOwner } from './baseScene.ts';
import type { PlanarScene } from './planarScene.ts';

export interface EngineKind {
  readonly queries: readonly Query[];
  /** What the calling thread runs. */
  readonly code: ThreadCode;
  /** What makes relaxed builds of the wasm of its queries. Undefined: its engines have no kernel 'relaxed'. */
  readonly relaxed?: WasmPiece;
  /** What methods of queries do that are not among its own. */
  readonly refusals?: Readonly<Record<string, () => unknown>>;
  /** Makes the scene of planar engines. Undefined: there are none. */
  readonly makePlanarScene?: (frame: Frame, owner: SceneOwner) => PlanarScene;
}
