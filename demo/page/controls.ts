/** What the visitor can change: the form, the keys and the fold of the panel. */
import { element, setText } from './dom.ts';
import { KERNELS, LIMITS, RECORDED_COUNT, type Settings, SHAPES } from './settings.ts';

export interface Actions {
  change(settings: Settings): void;
  pause(): void;
  restart(): void;
  turn(right: number, up: number): void;
  zoom(factor: number): void;
  folded(): void;
}

export interface Controls {
  show(settings: Settings, paused: boolean): void;
}

/** @param mostWorkers 0 where threads cannot share memory */
export function createControls(first: Settings, mostWorkers: number, actions: Actions): Controls {
  let settings = first;
  const shape = element('shape', HTMLSelectElement);
  const count = element('count', HTMLInputElement);
  const margin = element('margin', HTMLInputElement);
  const workers = element('workers', HTMLSelectElement);
  const kernel = element('kernel-choice', HTMLSelectElement);
  const pause = element('pause', HTMLButtonElement);
  fillWorkers(workers, mostWorkers);

  const change = (part: Partial<Settings>) => {
    settings = { ...settings, ...part };
    actions.change(settings);
  };
  shape.onchange = () => {
    const chosen = SHAPES.find((name) => name === shape.value) ?? 'recorded';
    change({ shape: chosen, ...(chosen === 'recorded' ? { count: RECORDED_COUNT } : {}) });
  };
  count.oninput = () => setText(element('count-text'), countAt(count.valueAsNumber).toLocaleString('en'));
  count.onchange = () => {
    const chosen = countAt(count.valueAsNumber);
    const outgrown = settings.shape === 'recorded' && chosen !== RECORDED_COUNT;
    change({ count: chosen, ...(outgrown ? { shape: 'box' as const } : {}) });
  };
  margin.oninput = () => change({ margin: margin.valueAsNumber });
  workers.onchange = () => change({ workers: Number(workers.value) });
  kernel.onchange = () => change({ kernel: KERNELS.find((name) => name === kernel.value) ?? 'auto' });
  pause.onclick = actions.pause;
  element('restart').onclick = actions.restart;
  element('controls').onsubmit = (event) => event.preventDefault();
  const fold = createFold(actions.folded);
  addKeys(actions, fold);

  return {
    show(next, paused) {
      settings = next;
      shape.value = next.shape;
      count.valueAsNumber = Math.round(sliderAt(next.count));
      margin.valueAsNumber = next.margin;
      workers.value = String(Math.min(next.workers, mostWorkers));
      kernel.value = next.kernel;
      setText(element('count-text'), next.count.toLocaleString('en'));
      count.setAttribute('aria-valuetext', `${next.count} bodies`);
      setText(element('margin-text'), `${Math.round(100 * next.margin)} cm`);
      margin.setAttribute('aria-valuetext', `${Math.round(100 * next.margin)} centimetres`);
      pause.setAttribute('aria-pressed', String(paused));
      setText(element('state'), 'Paused');
      element('state').hidden = !paused;
    },
  };
}

function fillWorkers(select: HTMLSelectElement, most: number): void {
  for (let workers = 0; workers <= most; workers++) {
    const text = workers === 0 ? 'none, one thread' : `${workers}, ${workers + 1} threads`;
    select.add(new Option(text, String(workers)));
  }
  select.disabled = most === 0;
}

// the slider is logarithmic, 0..100; counts are round to two digits
const [FEWEST, MOST] = LIMITS.count;

function countAt(slider: number): number {
  const exact = FEWEST * (MOST / FEWEST) ** (slider / 100);
  const unit = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Math.min(Math.round(exact / unit) * unit, MOST);
}

function sliderAt(count: number): number {
  return (100 * Math.log(count / FEWEST)) / Math.log(MOST / FEWEST);
}

/** @returns folds and unfolds the panel */
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

function addKeys(actions: Actions, fold: () => void): void {
  const keys: Record<string, () => void> = {
    ' ': actions.pause,
    r: actions.restart,
    p: fold,
    ArrowLeft: () => actions.turn(-1, 0),
    ArrowRight: () => actions.turn(1, 0),
    ArrowUp: () => actions.turn(0, 1),
    ArrowDown: () => actions.turn(0, -1),
    '+': () => actions.zoom(0.9),
    '=': () => actions.zoom(0.9),
    '-': () => actions.zoom(1 / 0.9),
  };
  addEventListener('keydown', (event) => {
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    // a control that has the focus keeps the keys that mean something to it
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, select')) return;
    if (event.key === ' ' && target.closest('button')) return;
    event.preventDefault();
    action();
  });
}
