import { box, cylinder, distance, hullOf, sphere, sum, support } from 'hullstorm/pair';

const here = { position: [0, 0, 0] };
const above = { position: [0, 3, 0] };

// a drop, a block with two round edges, and an egg by a function of your own
const drop = hullOf(sphere(0.5), { shape: sphere(0.1), position: [0, 1, 0] });
const block = sum(cylinder(0.5, 0.25), box(0.5, 0.1, 0.25));
const egg = support(
  ([x = 0, y = 0, z = 0], out) => {
    const height = y > 0 ? 2 : 1;
    const length = Math.hypot(x, height * y, z);
    out.set([x / length, (height * height * y) / length, z / length]);
  },
  [1, 2, 1],
);
const gaps = [drop, block, egg].map((shape) => distance(shape, here, sphere(0.5), above).distance.toFixed(3));
console.log(...gaps);
