/** Where the visitor points on the view. */

export interface Pointer {
  /** Whether it has moved, or left the view, since the last `take`. */
  readonly isMoved: boolean;
  /** @returns the point (CSS px, page); undefined if it is not on the view */
  take(): readonly [number, number] | undefined;
}

export function createPointer(target: HTMLElement): Pointer {
  let place: readonly [number, number] | undefined;
  let isMoved = false;
  target.addEventListener('pointermove', ({ clientX, clientY }) => {
    place = [clientX, clientY];
    isMoved = true;
  });
  target.addEventListener('pointerleave', () => {
    place = undefined;
    isMoved = true;
  });
  return {
    get isMoved() {
      return isMoved;
    },
    take() {
      isMoved = false;
      return place;
    },
  };
}
