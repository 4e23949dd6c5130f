/** The form with its buttons, and the button that folds the panel. */
import { BODY_SCENES, type BodySceneName } from '../../scenes/bodyScenes.ts';
import { element, setText } from './dom.ts';
import { addKeys, type KeyActions } from './keys.ts';
import { FIRST_SCENE, KERNELS, LIMITS, type Settings, withScene } from './settings.ts';
import type { Lines } from './stateLines.ts';

export interface Actions extends KeyActions {
  change(settings: Settings): void;
  setSpeed(speed: number): void;
  /** Puts a link to what is seen into the address and the clipboard. @returns whether the clipboard has it */
  copyLink(): Promise<boolean>;
  folded(): void;
}

export interface State {
  readonly paused: boolean;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly hasContacts: boolean;
  readonly lines: Lines;
  readonly isCompared: boolean;
  readonly isTour: boolean;
}

export interface Controls {
  show(settings: Settings, state: State): void;
  /** Offers workers, up to one less than the cores. @param why there can be none; undefined if there can be */
  offerWorkers(why: string | undefined): void;
}

const LINE_NAMES: Record<Lines, string> = { none: 'No lines', outlines: 'Outlines', bounds: 'Bounds' };
const HINT = 'click to shoot · drag a body, or the ground to turn · wheel to zoom';
const HINT_TO_WALK = 'arrows or WASD to walk · space to jump · drag to turn';
const HINT_TO_TOUCH = 'tap to shoot · drag a body · pinch to zoom';
const HINT_OF_TOUR = 'a tour: touch anything to take over';

/** @param mostWorkers one less than the cores; `offerWorkers` enables them */
export function createControls(first: Settings, mostWorkers: number, actions: Actions): Controls {
  let settings = first;
  const scenes = new Map(
    Array.from(document.querySelectorAll<HTMLInputElement>('#scenes input'), (radio) => [radio.value, radio]),
  );
  const tour = element('tour', HTMLButtonElement);
  const hasTouch = matchMedia('(pointer: coarse)').matches;
  const count = element('count', HTMLInputElement);
  const margin = element('margin', HTMLInputElement);
  const workers = element('workers', HTMLSelectElement);
  const kernel = element('kernel-choice', HTMLSelectElement);
  const pause = element('pause', HTMLButtonElement);
  fillWorkers(workers, mostWorkers);
  workers.disabled = true;

  const change = (part: Partial<Settings>) => actions.change({ ...settings, ...part });
  const choose = (index: number) => actions.change(withScene(settings, BODY_SCENES[index] ?? FIRST_SCENE));
  for (const [name, radio] of scenes) radio.onchange = () => choose(BODY_SCENES.indexOf(name as BodySceneName));
  tour.onclick = actions.tour;
  const copyLink = element('copy-link', HTMLButtonElement);
  copyLink.onclick = async () => {
    setText(copyLink, (await actions.copyLink()) ? 'Copied' : 'In the address');
    setTimeout(() => setText(copyLink, 'Copy link'), 2000);
  };
  count.oninput = () => setText(element('count-text'), countAt(count.valueAsNumber).toLocaleString('en'));
  count.onchange = () => change({ count: countAt(count.valueAsNumber) });
  margin.oninput = () => setText(element('margin-text'), centimeters(margin.valueAsNumber));
  margin.onchange = () => change({ margin: margin.valueAsNumber });
  workers.onchange = () => change({ workers: Number(workers.value) });
  kernel.onchange = () => change({ kernel: KERNELS.find((name) => name === kernel.value) ?? 'auto' });
  const speed = element('speed', HTMLSelectElement);
  speed.onchange = () => actions.setSpeed(Number(speed.value));
  pause.onclick = actions.pause;
  element('show-contacts').onclick = actions.showContacts;
  const lineButton = element('lines', HTMLButtonElement);
  lineButton.onclick = actions.nextLines;
  element('compare').onclick = actions.compare;
  for (const name of ['step', 'restart', 'shoot', 'benchmark'] as const) element(name).onclick = actions[name];
  element('controls').onsubmit = (event) => event.preventDefault();
  const fold = createFold(actions.folded);
  addKeys(actions, fold, choose);

  return {
    show(next, { paused, speed: rate, hasContacts, lines, isCompared, isTour }) {
      settings = next;
      const radio = scenes.get(next.scene);
      if (radio && !radio.checked) {
        radio.checked = true;
        radio.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
      tour.setAttribute('aria-pressed', String(isTour));
      const hint = hasTouch ? HINT_TO_TOUCH : next.scene === 'walk' ? HINT_TO_WALK : HINT;
      setText(element('hint'), isTour ? HINT_OF_TOUR : hint);
      count.valueAsNumber = Math.round(sliderAt(next.count));
      margin.valueAsNumber = next.margin;
      workers.value = String(Math.min(next.workers, workers.length - 1));
      kernel.value = next.kernel;
      setText(element('count-text'), next.count.toLocaleString('en'));
      count.setAttribute('aria-valuetext', `${next.count} bodies`);
      setText(element('margin-text'), centimeters(next.margin));
      margin.setAttribute('aria-valuetext', centimeters(next.margin));
      speed.value = String(rate);
      pause.setAttribute('aria-pressed', String(paused));
      element('show-contacts').setAttribute('aria-pressed', String(hasContacts));
      setText(lineButton, LINE_NAMES[lines]);
      lineButton.setAttribute('aria-pressed', String(lines !== 'none'));
      element('compare').setAttribute('aria-pressed', String(isCompared));
      setText(element('state'), 'Paused');
      element('state').hidden = !paused;
    },
    offerWorkers(why) {
      fillWorkers(workers, why ? 0 : mostWorkers);
      workers.value = String(Math.min(settings.workers, workers.length - 1));
      workers.title = why ?? '';
    },
  };
}

function centimeters(meters: number): string {
  return `${Number((100 * meters).toFixed(1))} cm`;
}

function fillWorkers(select: HTMLSelectElement, most: number): void {
  select.length = 0;
  for (let workers = 0; workers <= most; workers++) {
    const text = workers === 0 ? 'none, one thread' : `${workers}, ${workers + 1} threads`;
    select.add(new Option(text, String(workers)));
  }
  select.disabled = most === 0;
}

// the slider is logarithmic, 0..100; counts are rounded to two digits
const [FEWEST, MOST] = LIMITS.count;

function countAt(slider: number): number {
  const exact = FEWEST * (MOST / FEWEST) ** (slider / 100);
  const unit = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Math.min(Math.round(exact / unit) * unit, MOST);
}

function sliderAt(count: number): number {
  return (100 * Math.log(count / FEWEST)) / Math.log(MOST / FEWEST);
}

/** @returns a function that folds or unfolds the panel */
function createFold(changed: () => void): () => void {
  const panel = element('panel');
  const button = element('fold', HTMLButtonElement);
  const set = (folded: boolean) => {
    panel.classList.toggle('folded', folded);
    button.setAttribute('aria-expanded', String(!folded));
    setText(button.querySelector('.label') as Element, folded ? 'Show panel' : 'Hide panel');
    changed();
  };
  const toggle = () => set(!panel.classList.contains('folded'));
  button.onclick = toggle;
  if (matchMedia('(max-width: 700px)').matches) set(true);
  return toggle;
}
