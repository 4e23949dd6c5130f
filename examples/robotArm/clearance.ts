/**
 * `npx tsx examples/robotArm/clearance.ts`: the least clearance of each of 200 motions of the arm among the obstacles.
 * It asks an engine, in a browser too; docs/batch.md asks the same of files. m, rad; y points up.
 */
import { createEngine, hull } from 'hullstorm';
import { drawMotion, JOINTS, LINKS, linkPoints, placeLinks } from './arm.ts';
import { makeCell } from './cell.ts';
import { seeded } from './random.ts';

const MOTIONS = 200;
const FRAMES = 10;
/** The margin of the pairs that are found: no larger clearance is known. */
const MARGIN = 0.3;

const random = seeded(1);
const engine = await createEngine();
const { scene, pairs } = engine;
// the links are colliders 0 … 6; they do not pair with each other
const [arm, cell] = [1, 2];
for (const joint of JOINTS) scene.addCollider(scene.addShape(hull(linkPoints(joint))), { membership: arm, mask: cell });
for (const { points, position } of makeCell(random)) {
  scene.addCollider(scene.addShape(hull(points)), { position, static: true, membership: cell, mask: arm });
}

const least = new Float64Array(MOTIONS).fill(MARGIN);
const positions = new Float64Array(3 * LINKS);
const rotations = new Float64Array(4 * LINKS);
let distances = 0;
for (let motion = 0; motion < MOTIONS; motion++) {
  const [start, goal] = drawMotion(motion, MOTIONS, random);
  for (let frame = 0; frame < FRAMES; frame++) {
    const part = frame / (FRAMES - 1);
    const angles = start.map((angle, joint) => angle + part * (goal[joint]! - angle));
    placeLinks({ positions, rotations }, 0, angles);
    for (let id = 0; id < LINKS; id++) {
      scene.setPose(id, positions.subarray(3 * id, 3 * id + 3), rotations.subarray(4 * id, 4 * id + 4));
    }
    engine.findPairsSync({ margin: MARGIN });
    const { separation } = engine.distanceSync(pairs, { depth: true });
    for (let p = 0; p < pairs.count; p++) least[motion] = Math.min(least[motion]!, separation[4 * p + 3]!);
    distances += pairs.count;
  }
}
const nearest = least.indexOf(Math.min(...least));
const free = least.filter((clearance) => clearance > 0).length;
const far = least.filter((clearance) => clearance === MARGIN).length;
console.log(`distances  ${distances} in ${MOTIONS * FRAMES} frames`);
console.log(`motions    ${free} of ${MOTIONS} touch nothing, ${far} keep ${MARGIN} m`);
console.log(`least      ${(1000 * least[nearest]!).toFixed(1)} mm, in motion ${nearest}`);
await engine.close();
