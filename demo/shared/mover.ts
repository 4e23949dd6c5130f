/** One capsule that is moved by the queries on movers, with what it met last. */
import { type Engine, type MetPlane, SeparateStatus } from 'hullstorm';

/** Ground is not steeper than 60°: the y of its normal. Edges of stairs count by the normal of their contact. */
const GROUND = 0.5;
/** Of a motion along a wall (m). */
const ROUNDING = 1e-6;

export interface Mover {
  /** x y z (m). */
  readonly position: Float64Array;
  /** What it met in the last motion. */
  readonly met: readonly MetPlane[];
  /** Whether it met ground, and whether it met something steeper. */
  readonly meetsGround: boolean;
  readonly meetsWall: boolean;
  /** Moves by a vector, or stops at what it meets (m), and slides along it. @returns the y of its way */
  slide(x: number, y: number, z: number): Promise<number>;
  /** The same, but what is steeper than ground does not lift it. */
  slideLevel(x: number, y: number, z: number): Promise<number>;
  /** Moves by a vector, or stops at what it meets. @returns the y of its way */
  stop(x: number, y: number, z: number): Promise<number>;
  /** Leaves what it overlaps, by at most this (m), if there is a way out. */
  leave(most: number): Promise<void>;
}

/** A mover with the shape and the position of a collider, which it does not see. Needs room for one cast. */
export function createMover(engine: Engine, collider: number, skin: number): Mover {
  const list = engine.createCastList(1);
  list.setColliders([collider]);
  const position = list.positions.subarray(0, 3);
  let met: readonly MetPlane[] = [];

  async function move(x: number, y: number, z: number, slides: number): Promise<number> {
    list.moves.set([x, y, z]);
    const results = await engine.moveAndSlide(list, { skin, slides });
    for (let c = 0; c < 3; c++) position[c] += results.displacements[c];
    met = results.read(0).planes;
    return results.displacements[1];
  }

  async function slideLevel(x: number, y: number, z: number): Promise<number> {
    const [x0, y0, z0] = position;
    const way = await move(x, y, z, 4);
    const walls = met.filter(({ normal }) => normal[1] > 0 && normal[1] < GROUND);
    if (walls.length === 0 || way <= Math.max(y, 0)) return way;
    // the part of the motion that leads into no wall as if it were upright
    let [levelX, levelZ] = [x, z];
    for (const { normal } of walls) {
      const along = (levelX * normal[0] + levelZ * normal[2]) / (normal[0] ** 2 + normal[2] ** 2);
      levelX -= Math.min(along, 0) * normal[0];
      levelZ -= Math.min(along, 0) * normal[2];
    }
    if (walls.some(({ normal }) => levelX * normal[0] + levelZ * normal[2] < -ROUNDING)) [levelX, levelZ] = [0, 0];
    const first = met;
    position.set([x0, y0, z0]);
    const level = await move(levelX, y, levelZ, 4);
    met = [...first, ...met];
    return level;
  }

  return {
    position,
    slideLevel,
    get met() {
      return met;
    },
    get meetsGround() {
      return met.some(({ normal }) => normal[1] >= GROUND);
    },
    get meetsWall() {
      return met.some(({ normal }) => normal[1] < GROUND);
    },
    slide: (x, y, z) => move(x, y, z, 4),
    stop: (x, y, z) => move(x, y, z, 0),
    async leave(most) {
      const { status, pushes } = await engine.separate(list, { skin });
      if (status[0] !== SeparateStatus.Moved) return;
      const length = Math.sqrt(pushes[0] ** 2 + pushes[1] ** 2 + pushes[2] ** 2);
      const part = Math.min(1, most / length);
      for (let c = 0; c < 3; c++) position[c] += part * pushes[c];
    },
  };
}
