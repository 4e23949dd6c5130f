/**
 * The messages between the page and the worker that simulates: first the port of `lendWorkers`, then one request at a
 * time, and one answer to each. Where memory is shared no poses are sent: the first answer contains views of the
 * engine's columns.
 */
import type { EngineInfo } from 'hullstorm';
import type { Walk } from '../../scenes/character.ts';
import type { Settings } from './settings.ts';

/** The measurements of a step that the stepper gives: times (ms), then counts. */
export const STEP_FIELDS = [
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
/**
 * All measurements of a step: also the time of the sensor's scan after it (ms), its rays, and its hits; 0 without a
 * sensor. A sample has one number for each.
 */
export const FIELDS = [...STEP_FIELDS, 'scan', 'rays', 'hits'] as const;
export type Field = (typeof FIELDS)[number];

/** s */
export const TIME_STEP = 1 / 60;
/** With more balls, the oldest ones are used again. */
export const MOST_BALLS = 48;
export const BALL_RADIUS = 0.9;

/** A new ball, which flies at what a ray hits. */
export interface Shot {
  /** Where the ray starts: the camera (m). */
  readonly origin: readonly [number, number, number];
  /** Unit length. */
  readonly direction: readonly [number, number, number];
}

/**
 * Poses by body: x y z at positions[stride · body], a unit quaternion x y z w at rotations[stride · body + rotationAt].
 * And what the sensor of the scene sees.
 */
export interface Poses {
  readonly positions: Float64Array | Float32Array;
  readonly rotations: Float32Array;
  readonly stride: number;
  readonly rotationAt: number;
  /** 1 = awake. */
  readonly awake: Uint8Array;
  /** x y z of each hit of the last scan (m), with room for all rays. Empty without a sensor. */
  readonly scan: Float32Array;
}

/** Numbers per contact point: its place (m), and the normal of its manifold. */
export const CONTACT_NUMBERS = 6;
/** Contact points that are shown, at most. */
export const MOST_SHOWN = 32_768;

/** What is under the cursor: a body, and its triangle or part; −1 for a convex body. */
export interface Seen {
  readonly body: number;
  readonly child: number;
}

/** What the visitor wants of a run. */
export interface Orders {
  readonly shots: readonly Shot[];
  /** What the character is told, if the scene has one. */
  readonly walk: Walk;
  /** The ray of the cursor, if the scene has something to see. */
  readonly look: Shot | undefined;
  /** Whether contact points are shown. */
  readonly withContacts: boolean;
}

/** The buffers of copied poses, to transfer. */
export function buffersOf({ rotations, awake, scan }: Poses): ArrayBuffer[] {
  return [rotations, awake, scan].map(({ buffer }) => buffer as ArrayBuffer);
}

/** Replaces the world by a new one. */
export interface StartRequest {
  readonly type: 'start';
  readonly settings: Settings;
}

/** Shoots, then steps at full speed. */
export interface RunRequest {
  readonly type: 'run';
  readonly steps: number;
  readonly orders: Orders;
  readonly withChecksum: boolean;
  /** Copied poses that the worker may overwrite. */
  readonly used: Poses | undefined;
}

export type Request = StartRequest | RunRequest;

export interface Started {
  readonly type: 'started';
  readonly info: EngineInfo;
  readonly poses: Poses;
  /** Whether `poses` are views of the engine's columns. If not, each answer has new copies. */
  readonly shared: boolean;
  /** Bytes of the engine's memory. */
  readonly bytes: number;
}

export interface Ran {
  readonly type: 'ran';
  /** FIELDS.length numbers per step. */
  readonly samples: Float64Array<ArrayBuffer>;
  readonly info: EngineInfo;
  /** Undefined where memory is shared. */
  readonly poses: Poses | undefined;
  /** Balls shot since the start. Ball k is body (bodies of the scene + k % MOST_BALLS). */
  readonly balls: number;
  /** The body that each shot was aimed at, or −1. */
  readonly targets: readonly number[];
  /** What is under the cursor, if requested. */
  readonly seen: Seen | undefined;
  /** CONTACT_NUMBERS per contact point of the last step, if requested. */
  readonly contacts: Float32Array<ArrayBuffer> | undefined;
  /** Checksum of all poses, if requested. */
  readonly checksum: string | undefined;
}

export interface Failed {
  readonly type: 'failed';
  readonly message: string;
}

export type Answer = Started | Ran | Failed;
