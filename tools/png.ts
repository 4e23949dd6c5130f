/** PNG files of RGB pixels. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const RGB = 2;

/** @param pixels three bytes per pixel, row by row from the top */
export function png(pixels: Uint8Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (3 * width + 1));
  // filter 1 stores the difference from the pixel to the left, which packs better
  for (let y = 0; y < height; y++) {
    const to = y * (3 * width + 1);
    rows[to] = 1;
    for (let k = 0; k < 3 * width; k++) {
      const at = 3 * width * y + k;
      rows[to + 1 + k] = pixels[at] - (k < 3 ? 0 : pixels[at - 3]);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, RGB], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from(SIGNATURE), ...parts]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
