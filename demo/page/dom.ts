/** Elements of the page, by id and type. */

/** @throws Error if the page has no such element */
export function element<E extends Element = HTMLElement>(id: string, kind?: new () => E): E {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) {
    throw new Error(`page: expected ${kind?.name ?? 'an element'} with id "${id}", got ${found}`);
  }
  return found as Element as E;
}

/** Sets text only if it differs, to avoid layout. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Waits for the next frame of the display. */
export function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}
