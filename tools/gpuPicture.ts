/** Pictures of pages that draw by WebGPU, in a browser without a graphics card. */

declare global {
  /** What the page draws into: `keepPicture`. */
  var kept: { device: GPUDevice; format: string; texture?: GPUTexture };
}

/**
 * Has the page draw into a texture that can be read: Chromium without a GPU shows no canvas of WebGPU. Runs in the
 * page, before its scripts.
 */
export function keepPicture(): void {
  interface Context {
    readonly canvas: HTMLCanvasElement;
  }
  const { prototype } = (globalThis as unknown as { GPUCanvasContext: { prototype: object } }).GPUCanvasContext;
  Object.assign(prototype, {
    configure({ device, format }: { device: GPUDevice; format: GPUTextureFormat }) {
      globalThis.kept = { device, format };
    },
    getCurrentTexture(this: Context) {
      const { width, height } = this.canvas;
      const { device, format } = globalThis.kept;
      const usage = 17; // COPY_SRC and RENDER_ATTACHMENT
      globalThis.kept.texture = device.createTexture({
        size: [width, height],
        format: format as GPUTextureFormat,
        usage,
      });
      return globalThis.kept.texture;
    },
  });
}

/** The pixels that the page has drawn, and a PNG of them. Runs in the page. */
export async function readPicture() {
  const { device, format, texture } = globalThis.kept;
  const { width, height } = texture!;
  const buffer = device.createBuffer({ size: 4 * width * height, usage: 9 }); // MAP_READ and COPY_DST
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture: texture! }, { buffer, bytesPerRow: 4 * width }, [width, height]);
  device.queue.submit([encoder.finish()]);
  await buffer.mapAsync(1);
  const pixels = new Uint8ClampedArray(buffer.getMappedRange().slice(0));
  for (let at = 0; format.startsWith('bgra') && at < pixels.length; at += 4) {
    [pixels[at], pixels[at + 2]] = [pixels[at + 2]!, pixels[at]!];
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0);
  return { pixels: [...pixels], png: canvas.toDataURL().replace(/.*,/, '') };
}
