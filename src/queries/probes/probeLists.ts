/** The probe lists of one engine: each takes a run of the probes' rows. */
import { fail, inspect, integerIn } from '../../errors.ts';
import type { Frame } from '../../tables/frame.ts';
import { CastList } from '../castShapes/castList.ts';
import type { QueryTools } from '../queryRunner.ts';
import { checkSpatial } from '../spatial.ts';
import { ProbeList, type ProbeListOwner } from './probeList.ts';

/** Those of an engine: `tools.part(probeLists)`. */
export const probeLists = ({ frame, queue }: QueryTools): ProbeLists => new ProbeLists(frame, queue);

export class ProbeLists {
  readonly #frame: Frame;
  readonly #owner: ProbeListOwner;
  /** First row that no list has taken. */
  #next = 0;

  constructor(frame: Frame, owner: ProbeListOwner) {
    this.#frame = frame;
    this.#owner = owner;
  }

  /** Makes a list for a user. @throws QueryError when the lists together would need more rows than there are */
  create(where: string, capacity: number): ProbeList {
    this.#owner.checkOpen(where);
    checkSpatial(where, this.#frame);
    integerIn(`${where}: capacity`, capacity, 1, 2 ** 31 - 1);
    return new ProbeList(this.#frame, this.take(where, capacity), capacity, this.#owner);
  }

  /** The same for probes that move. At most `capacity.casts` of them are cast by one call. */
  createCasts(where: string, capacity: number): CastList {
    this.#owner.checkOpen(where);
    checkSpatial(where, this.#frame);
    integerIn(`${where}: capacity`, capacity, 1, 2 ** 31 - 1);
    const most = this.#frame.casts.ofShapes.capacity;
    if (capacity > most) fail(`${where}: capacity`, `at most ${most} (raise capacity.casts)`, capacity);
    return new CastList(this.#frame, this.take(where, capacity), capacity, this.#owner);
  }

  /** Takes `count` rows for good. @returns the first, in `frame.probes` */
  take(where: string, count: number): number {
    const room = this.#frame.probes.capacity - this.#next;
    if (count > room) {
      fail(`${where}: capacity`, `at most ${room} more probes (raise capacity.probes, which lists share)`, count);
    }
    const first = this.#next;
    this.#next += count;
    return first;
  }

  /** Fails unless `probes` is a list of this engine. @param part its name, such as `': probes'` */
  check(where: string, part: string, probes: ProbeList): void {
    if (ProbeList.is(probes) && probes.isOf(this.#frame)) return;
    const got = ProbeList.is(probes) ? "another engine's" : inspect(probes);
    fail(where + part, 'a probe list of this engine', got);
  }
}
