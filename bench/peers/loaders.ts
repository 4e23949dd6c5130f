/** The libraries of the benchmark by their names. Each module loads when its library is asked for. */
import { reasonOf } from './command.ts';
import type { PairFinder } from './pairFinder.ts';
import type { Peer } from './peer.ts';

export type Kernel = import('./hullstorm.ts').Kernel;

const PEERS: Readonly<Record<string, (kernel: Kernel) => Promise<Peer>>> = {
  hullstorm: async (kernel) => (await import('./hullstorm.ts')).loadHullstorm(kernel),
  rapier: async () => (await import('./rapier.ts')).loadRapier(),
  jolt: async () => (await import('./jolt.ts')).loadJolt(),
  physx: async () => (await import('./physx.ts')).loadPhysx(),
  crashcat: async () => (await import('./crashcat.ts')).loadCrashcat(),
  oimo: async () => (await import('./oimo.ts')).loadOimo(),
  'cannon-es': async () => (await import('./cannon.ts')).loadCannon(),
  'hullstorm-coherent': async (kernel) => (await import('./hullstorm.ts')).loadHullstormCoherent(kernel),
  'rapier-step': async () => (await import('./rapierStep.ts')).loadRapierStep(),
  'jolt-step': async () => (await import('./joltStep.ts')).loadJoltStep(),
};

/** Broad phases, by the names of the libraries. */
const FINDERS: Readonly<Record<string, (kernel: Kernel) => Promise<PairFinder>>> = {
  hullstorm: async (kernel) => (await import('./hullstormPairs.ts')).loadHullstormPairs(kernel),
  rapier: async () => (await import('./rapierStep.ts')).loadRapierPairs(),
  jolt: async () => (await import('./joltStep.ts')).loadJoltPairs(),
  oimo: async () => (await import('./oimoPairs.ts')).loadOimoPairs(),
  'cannon-es': async () => (await import('./cannonPairs.ts')).loadCannonPairs(),
};

export const PEER_NAMES = Object.keys(PEERS);

/** Loads libraries. `absent` gets the reasons of those that do not load. */
export async function loadNamedPeers(
  names: readonly string[],
  kernel: Kernel,
  absent: Map<string, string>,
): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const name of names) {
    try {
      peers.push(await PEERS[name](kernel));
    } catch (error) {
      absent.set(name, `did not load: ${reasonOf(error)}`);
      console.error(`${name}: ${absent.get(name)}`);
    }
  }
  return peers;
}

/** Loads the broad phases of those libraries that have one. */
export async function loadFinders(names: readonly string[], kernel: Kernel): Promise<PairFinder[]> {
  const finders: PairFinder[] = [];
  for (const name of names.filter((one) => FINDERS[one])) {
    try {
      finders.push(await FINDERS[name](kernel));
    } catch (error) {
      console.error(`${name}: its broad phase did not load: ${reasonOf(error)}`);
    }
  }
  return finders;
}
