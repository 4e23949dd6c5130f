/** Offers the page with 100,000 cuboids (cuboids/) where WebGPU has an adapter. Elsewhere the button says why not. */
export async function offerCuboids(button: HTMLButtonElement): Promise<void> {
  const why = await whyNoGpu();
  button.disabled = why !== undefined;
  button.title = why ?? '100,000 cuboids, a million pairs per frame, on the GPU';
  button.onclick = () => location.assign('./cuboids/index.html');
}

/** Why there is no adapter; undefined: there is one. */
export async function whyNoGpu(): Promise<string | undefined> {
  if (!('gpu' in navigator)) return 'needs WebGPU, which this browser does not offer';
  try {
    return (await navigator.gpu.requestAdapter()) ? undefined : 'needs WebGPU, which finds no GPU here';
  } catch (cause) {
    return `needs WebGPU, which fails here: ${cause}`;
  }
}
