/** A button that runs an example of the gallery in a frame, so that each run has a page of its own. */
import { withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';
import { whyNoGpu } from '../../../demo/page/cuboidsButton.ts';
import { isolate } from '../../../demo/page/isolate.ts';

export const ExampleRun = defineComponent({
  props: {
    address: { type: String, required: true },
    title: { type: String, required: true },
    needsGpu: Boolean,
  },
  setup({ address, title, needsGpu }) {
    const runs = ref(0);
    /** Why it does not run here. */
    const reason = ref<string>();
    onMounted(isolate); // the first of a page that is not isolated reloads it, once
    if (needsGpu)
      onMounted(async () => {
        reason.value = await whyNoGpu();
      });
    const button = () => {
      const text = runs.value === 0 ? 'Run' : 'Run again';
      const isOff = reason.value !== undefined;
      return [
        h('button', { type: 'button', disabled: isOff, onClick: () => runs.value++ }, text),
        isOff ? h('span', ` ${reason.value}`) : null,
      ];
    };
    const frame = () => h('iframe', { key: runs.value, src: withBase(address), title });
    return () => h('div', { class: 'run' }, runs.value === 0 ? button() : [...button(), frame()]);
  },
});
