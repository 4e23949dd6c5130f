/** Contrast of the page of the demo, by WCAG 2.2: text has at least 4.5 : 1, the edges of controls have 3 : 1. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { STAGE_COLORS } from '../../demo/page/graph.ts';
import { DAY, NIGHT } from '../../demo/page/themes.ts';

const CSS = readFileSync(new URL('../../demo/page/style.css', import.meta.url), 'utf8');
/** What a panel lies on, brightest and darkest: the pictures of day and night. */
const BEHIND = [DAY.horizon, DAY.ground, '#ffffff', NIGHT.ground, '#000000'].map(parse);

function parse(color: string): number[] {
  const hex = /^#([0-9a-f]{6})$/.exec(color);
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex[1]!.slice(at, at + 2), 16));
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(color);
  if (!rgb) throw new Error(`contrast: expected #rrggbb or rgb(r g b / a%), got ${color}`);
  return rgb.slice(1).map(Number);
}

function variable(name: string): number[] {
  return parse(new RegExp(`--${name}: ([^;]+);`).exec(CSS)![1]!);
}

/** A color with an alpha (%) over another. */
function over([r, g, b, alpha = 100]: number[], behind: number[]): number[] {
  return [r, g, b].map((value, c) => (value! * alpha + behind[c]! * (100 - alpha)) / 100);
}

function luminance(color: number[]): number {
  const [r, g, b] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function ratio(a: number[], b: number[]): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

it('text on panels', () => {
  for (const behind of BEHIND) {
    const panel = over(variable('panel'), behind);
    for (const name of ['text', 'dim', 'accent']) expect(ratio(variable(name), panel), name).toBeGreaterThan(4.5);
  }
});

it('text on what is chosen, on buttons and on an error', () => {
  expect(ratio(parse('#1b1408'), variable('accent'))).toBeGreaterThan(4.5);
  for (const button of ['#1d2432', '#28324a', '#7a3f1b', '#96501f', '#2a161a']) {
    expect(CSS).toContain(button);
    expect(ratio(variable('text'), parse(button)), button).toBeGreaterThan(4.5);
  }
});

it('the stages in the graph, and the edges of what is chosen', () => {
  for (const behind of BEHIND) {
    const panel = over(variable('panel'), behind);
    for (const [stage, color] of Object.entries(STAGE_COLORS)) {
      expect(ratio(parse(color), panel), stage).toBeGreaterThan(3);
    }
    expect(ratio(variable('accent'), panel)).toBeGreaterThan(3);
  }
});
