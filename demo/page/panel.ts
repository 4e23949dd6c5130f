/** The numbers: what the frames took, what they found, and on what they ran. Written a few times per second. */
import type { EngineInfo } from 'hullstorm';
import type { Simulation } from '../shared/simulation.ts';
import { element, setText } from './dom.ts';
import { createGraph, STAGE_COLOURS } from './graph.ts';
import { type History, STAGES } from './history.ts';

const UPDATE_EVERY = 250; // ms

export interface Panel {
  /** Shows the state of things; the graph at every call, numbers only now and then. */
  update(simulation: Simulation, history: History): void;
  /** The next update writes the numbers too. */
  refresh(): void;
}

export function createPanel(): Panel {
  const drawGraph = createGraph(element('graph', HTMLCanvasElement));
  const writeStages = createStageBars();
  const slots = ['p50', 'p95', 'p99', 'max', 'bodies', 'pairs', 'overlaps', 'nsPerPair', 'threads', 'kernel'] as const;
  const fields = new Map(slots.map((slot) => [slot, element(slot)]));
  const write = (slot: (typeof slots)[number], text: string) => setText(fields.get(slot) as HTMLElement, text);
  const headline = element('headline-ms');
  const isolation = element('isolation');
  let due = 0;

  return {
    refresh() {
      due = 0;
    },
    update({ engine, world, last }, history) {
      drawGraph(history);
      const now = performance.now();
      if (now < due) return;
      due = now + UPDATE_EVERY;
      const stats = history.stats();
      const means = history.means();
      const milliseconds = (value: number) => (history.length > 0 ? formatMilliseconds(value) : '–');
      setText(headline, milliseconds(stats.p50));
      for (const key of ['p50', 'p95', 'p99', 'max'] as const) write(key, milliseconds(stats[key]));
      writeStages(means);
      write('bodies', whole(world.count));
      write('pairs', whole(last.pairCount));
      write('overlaps', whole(last.overlapCount));
      write(
        'nsPerPair',
        history.length > 0 && last.pairCount > 0 ? whole((1e6 * means.distance) / last.pairCount) : '–',
      );
      const { info } = engine;
      write('threads', String(info.threads));
      write('kernel', info.kernel);
      writeIsolation(isolation, info);
    },
  };
}

function createStageBars(): (means: Record<(typeof STAGES)[number], number>) => void {
  const rows = STAGES.map((stage) => {
    const row = document.createElement('li');
    row.style.setProperty('--colour', STAGE_COLOURS[stage]);
    row.innerHTML = `<span>${stage}</span><span class="track"><i></i></span><span></span>`;
    element('stages').append(row);
    return { stage, bar: row.querySelector('i') as HTMLElement, number: row.lastElementChild as Element };
  });
  return (means) => {
    const longest = Math.max(...Object.values(means), 1e-3);
    for (const { stage, bar, number } of rows) {
      bar.style.transform = `scaleX(${(means[stage] / longest).toFixed(3)})`;
      setText(number, `${formatMilliseconds(means[stage])} ms`);
    }
  };
}

function writeIsolation(target: Element, { shared, threads, fallbacks, restarts }: EngineInfo): void {
  const isolated = shared
    ? `Cross-origin isolated, ${threads === 1 ? 'one thread as chosen' : 'memory shared'}.`
    : `One thread${fallbacks.length > 0 ? ':' : ', the page is not cross-origin isolated.'}`;
  const replaced = restarts > 0 ? [`${restarts} workers died and were replaced.`] : [];
  setText(target, [isolated, ...fallbacks, ...replaced].join(' '));
  target.classList.toggle('off', !shared);
}

function formatMilliseconds(value: number): string {
  return value.toFixed(value < 99.95 ? 1 : 0);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
