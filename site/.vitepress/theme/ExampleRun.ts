/** A button that runs an example of the gallery in a frame, so that each run has a page of its own. */
import { withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';
import { isolate } from '../../../demo/page/isolate.ts';

export const ExampleRun = defineComponent({
  props: { address: { type: String, required: true }, title: { type: String, required: true } },
  setup({ address, title }) {
    const runs = ref(0);
    onMounted(isolate); // the first of a page that is not isolated reloads it, once
    const button = () =>
      h('button', { type: 'button', onClick: () => runs.value++ }, runs.value === 0 ? 'Run' : 'Run again');
    const frame = () => h('iframe', { key: runs.value, src: withBase(address), title });
    return () => h('div', { class: 'run' }, runs.value === 0 ? [button()] : [button(), frame()]);
  },
});
