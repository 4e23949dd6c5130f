/** The whole library. */
import { QUERIES } from '../queries/whole.ts';
import { WHOLE_CODE } from '../queries/wholeCode.ts';
import type { EngineKind } from './engineKind.ts';
import { PlanarScene } from './planarScene.ts';

export const WHOLE: EngineKind = {
  queries: QUERIES,
  code: WHOLE_CODE,
  makePlanarScene: (frame, owner) => new PlanarScene(frame, owner),
};
