/** The whole library. */
import { RELAXED } from '../narrow/wasmPieces.ts';
import { QUERIES } from '../queries/whole.ts';
import { WHOLE_CODE } from '../queries/wholeCode.ts';
import type { EngineKind } from './engineKind.ts';
import { PlanarScene } from './planarScene.ts';

export const WHOLE: EngineKind = {
  queries: QUERIES,
  code: WHOLE_CODE,
  relaxed: RELAXED,
  makePlanarScene: (frame, owner) => new PlanarScene(frame, owner),
};
