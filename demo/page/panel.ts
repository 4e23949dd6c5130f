/** The numbers of the panel: times, counts, threads. They change a few times per second. */
import type { EngineInfo } from 'hullstorm';
import { element, setText } from './dom.ts';
import { createGraph, STAGE_COLORS } from './graph.ts';
import { type History, STAGES } from './history.ts';
import type { Seen } from './protocol.ts';

const UPDATE_EVERY = 250; // ms

/** What a scene has to show besides. */
export interface Shown {
  /** A sensor: then its rays are shown. */
  readonly hasSensor: boolean;
  /** A mesh or a height field: then manifolds, and the child under the cursor. */
  readonly hasSurface: boolean;
  readonly seen: Seen | undefined;
  /** Time of the graphics card for a frame (ms), if the browser tells it, and how good the picture is. */
  readonly gpuTime: number | undefined;
  readonly tier: string;
}

export interface Panel {
  /**
   * Draws the graph at each call, and writes the numbers a few times per second.
   * @param bodies that are not static
   */
  update(history: History, info: EngineInfo, bodies: number, shown: Shown): void;
  /** Makes the next update write the numbers. */
  refresh(): void;
}

export function createPanel(): Panel {
  const drawGraph = createGraph(element('graph', HTMLCanvasElement));
  const writeStages = createStageBars();
  const counts = ['awake', 'pairs', 'contacts', 'rays', 'hits', 'points', 'children'] as const;
  const slots = [
    ...counts,
    'manifolds',
    'child',
    'bodies',
    'pairsPerSecond',
    'raysPerSecond',
    'threads',
    'kernel',
    'framesPerSecond',
    'gpu',
    'tier',
  ] as const;
  const fields = new Map(slots.map((slot) => [slot, element(slot)]));
  const write = (slot: (typeof slots)[number], text: string) => setText(fields.get(slot) as HTMLElement, text);
  const times = (['p50', 'p95', 'p99', 'max'] as const).map((key) => [key, element(key)] as const);
  const headline = element('headline-ms');
  const scan = element('scan');
  const surface = element('surface');
  const isolation = element('isolation');
  let due = 0;
  let frames = 0;
  let written = performance.now();

  return {
    refresh() {
      due = 0;
    },
    update(history, info, bodies, { hasSensor, hasSurface, seen, gpuTime, tier }) {
      drawGraph(history);
      frames++;
      const now = performance.now();
      if (now < due) return;
      due = now + UPDATE_EVERY;
      write('framesPerSecond', ((1000 * frames) / Math.max(now - written, 1)).toFixed(0));
      write('gpu', gpuTime === undefined ? '–' : formatMilliseconds(gpuTime));
      write('tier', tier);
      frames = 0;
      written = now;
      const stats = history.stats();
      const isMeasured = history.length > 0;
      const milliseconds = (value: number) => (isMeasured ? formatMilliseconds(value) : '–');
      setText(headline, milliseconds(stats.p50));
      for (const [key, field] of times) setText(field, milliseconds(stats[key]));
      writeStages(history);
      const rate = (what: 'pairs' | 'rays', time: 'total' | 'scan') => {
        const mean = history.mean(time);
        return isMeasured && mean > 0 ? short((1000 * history.mean(what)) / mean) : '–';
      };
      write('bodies', whole(bodies));
      for (const what of counts) write(what, isMeasured ? whole(history.at(what, 0)) : '–');
      write('pairsPerSecond', rate('pairs', 'total'));
      write('raysPerSecond', rate('rays', 'scan'));
      scan.hidden = !hasSensor;
      surface.hidden = !hasSurface;
      write('manifolds', isMeasured ? whole(history.at('contacts', 0)) : '–');
      write('child', seen && seen.child >= 0 ? whole(seen.child) : '–');
      write('threads', String(info.threads));
      write('kernel', info.kernel);
      writeIsolation(isolation, info);
    },
  };
}

function createStageBars(): (history: History) => void {
  const rows = STAGES.map((stage) => {
    const row = document.createElement('li');
    row.style.setProperty('--color', STAGE_COLORS[stage]);
    row.innerHTML = `<span>${stage}</span><span class="track"><i></i></span><span></span>`;
    element('stages').append(row);
    return { stage, bar: row.querySelector('i') as HTMLElement, number: row.lastElementChild as Element };
  });
  return (history) => {
    const means = STAGES.map((stage) => history.mean(stage));
    const longest = Math.max(...means, 1e-3);
    rows.forEach(({ bar, number }, k) => {
      bar.style.transform = `scaleX(${(means[k] / longest).toFixed(3)})`;
      setText(number, history.length > 0 ? `${formatMilliseconds(means[k])} ms` : '–');
    });
  };
}

function writeIsolation(target: Element, info: EngineInfo): void {
  const { shared, threads, whyNoWorkers, fallbacks, restarts } = info;
  const isChosen = threads === 1 && whyNoWorkers === undefined;
  const isolated = shared
    ? `Cross-origin isolated: ${isChosen ? 'one thread as chosen.' : 'memory is shared.'}`
    : 'Slower: one thread, and poses are copied.';
  const why = new Set(whyNoWorkers === undefined ? fallbacks : [whyNoWorkers, ...fallbacks]);
  const replaced = restarts > 0 ? [`${restarts} workers died and were replaced.`] : [];
  setText(target, [isolated, ...why, ...replaced].join(' '));
  target.classList.toggle('off', !shared);
}

function formatMilliseconds(value: number): string {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** 12.3 M */
function short(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return value >= 1e3 ? `${(value / 1e3).toFixed(0)} k` : value.toFixed(0);
}
