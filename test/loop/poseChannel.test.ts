/** The last steps of a loop in shared memory: what a page reads while the worker goes on. */
import { expect, test } from 'vitest';
import { SharedPoses } from '../../src/loop/poseChannel.ts';
import { PoseRows } from '../../src/loop/poseRows.ts';

test('the three steps of a frame stay while the worker catches up by four', () => {
  const worker = new SharedPoses(1);
  const page = new SharedPoses(1, worker.buffer);
  const poses = new PoseRows(1);
  poses.rows = 1;
  let steps = 0;
  const publish = () => {
    poses.positions[0] = ++steps;
    worker.publish(poses, { time: steps, steps, dropped: 0 });
  };
  for (let frame = 0; frame < 20; frame++) {
    for (let k = 0; k < 4; k++) publish();
    const frames = page.newest().map(({ positions, ...time }) => ({ positions, steps: time.steps }));
    expect(frames.map((slot) => slot.steps)).toEqual([steps, steps - 1, steps - 2]);
    for (let k = 0; k < 4; k++) publish();
    expect(frames.map(({ positions }) => positions[0])).toEqual(frames.map((slot) => slot.steps));
  }
});
