/** The tour of the demo: where it stops, for how long, and when it shoots. */
import { expect, it } from 'vitest';
import { createTour } from '../../demo/page/tour.ts';

it('goes from scene to scene and around, some seconds each, and shoots at walls', () => {
  const tour = createTour();
  expect(tour.next(100)).toBeUndefined();
  tour.start();
  const scenes: string[] = [];
  let shots = 0;
  for (let stop = 0; stop < 10; stop++) {
    scenes.push(tour.scene);
    for (let time = 0; ; time += 1 / 60) {
      const now = tour.next(time);
      if (now === 'shoot') shots++;
      if (now !== 'go on') continue;
      // the first frame after 8 s
      expect(Math.abs(time - 8)).toBeLessThan(1 / 60);
      break;
    }
  }
  expect(scenes.slice(0, 4)).toEqual(['wall', 'lidar', 'mixed', 'walk']);
  expect(scenes.slice(5)).toEqual(scenes.slice(0, 5));
  expect(shots).toBeGreaterThanOrEqual(20);
});

it('ends when it is stopped, and begins anew', () => {
  const tour = createTour();
  tour.start();
  tour.next(8);
  expect([tour.isOn, tour.scene]).toEqual([true, 'lidar']);
  tour.stop();
  expect([tour.isOn, tour.next(9)]).toEqual([false, undefined]);
  tour.start();
  expect(tour.scene).toBe('wall');
});
