/** The worker that simulates: it owns the engine, and its loop steps the world of the settings. */
import { serveLoop } from 'hullstorm/loop';
import type { Settings } from './settings.ts';
import { createSimulatedWorld } from './simulatedWorld.ts';

serveLoop(({ args, workerPort }) => createSimulatedWorld(args as Settings, workerPort));
