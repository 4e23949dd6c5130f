/** The colors of the page: several, the same for the same body, and dimmer for those that sleep. */
import { expect, it } from 'vitest';
import { writeBallColor, writeColor } from '../../demo/page/palette.ts';

function colorOf(body: number, liveliness: number): number[] {
  const out = new Float32Array(5).fill(-1);
  writeColor(out, 1, body, liveliness);
  expect([out[0], out[4]]).toEqual([-1, -1]);
  return [...out.subarray(1, 4)];
}

const brightness = ([red, green, blue]: number[]) => 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;

it('gives bodies a few colors, of which none is rare', () => {
  const often = new Map<string, number>();
  for (let body = 0; body < 3200; body++) {
    const color = String(colorOf(body, 1));
    expect(String(colorOf(body, 1))).toBe(color);
    often.set(color, (often.get(color) ?? 0) + 1);
  }
  expect(often.size).toBeGreaterThan(4);
  expect(often.size).toBeLessThan(10);
  expect(Math.min(...often.values())).toBeGreaterThan(100);
});

it('dims what sleeps, and fades on the way', () => {
  for (let body = 0; body < 100; body++) {
    const [asleep, drowsy, awake] = [0, 0.5, 1].map((liveliness) => brightness(colorOf(body, liveliness)));
    expect(asleep!).toBeLessThan(0.85 * awake!);
    expect(drowsy!).toBeCloseTo((asleep! + awake!) / 2, 6);
  }
});

it('has a color of its own for balls', () => {
  const ball = new Float32Array(3);
  writeBallColor(ball, 0, 1);
  for (let body = 0; body < 100; body++) expect(colorOf(body, 1)).not.toEqual([...ball]);
});
