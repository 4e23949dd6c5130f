/** The keys of the page. */
import { BODY_SCENES } from '../../scenes/bodyScenes.ts';

/** What keys do. */
export interface KeyActions {
  pause(): void;
  /** Pauses, and takes one step. */
  step(): void;
  restart(): void;
  /** Shoots a ball at the center of the scene. */
  shoot(): void;
  benchmark(): void;
  /** Begins the tour, or ends it. */
  tour(): void;
  /** Slow motion, or back. */
  slowDown(): void;
  /** Shows the same scene on one thread, too, or not any more. */
  compare(): void;
  /** Shows outlines of bodies, then their bounds, then no lines. */
  nextLines(): void;
  /** Shows or hides contact points. */
  showContacts(): void;
  turn(right: number, up: number): void;
  zoom(factor: number): void;
  /** A key goes down or up. @returns whether it moves the character of the scene: then it does nothing else */
  hold(key: string, isDown: boolean): boolean;
  /** Lets go of all keys. */
  release(): void;
}

/** @param choose selects the scene with this index */
export function addKeys(actions: KeyActions, fold: () => void, choose: (index: number) => void): void {
  const keys: Record<string, () => void> = {
    ' ': actions.pause,
    '.': actions.step,
    r: actions.restart,
    f: actions.shoot,
    b: actions.benchmark,
    c: actions.showContacts,
    x: actions.nextLines,
    v: actions.compare,
    t: actions.tour,
    m: actions.slowDown,
    p: fold,
    ArrowLeft: () => actions.turn(-1, 0),
    ArrowRight: () => actions.turn(1, 0),
    ArrowUp: () => actions.turn(0, 1),
    ArrowDown: () => actions.turn(0, -1),
    '+': () => actions.zoom(0.9),
    '=': () => actions.zoom(0.9),
    '-': () => actions.zoom(1 / 0.9),
  };
  for (let index = 0; index < BODY_SCENES.length; index++) keys[index + 1] = () => choose(index);
  addEventListener('keydown', (event) => {
    const name = nameOf(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // a control with the focus keeps its own keys
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input:not([type=radio]), select, dialog') || (isArrow(event.key) && target.closest('input')))
      return;
    if (event.key === ' ' && target.closest('button, input')) return;
    const isHeld = actions.hold(name, true);
    const action = isHeld ? undefined : keys[name];
    if (!isHeld && !action) return;
    event.preventDefault();
    action?.();
  });
  addEventListener('keyup', (event) => actions.hold(nameOf(event), false));
  addEventListener('blur', actions.release);
}

/** Arrows choose among radio buttons. */
function isArrow(key: string): boolean {
  return key.startsWith('Arrow');
}

/** Letters in lower case. */
function nameOf({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}
