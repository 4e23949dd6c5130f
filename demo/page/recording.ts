/** The recorded cuboids, fetched once. */
import { decodeCuboids, type RecordedCuboids } from '../../scenes/recorded.ts';

let loaded: RecordedCuboids | undefined;

/** @throws Error when the file cannot be fetched */
export async function loadRecording(): Promise<RecordedCuboids> {
  if (loaded) return loaded;
  const url = new URL('../../scenes/data/boxes-falling.bin', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`recording: expected ${url.pathname}, got status ${response.status}`);
  loaded = decodeCuboids(await response.arrayBuffer());
  return loaded;
}
