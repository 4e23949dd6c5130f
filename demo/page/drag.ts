/** Bodies are dragged with the mouse or a finger, in the plane across the view; elsewhere a drag turns the camera. */
import type { Grip, Triple } from './protocol.ts';
import type { Session } from './session.ts';
import type { Stage } from './stage.ts';

/** Until the pointer has moved this far (CSS px), it may be a click. */
const NEAREST = 6;

export interface Drag {
  /** Where the held point shall be (m), if a body is dragged. */
  goal(): Triple | undefined;
}

export function createDrag(target: HTMLElement, stage: Stage, session: Session): Drag {
  let pointer: { readonly id: number; readonly start: readonly [number, number] } | undefined;
  let place: readonly [number, number] = [0, 0];
  let grip: Grip | undefined;

  async function take(event: PointerEvent): Promise<void> {
    place = [event.clientX, event.clientY];
    const own = { id: event.pointerId, start: place };
    pointer = own;
    const found = await session.grip(stage.rayTo(...place)).catch(() => undefined);
    if (pointer !== own || !found) return;
    grip = found;
    stage.canTurn = false;
  }

  function letGo(): void {
    pointer = undefined;
    stage.canTurn = true;
    if (grip) session.letGo();
    grip = undefined;
  }

  target.addEventListener('pointerdown', (event) => {
    const isFirst = !pointer;
    letGo();
    if (isFirst && event.button === 0) void take(event);
  });
  addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (pointer?.id === pointerId) place = [clientX, clientY];
  });
  addEventListener('pointerup', letGo);
  addEventListener('pointercancel', letGo);

  return {
    goal() {
      if (!grip || !pointer || Math.hypot(place[0] - pointer.start[0], place[1] - pointer.start[1]) < NEAREST) {
        return undefined;
      }
      const ahead = stage.rayTo().direction;
      const { origin, direction } = stage.rayTo(...place);
      const along = (v: Triple) => v[0] * ahead[0] + v[1] * ahead[1] + v[2] * ahead[2];
      const { world } = grip;
      const away = along([world[0] - origin[0], world[1] - origin[1], world[2] - origin[2]]) / along(direction);
      const at = (c: 0 | 1 | 2) => origin[c] + away * direction[c];
      return [at(0), Math.max(at(1), 0.05), at(2)];
    },
  };
}
