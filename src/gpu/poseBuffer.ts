/** A user's buffer of poses. */
import { fail } from '../errors.ts';
import { checked, STORAGE } from './buffers.ts';
import { textOf } from './failure.ts';

/** @throws QueryError for a buffer that cannot be bound: of another device, destroyed, mapped, too small */
export async function checkPoses(at: string, device: GPUDevice, poses: GPUBuffer, bytes: number): Promise<void> {
  if ((poses.usage & STORAGE) === 0) fail(at, 'a buffer with the usage STORAGE', 'one without it');
  if (poses.size < bytes) fail(at, `a buffer of ${bytes} bytes`, `${poses.size}`);
  if (poses.mapState !== 'unmapped') fail(at, 'a buffer that is not mapped', poses.mapState);
  try {
    await checked(device, () => {
      const buffer = { type: 'read-only-storage' } as const;
      const layout = device.createBindGroupLayout({ entries: [{ binding: 0, visibility: 4, buffer }] });
      device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer: poses } }] });
    });
  } catch (cause) {
    fail(at, "a buffer of the engine's device", `an error: ${textOf(cause)}`);
  }
}
