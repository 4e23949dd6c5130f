/** Tells clicks on the view from drags, which turn the camera. */

/** A pointer that moves farther (CSS px) or stays down longer (ms) is a drag. */
const FARTHEST = 6;
const LONGEST = 500;

/** @param clicked receives the point (CSS px, page) */
export function onClick(target: HTMLElement, clicked: (x: number, y: number) => void): void {
  let down: { x: number; y: number; time: number } | undefined;
  let pointers = 0;
  target.addEventListener('pointerdown', ({ clientX, clientY, timeStamp, button }) => {
    pointers++;
    // two fingers zoom
    down = pointers === 1 && button === 0 ? { x: clientX, y: clientY, time: timeStamp } : undefined;
  });
  addEventListener('pointercancel', () => {
    pointers = 0;
    down = undefined;
  });
  addEventListener('pointerup', ({ clientX, clientY, timeStamp }) => {
    pointers = Math.max(pointers - 1, 0);
    const start = down;
    down = undefined;
    if (!start || timeStamp - start.time > LONGEST) return;
    if (Math.hypot(clientX - start.x, clientY - start.y) <= FARTHEST) clicked(clientX, clientY);
  });
}
