/** Prints the bytes per call of queries of `hullstorm/pair2d` that reuse their results. */
import {
  contacts,
  createPairContacts,
  createPairDistance,
  distance,
  intersect,
  polygon,
  rounded,
} from 'hullstorm/pair2d';
import { bytesPer, NUMBER } from '../../engine/bytesPer.mjs';

const PAIRS = 500;

const shapes = Array.from({ length: 16 }, (_, n) => {
  const corners = Array.from({ length: 8 }, (_, k) => {
    const angle = ((k + 0.05 * (n % 8)) / 8) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)];
  });
  return rounded(polygon(corners.flat()), n % 2 === 0 ? 0 : 0.1);
});
const poses = Array.from({ length: 2 * PAIRS }, (_, k) => ({ x: (k * 0.617) % 3.1, y: (k * 0.381) % 3.2, angle: k }));
const gap = createPairDistance();
const touch = createPairContacts();
const pair = (ask) => (n) => {
  const k = 2 * (n % PAIRS);
  return ask(shapes[k % 16], poses[k], shapes[(k + 5) % 16], poses[k + 1]);
};

const calls = {
  intersect: pair(intersect),
  distance: pair((a, poseA, b, poseB) => distance(a, poseA, b, poseB, gap)),
  contacts: pair((a, poseA, b, poseB) => contacts(a, poseA, b, poseB, touch)),
};
const kept = new Array(64).fill({});
const control = (n) => {
  kept[n & 63] = n + 0.5;
};
console.log(JSON.stringify({ ...bytesPer(calls), ...bytesPer({ control }, NUMBER) }));
