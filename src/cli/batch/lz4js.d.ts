/** The part of lz4js that is used: it has no types. */
declare module 'lz4js' {
  /** Decodes a frame. */
  export function decompress(frame: Uint8Array, mostBytes?: number): Uint8Array;
}
