/** Snapshots that tests have changed. */
import { crc32 } from 'node:zlib';

const VERSION_AT = 4;
const LENGTH_AT = 8;
const CHECKSUM_AT = 12;

/** A copy of the bytes of a snapshot with their length, a version and a checksum. */
export function signed(bytes: Uint8Array, version = 6): Uint8Array {
  const own = bytes.slice();
  const header = new DataView(own.buffer);
  header.setUint32(VERSION_AT, version, true);
  header.setUint32(LENGTH_AT, own.length, true);
  header.setUint32(CHECKSUM_AT, crc32(own.subarray(CHECKSUM_AT + 4), crc32(own.subarray(0, CHECKSUM_AT))), true);
  return own;
}
