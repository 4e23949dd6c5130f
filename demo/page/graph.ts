/** The graph of step times: one column per step, stacked by stage, the newest on the right, and a line at 16.7 ms. */
import uPlot from 'uplot';
import { type History, STAGES, type Stage } from './history.ts';

const SHOWN = 150; // steps
const BUDGET = 1000 / 60; // ms
const SCALES = [5, 10, 20, 40, 80, 160, 320, 640, 1280]; // ms, full height
const TEXT = '#aab6ca';

export const STAGE_COLORS: Record<Stage, string> = {
  broad: '#5cb8ff',
  narrow: '#56d3a8',
  solve: '#ff9d4d',
  integrate: '#f4688e',
  draw: '#a999d8',
};

/** Drawn one behind the other: sums of all stages up to one, the largest sum first. */
const LAYERS = [...STAGES].reverse();

/** @returns a function that draws the graph of a history */
export function createGraph(target: HTMLElement): (history: History) => void {
  const steps = Float64Array.from({ length: SHOWN }, (_, k) => k);
  const sums = LAYERS.map(() => new Float64Array(SHOWN));
  const budget = new Float64Array(SHOWN).fill(BUDGET);
  const data: uPlot.AlignedData = [steps, ...sums, budget];
  let top = SCALES[0];
  const paths = uPlot.paths.bars!({ size: [0.8, 100], align: 0 });
  const graph = new uPlot(
    {
      width: 1,
      height: target.clientHeight || 1,
      padding: [8, 0, 6, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [-1, SHOWN] }, y: { range: () => [0, top] } },
      axes: [
        { show: false },
        {
          size: 44,
          stroke: TEXT,
          font: '11px system-ui, "DejaVu Sans", sans-serif',
          splits: () => [0, top / 2, top],
          values: (_, splits) => splits.map((ms) => `${ms} ms`),
          grid: { stroke: 'rgb(238 242 248 / 15%)', width: 1 },
          ticks: { show: false },
        },
      ],
      series: [
        {},
        ...LAYERS.map((stage) => ({ fill: STAGE_COLORS[stage], width: 0, paths, points: { show: false } })),
        { stroke: '#eef2f8', width: 1, dash: [3, 3], points: { show: false } },
      ],
    },
    data,
    target,
  );
  return (history) => {
    const { clientWidth: width, clientHeight: height } = target;
    if (width === 0) return; // the panel is folded
    if (graph.width !== width || graph.height !== height) graph.setSize({ width, height });
    const shown = Math.min(history.length, SHOWN);
    let floor: Float64Array | undefined;
    for (const stage of STAGES) {
      const sum = sums[LAYERS.indexOf(stage)];
      sum.fill(0);
      for (let ago = 0; ago < shown; ago++) {
        const step = SHOWN - 1 - ago;
        sum[step] = (floor ? floor[step] : 0) + history.at(stage, ago);
      }
      floor = sum;
    }
    top = scaleFor(sums[0], shown);
    graph.setData(data);
  };
}

/** The smallest scale for which 95 of 100 steps fit. @param times of steps (ms) */
function scaleFor(times: Float64Array, shown: number): number {
  const fits = (scale: number) => times.filter((time) => time > scale).length <= 0.05 * shown;
  return SCALES.find(fits) ?? SCALES[SCALES.length - 1];
}
