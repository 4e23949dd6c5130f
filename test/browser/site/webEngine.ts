/** Functions of the package as pages see them: the checker of this repository reads the package as Node does. */
import { createEngine, lendWorkers } from 'hullstorm';
import type * as web from '../../../src/index.web.ts';

export const createEngineHere = createEngine as unknown as typeof web.createEngine;
export const lendWorkersHere = lendWorkers as unknown as typeof web.lendWorkers;
