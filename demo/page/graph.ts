/** The graph of step times: one column per step, stacked by stage, newest on the right, and a line at 16.7 ms. */
import { type History, STAGES, type Stage } from './history.ts';

const SHOWN = 150; // steps
const BUDGET = 1000 / 60; // ms
const SCALES = [5, 10, 20, 40, 80, 160, 320, 640, 1280]; // ms, full height

export const STAGE_COLORS: Record<Stage, string> = {
  broad: '#5cb8ff',
  narrow: '#56d3a8',
  solve: '#ff9d4d',
  integrate: '#f4688e',
  draw: '#a999d8',
};

/** @returns a function that draws the graph of a history */
export function createGraph(canvas: HTMLCanvasElement): (history: History) => void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('graph: expected a 2D canvas, got none');
  return (history) => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0) return; // the panel is folded
    matchPixels(canvas, context, width, height);
    const shown = Math.min(history.length, SHOWN);
    const top = scaleFor(history, shown);
    const column = width / SHOWN;
    for (let ago = 0; ago < shown; ago++) {
      let floor = height;
      for (const stage of STAGES) {
        const tall = (history.at(stage, ago) / top) * height;
        context.fillStyle = STAGE_COLORS[stage];
        context.fillRect(width - (ago + 1) * column, floor - tall, Math.max(column - 0.5, 0.5), tall);
        floor -= tall;
      }
    }
    drawBudget(context, width, height, top);
  };
}

function matchPixels(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const ratio = devicePixelRatio;
  const pixels = Math.round(width * ratio);
  if (canvas.width !== pixels) {
    canvas.width = pixels;
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
}

/** The smallest scale for which 95 of 100 steps fit. */
function scaleFor(history: History, shown: number): number {
  for (const scale of SCALES) {
    let over = 0;
    for (let ago = 0; ago < shown; ago++) {
      let whole = 0;
      for (const stage of STAGES) whole += history.at(stage, ago);
      if (whole > scale) over++;
    }
    if (over <= 0.05 * shown) return scale;
  }
  return SCALES[SCALES.length - 1];
}

function drawBudget(context: CanvasRenderingContext2D, width: number, height: number, top: number): void {
  if (top < BUDGET) {
    drawScale(context, height, top);
    return;
  }
  const y = Math.round(height * (1 - BUDGET / top)) + 0.5;
  context.strokeStyle = '#eef2f8';
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(width, y);
  context.stroke();
  context.setLineDash([]);
  drawLabel(context, y < 16 ? y + 13 : y - 5, '16.7 ms');
}

/** Writes the scale of the graph, when steps are so fast that the line is above it. */
function drawScale(context: CanvasRenderingContext2D, height: number, top: number): void {
  context.fillStyle = 'rgb(238 242 248 / 25%)';
  context.fillRect(0, 0, context.canvas.clientWidth, 1);
  context.fillRect(0, height - 1, context.canvas.clientWidth, 1);
  drawLabel(context, 14, `${top} ms`);
}

function drawLabel(context: CanvasRenderingContext2D, y: number, text: string): void {
  context.font = '11px system-ui, "DejaVu Sans", sans-serif';
  context.fillStyle = 'rgb(20 25 36 / 85%)';
  context.fillRect(0, y - 11, context.measureText(text).width + 8, 14);
  context.fillStyle = '#eef2f8';
  context.fillText(text, 4, y);
}
