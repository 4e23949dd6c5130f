/** A character that walks through a scene of bodies, and the way that it takes by itself. */

export interface CharacterSpec {
  /** Its row in the bodies of the scene: a kinematic capsule. */
  readonly body: number;
  /** m/s */
  readonly walkSpeed: number;
  /** Speed at which a jump starts (m/s). */
  readonly jumpSpeed: number;
  /** Steps up to this height are climbed (m). */
  readonly stepHeight: number;
  /** Of the capsule (m). */
  readonly radius: number;
  /** Distance that it keeps (m). */
  readonly skin: number;
  /** Force with which it pushes a body (N). */
  readonly force: number;
  /** x z of the places that a guide leads it to, one after the other and around (m). */
  readonly way: readonly (readonly [number, number])[];
}

/** What the character is told to do in a step. */
export interface Walk {
  /** Direction along the ground, world axes, at most 1 long: the part of its speed. */
  readonly x: number;
  readonly z: number;
  readonly jumps: boolean;
}

export const STANDING: Walk = { x: 0, z: 0, jumps: false };

/** A place is reached within this distance (m), and given up after this many steps. */
const NEAR = 0.25;
const MOST_STEPS = 180;

export interface Guide {
  /** Places reached so far, without those that were given up. */
  readonly reached: number;
  /** What to do next. @param position of the character */
  next(position: ArrayLike<number>): Walk;
}

/** Leads a character along its way: a function of its positions alone. */
export function createGuide({ way }: CharacterSpec): Guide {
  let place = 0;
  let steps = 0;
  let reached = 0;
  const goOn = () => {
    place = (place + 1) % way.length;
    steps = 0;
  };
  return {
    get reached() {
      return reached;
    },
    next(position) {
      let [x, z] = away(way[place], position);
      if (Math.sqrt(x * x + z * z) < NEAR) {
        reached++;
        goOn();
      } else if (++steps > MOST_STEPS) goOn();
      [x, z] = away(way[place], position);
      const distance = Math.sqrt(x * x + z * z);
      return distance > 0 ? { x: x / distance, z: z / distance, jumps: false } : STANDING;
    },
  };
}

/** From a position to a place, along the ground. */
function away([x, z]: readonly [number, number], position: ArrayLike<number>): [number, number] {
  return [x - position[0], z - position[2]];
}
