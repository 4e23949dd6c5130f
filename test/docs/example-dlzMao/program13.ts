import { cone, cylinder, distance, ellipsoid, rounded } from 'hullstorm/pair';

const can = cylinder(0.5, 0.3);
const stands = { position: [0, 0.5, 0] };

// a cone whose rim is round, 1 m beside the can; an egg in the top of the can
const beside = distance(can, stands, rounded(cone(0.4, 0.3), 0.05), { position: [1, 0.5, 0] });
const above = distance(can, stands, ellipsoid(0.2, 0.3, 0.2), { position: [0, 1.25, 0] });
console.log(beside.distance.toFixed(3), above.distance.toFixed(3));
