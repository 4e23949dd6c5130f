import { box2, castRay, castShapes, circle, contacts, distance, intersect, polygon, rounded } from 'hullstorm/pair2d';

const floor = box2(10, 1);
const crate = rounded(polygon([-1, -1, 1, -1, 1, 1, -1, 1]), 0.25);
const here = { x: 0, y: 0 };
const above = { x: 2, y: 3, angle: 0 };

console.log(intersect(floor, here, crate, above), distance(floor, here, crate, above).distance);
const fall = castShapes(floor, here, {}, crate, above, { y: -4 });
console.log(fall.t.toFixed(3), [...fall.normal]);
const landed = { ...above, y: above.y - 4 * fall.t };
const found = contacts(floor, here, crate, landed, undefined, { margin: 0.01 });
console.log(found.pointCount, [...found.pointsA].map((x) => x.toFixed(2)).join(' '));
console.log(castRay(circle(1), { x: 5, y: 0 }, [0, 0], [1, 0]).t);
