/** The same world on one thread, beside the first one: on a canvas and in a worker of its own. */
import type { RequestFrame } from 'hullstorm/loop';
import type { Covered } from './camera.ts';
import { element, setText } from './dom.ts';
import { NO_ORDERS, type Orders } from './protocol.ts';
import { Session } from './session.ts';
import type { Settings } from './settings.ts';
import { createStage, type Stage } from './stage.ts';

export interface Rival {
  /** A new world. @param settings of the first world */
  start(settings: Settings): Promise<void>;
  setRunning(isRunning: boolean, speed: number): void;
  /** Does what the visitor wants of the first world. */
  tell(orders: Orders): void;
  /** Draws it as the first world is seen, and writes the times of both. */
  draw(first: Session, stage: Stage): void;
  /** Leaves free what covers the first view. */
  setCovered(covered: Covered): void;
  dispose(): void;
}

export function createRival(isStill: boolean, requestFrame: RequestFrame, fail: (error: unknown) => void): Rival {
  document.body.classList.add('split');
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'The same bodies on one thread');
  canvas.className = 'view';
  element('views').append(canvas);
  const stage = createStage(canvas);
  const session = new Session(stage, isStill, requestFrame, fail);
  const labels = [element('time-first'), element('time-rival')] as const;
  let shots: Orders['shots'] = [];
  return {
    start: (settings) => session.start({ ...settings, workers: 0 }),
    setRunning: (isRunning, speed) => session.setRunning(isRunning, speed),
    tell(orders) {
      shots = [...shots, ...orders.shots];
    },
    draw(first, firstStage) {
      void session.exchange(() => {
        const orders = { ...NO_ORDERS, shots };
        shots = [];
        return orders;
      });
      const isMoved = session.update();
      stage.lookAs(firstStage);
      stage.draw(isMoved);
      [first, session].forEach(({ history, info }, k) => {
        const threads = info?.threads ?? 1;
        const time = history.length > 0 ? history.stats().p50.toFixed(2) : '–';
        setText(labels[k], `${threads} ${threads === 1 ? 'thread' : 'threads'}: ${time} ms per step`);
      });
    },
    setCovered: stage.setCovered,
    dispose() {
      void session.dispose();
      stage.dispose();
      canvas.remove();
      document.body.classList.remove('split');
    },
  };
}
