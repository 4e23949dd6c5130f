import type { Engine } from './engine.ts';
import type { PlanarScene } from './planarScene.ts';

/** An engine with the option `planar: true`: the same queries, about shapes of the plane. */
export type PlanarEngine = Engine<PlanarScene>;
