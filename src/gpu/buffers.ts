/**
 * Buffers of a device, and bytes between them and the memory. The memory of an engine is shared: WebGPU takes no view
 * of it (Node's Dawn ends the process), so bytes go through an ArrayBuffer.
 */

/** Flags of `GPUBufferUsage`, which is no global in Node. */
export const MAP_READ = 1;
export const COPY_SRC = 4;
export const COPY_DST = 8;
export const UNIFORM = 64;
export const STORAGE = 128;
const READ = 1;

/** What the kernels read or write, and users bind or copy. */
export const ROWS_USAGE = STORAGE | COPY_SRC | COPY_DST;

/** Bytes that go up, or come down, at once. */
const LEAST_PIECE = 2 ** 16;
const MOST_PIECE = 2 ** 23;

/** A buffer that is replaced by a larger one when it is too small. */
export class GrowingBuffer {
  #buffer: GPUBuffer | undefined;
  readonly #device: GPUDevice;
  readonly #usage: number;
  readonly #label: string;

  constructor(device: GPUDevice, label: string, usage: number) {
    this.#device = device;
    this.#label = `hullstorm ${label}`;
    this.#usage = usage;
  }

  /** The buffer, with room for `bytes`. @returns whether it is a new one: without the bytes of the old one */
  reserve(bytes: number): boolean {
    if (this.#buffer && this.#buffer.size >= bytes) return false;
    this.#buffer?.destroy();
    this.#buffer = this.#device.createBuffer({ label: this.#label, size: sizeFor(bytes), usage: this.#usage });
    return true;
  }

  get buffer(): GPUBuffer {
    return this.#buffer!;
  }

  destroy(): void {
    this.#buffer?.destroy();
    this.#buffer = undefined;
  }
}

/** Bytes of a buffer for `bytes`: a power of two, so that it is seldom replaced, or a multiple of 64 MiB. */
export function sizeFor(bytes: number): number {
  const step = 2 ** 26;
  return bytes > step ? step * Math.ceil(bytes / step) : Math.max(256, 2 ** Math.ceil(Math.log2(bytes)));
}

/** Bytes of a buffer of the device that go to a view of the memory. */
export interface Copy {
  readonly from: GPUBuffer;
  readonly offset: number;
  readonly to: Uint8Array;
}

interface Staging {
  readonly buffer: GrowingBuffer;
  /** Ends when the last piece has come out of it. */
  free: Promise<void>;
}

/** The traffic of one device. */
export class Traffic {
  readonly #device: GPUDevice;
  #up = new Uint8Array(0);
  readonly #down: readonly Staging[];

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#down = [0, 1].map((k) => ({
      buffer: new GrowingBuffer(device, `staging ${k}`, MAP_READ | COPY_DST),
      free: Promise.resolve(),
    }));
  }

  /** Writes a part of a view to a buffer, at the same place. All numbers are multiples of 4. */
  write(to: GPUBuffer, view: ArrayBufferView, begin: number, end: number): void {
    const piece = pieceFor(end - begin);
    if (this.#up.length < piece) this.#up = new Uint8Array(piece);
    for (let at = begin; at < end; at += piece) {
      const bytes = Math.min(piece, end - at);
      this.#up.set(new Uint8Array(view.buffer, view.byteOffset + at, bytes));
      this.#device.queue.writeBuffer(to, at, this.#up, 0, bytes);
    }
  }

  /**
   * Copies bytes of buffers to the memory: what fits into one piece comes at once, others through two buffers in turn.
   * @param untilLost rejects once the device is lost
   */
  async read(copies: readonly Copy[], untilLost: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
    for (const [k, piece] of piecesOf(copies).entries()) {
      const staging = this.#down[k % 2];
      await untilLost(staging.free);
      staging.free = this.#readPiece(staging.buffer, piece);
      // an error is thrown where the piece is awaited
      staging.free.catch(() => {});
    }
    await untilLost(Promise.all(this.#down.map(({ free }) => free)));
  }

  async #readPiece(staging: GrowingBuffer, piece: readonly Copy[]): Promise<void> {
    const bytes = piece.reduce((sum, { to }) => sum + wordBytes(to.length), 0);
    staging.reserve(pieceFor(bytes));
    const { buffer } = staging;
    const encoder = this.#device.createCommandEncoder();
    let at = 0;
    for (const { from, offset, to } of piece) {
      encoder.copyBufferToBuffer(from, offset, buffer, at, wordBytes(to.length));
      at += wordBytes(to.length);
    }
    this.#device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(READ, 0, bytes);
    const mapped = new Uint8Array(buffer.getMappedRange(0, bytes));
    at = 0;
    for (const { to } of piece) {
      to.set(mapped.subarray(at, at + to.length));
      at += wordBytes(to.length);
    }
    buffer.unmap();
  }

  destroy(): void {
    for (const { buffer } of this.#down) buffer.destroy();
  }
}

/** Copies, divided into pieces of MOST_PIECE bytes at most. */
function piecesOf(copies: readonly Copy[]): Copy[][] {
  const pieces: Copy[][] = [];
  let room = 0;
  for (const { from, offset, to } of copies) {
    for (let at = 0; at < to.length; ) {
      if (room === 0) {
        pieces.push([]);
        room = MOST_PIECE;
      }
      const bytes = Math.min(room, to.length - at);
      pieces.at(-1)!.push({ from, offset: offset + at, to: to.subarray(at, at + bytes) });
      room -= wordBytes(bytes);
      at += bytes;
    }
  }
  return pieces;
}

function wordBytes(bytes: number): number {
  return 4 * Math.ceil(bytes / 4);
}

function pieceFor(bytes: number): number {
  return Math.min(Math.max(LEAST_PIECE, 2 ** Math.ceil(Math.log2(Math.max(bytes, 1)))), MOST_PIECE);
}

/** Runs `act`, which gives work to the device. @returns rejects with an error of validation or of memory */
export async function checked(device: GPUDevice, act: () => void): Promise<void> {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  let thrown: unknown;
  try {
    act();
  } catch (cause) {
    thrown = cause;
  }
  const errors = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
  if (thrown) throw thrown;
  for (const error of errors) if (error) throw new Error(error.message);
}
