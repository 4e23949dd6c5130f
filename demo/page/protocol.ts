/**
 * What the page and the worker that simulates say to each other: one request at a time, one answer to each. Poses do not travel
 * where memory is shared: the views of the first answer are the columns that the engine writes.
 */
import type { EngineInfo } from 'hullstorm';
import type { Settings } from './settings.ts';

/** What is measured of a step: times (ms), then counts. A sample is one number for each. */
export const FIELDS = [
  'broad',
  'narrow',
  'solve',
  'integrate',
  'total',
  'pairs',
  'contacts',
  'points',
  'awake',
] as const;
export type Field = (typeof FIELDS)[number];

/** s */
export const TIME_STEP = 1 / 60;
/** More balls than these are taken from those that were shot first. */
export const MOST_BALLS = 48;
export const BALL_RADIUS = 0.9;

/** A ball to be shot (m, m/s). */
export interface Shot {
  readonly position: readonly [number, number, number];
  readonly velocity: readonly [number, number, number];
}

/** Poses by body: x y z at positions[stride · body], a unit quaternion x y z w at rotations[stride · body + rotationAt]. */
export interface Poses {
  readonly positions: Float64Array | Float32Array;
  readonly rotations: Float32Array;
  readonly stride: number;
  readonly rotationAt: number;
  /** 1 = moves. */
  readonly awake: Uint8Array;
}

/** Makes a world, instead of the one that there is. */
export interface StartRequest {
  readonly type: 'start';
  readonly settings: Settings;
}

/** Shoots, then steps, as fast as it goes. */
export interface RunRequest {
  readonly type: 'run';
  readonly steps: number;
  readonly shots: readonly Shot[];
  readonly withChecksum: boolean;
  /** Copies that the page is done with, to be written again. */
  readonly used: Poses | undefined;
}

export type Request = StartRequest | RunRequest;

export interface Started {
  readonly type: 'started';
  readonly info: EngineInfo;
  readonly poses: Poses;
  /** Whether `poses` are the engine's own columns, or parts of them; else every answer brings new ones. */
  readonly shared: boolean;
  /** Of the memory of the engine. */
  readonly bytes: number;
}

export interface Ran {
  readonly type: 'ran';
  /** FIELDS.length numbers per step. */
  readonly samples: Float64Array<ArrayBuffer>;
  readonly info: EngineInfo;
  /** None where memory is shared. */
  readonly poses: Poses | undefined;
  /** Balls shot since the start; ball k is body `bodies of the scene + k % MOST_BALLS`. */
  readonly balls: number;
  /** Of every pose, if it was asked for. */
  readonly checksum: string | undefined;
}

export interface Failed {
  readonly type: 'failed';
  readonly message: string;
}

export type Answer = Started | Ran | Failed;
