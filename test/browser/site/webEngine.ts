/** `createEngine` as pages see it: the checker of this repository reads the package as Node does. */
import { createEngine } from 'hullstorm';
import type { createEngine as createWebEngine } from '../../../src/index.web.ts';

export const createEngineHere = createEngine as unknown as typeof createWebEngine;
