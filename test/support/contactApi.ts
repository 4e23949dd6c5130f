/** The contact queries as tests call them. */
import { createEngine, type Engine, type PairList, type StatusCode } from 'hullstorm';

export interface ContactOptions {
  readonly margin?: number;
  readonly touching?: number;
  readonly recycle?: number;
  readonly mostMotion?: number;
}

export interface ContactReading {
  readonly a: number;
  readonly b: number;
  readonly status: StatusCode;
  readonly distance: number;
  readonly normal: readonly number[];
  readonly points: readonly {
    readonly pointA: readonly number[];
    readonly pointB: readonly number[];
    readonly separation: number;
    readonly feature: number;
  }[];
}

export interface ContactResults {
  readonly pairs: { readonly ids: Uint32Array; readonly count: number };
  readonly count: number;
  readonly status: Uint8Array;
  readonly separation: Float32Array;
  readonly pointCount: Uint8Array;
  readonly pointsA: Float32Array;
  readonly pointsB: Float32Array;
  readonly features: Uint32Array;
  readonly previous: Int32Array;
  readonly began: Uint32Array;
  readonly beganCount: number;
  readonly stayed: Uint32Array;
  readonly stayedCount: number;
  readonly ended: Uint32Array;
  readonly endedIds: Uint32Array;
  readonly endedCount: number;
  readonly recycled: Uint8Array;
  readonly recycledCount: number;
  read(row: number): ContactReading;
}

export type ContactEngine = Engine & {
  contacts(options?: ContactOptions): Promise<ContactResults>;
  contacts(pairs: PairList, options?: ContactOptions): Promise<ContactResults>;
  contactsSync(options?: ContactOptions): ContactResults;
  contactsSync(pairs: PairList, options?: ContactOptions): ContactResults;
};

export async function createContactEngine(options: Parameters<typeof createEngine>[0]): Promise<ContactEngine> {
  return (await createEngine({ warmUp: false, ...options })) as ContactEngine;
}
