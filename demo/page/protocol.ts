/**
 * What the page and the worker that simulates tell each other, over `hullstorm/loop`: once per frame the page sends its
 * orders, and gets what has happened since the frame before.
 */
import type { EngineInfo } from 'hullstorm';
import { STANDING, type Walk } from '../../scenes/character.ts';

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
  'children',
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

export type Triple = readonly [number, number, number];

/** A ray from the camera (m); its direction has unit length. */
export interface Shot {
  readonly origin: Triple;
  readonly direction: Triple;
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

/** What the visitor wants. */
export interface Orders {
  /** Balls to shoot, each at what its ray hits. */
  readonly shots: readonly Shot[];
  /** What the character is told, if the scene has one. */
  readonly walk: Walk;
  /** The ray of the cursor, if the scene has something to see. */
  readonly look: Shot | undefined;
  /** Where the body that is held shall be (m), if it is dragged. */
  readonly pull: Triple | undefined;
  /** Whether contact points are shown. */
  readonly withContacts: boolean;
}

export const NO_ORDERS: Orders = {
  shots: [],
  walk: STANDING,
  look: undefined,
  pull: undefined,
  withContacts: false,
};

/** A body that the visitor holds: at a point of its own frame, and of the world (m). */
export interface Grip {
  readonly body: number;
  readonly local: Triple;
  readonly world: Triple;
}

/** What happened since the last frame. */
export interface Ran {
  readonly info: EngineInfo;
  /** FIELDS.length numbers per step. */
  readonly samples: Float64Array;
  /** Balls shot since the start. Ball k is body (bodies of the scene + k % MOST_BALLS). */
  readonly balls: number;
  /** The body that each shot was aimed at, or −1. */
  readonly targets: readonly number[];
  /** What is under the cursor, if requested. */
  readonly seen: Seen | undefined;
  /** CONTACT_NUMBERS per contact point of the last step, if requested. */
  readonly contacts: Float32Array | undefined;
  /** x y z of each hit of the last scan (m), with room for all rays: undefined where the page has a view of them. */
  readonly scan: Float32Array | undefined;
}

/** A new world. */
export interface Opened {
  readonly info: EngineInfo;
  /** Bytes of the engine's memory. */
  readonly bytes: number;
  /** x y z of each hit of the last scan (m). Where memory is shared it is a view, and stays current. */
  readonly scan: Float32Array;
}

/** Functions of the worker. */
export type Calls = {
  open(): Opened;
  frame(orders: Orders): Promise<Ran>;
  /** Takes hold of the body that a ray hits, if it can be moved. */
  grip(ray: Shot): Promise<Grip | undefined>;
  letGo(): void;
  /** Checksum of the poses of all bodies. */
  checksum(): string;
};
