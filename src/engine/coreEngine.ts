/** Engines with the queries that a page names: those of `hullstorm/core`. */
import { isA } from '../checks.ts';
import { fail, refuse } from '../errors.ts';
import type { SceneCapacity } from '../memory/capacity.ts';
import type { Intersection, Query } from '../queries/define.ts';
import { type DistanceCalls, distanceQuery } from '../queries/distance/query.ts';
import type { PairCapacity } from '../queries/distance/search.ts';
import { type FindPairsCalls, findPairsQuery } from '../queries/findPairs/query.ts';
import { ALWAYS, withNeeds } from '../queries/searchSets.ts';
import type { QueryMethods } from '../queries/whole.ts';
import { createEngineIn, type Environment } from './createEngine.ts';
import type { Engine } from './engine.ts';
import type { EngineKind } from './engineKind.ts';
import type { EngineOptions, KernelName, SomeOf } from './engineOptions.ts';

/** One or more queries, as `hullstorm/core` exports them. */
export type QuerySet = readonly Query[];

/** Methods and capacities of queries. */
export type Types<Q extends readonly QuerySet[]> = NonNullable<Q[number][number]['types']>;

/** An engine with pairs, flags and distances, and with the queries `Q`. */
export type CoreEngine<Q extends readonly QuerySet[] = []> = Omit<Engine, keyof QueryMethods> &
  DistanceCalls &
  FindPairsCalls &
  Intersection<Types<Q>['methods']>;

/** What the `createEngine` of `hullstorm/core` takes. */
export interface CoreEngineOptions<W, Q extends readonly QuerySet[] = []>
  extends Omit<EngineOptions<W>, 'planar' | 'capacity' | 'kernel'> {
  /** Queries besides `findPairs`, `intersect` and `distance`. Default: none. */
  readonly queries?: Q | undefined;
  /** Those of the scene, of pair lists and of the queries. */
  readonly capacity?: SomeOf<SceneCapacity & PairCapacity & Intersection<Types<Q>['capacity']>> | undefined;
  /** As in `hullstorm`, which has 'relaxed' as well. */
  readonly kernel?: Exclude<KernelName, 'relaxed'> | undefined;
}

/** The methods of the other queries, by the names of these in `hullstorm/core`. @internal */
export const METHODS = {
  contacts: ['contacts'],
  rays: ['createRayList', 'castRays'],
  overlaps: ['overlapBox', 'overlapSphere'],
  overlapShapes: ['createProbeList', 'overlapShapes'],
  closestPoints: ['closestPoints'],
  separate: ['separate'],
  castShapes: ['createCastList', 'castShapes'],
  castPairs: ['castPairs'],
  moveAndSlide: ['moveAndSlide'],
  nearest: ['nearest'],
  passes: ['loadPasses'],
} as const;

/** Creates an engine with the queries of its options. @internal */
export async function createCoreIn<W, Q extends readonly QuerySet[]>(
  environment: Environment<W>,
  options: CoreEngineOptions<W, Q>,
): Promise<CoreEngine<Q>> {
  const where = 'createEngine';
  if (!isA(options, Object)) refuse(`${where}: options`, 'an object', options);
  const { queries = [], ...rest } = options;
  if ((rest.kernel as string) === 'relaxed')
    fail(`${where}: kernel`, "'auto', 'simd' or 'scalar'", "'relaxed', which hullstorm has");
  return createEngineIn(environment, coreKind(where, queries), rest as EngineOptions<W>) as Promise<unknown> as Promise<
    CoreEngine<Q>
  >;
}

/** The kind of engines with these queries. @throws QueryError for what is no query @internal */
export function coreKind(where: string, sets: readonly QuerySet[]): EngineKind {
  if (!Array.isArray(sets)) refuse(`${where}: queries`, 'an array of queries of hullstorm/core', sets);
  for (const [place, set] of sets.entries()) {
    if (Array.isArray(set) && set.every(isQuery)) continue;
    refuse(`${where}: queries[${place}]`, 'a query of hullstorm/core, such as rays', set);
  }
  const queries = new Set([distanceQuery, findPairsQuery, ...sets.flat()]);
  const searches = withNeeds([...ALWAYS, ...[...queries].map(({ search }) => search)]);
  return {
    queries: [...queries],
    code: { searches },
    refusals: refusalsOf(METHODS),
  };
}

function isQuery(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && 'search' in value && 'open' in value;
}

/** Methods that name the query that an engine has not. @param methods by the names of their queries */
function refusalsOf(methods: Readonly<Record<string, readonly string[]>>): Record<string, () => unknown> {
  const refusals: Record<string, () => unknown> = {};
  for (const [query, names] of Object.entries(methods)) {
    for (const name of names) {
      const refuseCall = (call: string) => {
        const how = `import { ${query} } from 'hullstorm/core', then createEngine({ queries: [${query}] })`;
        fail(`engine.${call}`, `an engine with the query ${query} (${how})`, 'one without it');
      };
      refusals[name] = name.startsWith('create') ? () => refuseCall(name) : async () => refuseCall(name);
      if (!/^(create|load)/.test(name)) refusals[`${name}Sync`] = () => refuseCall(`${name}Sync`);
    }
  }
  return refusals;
}
