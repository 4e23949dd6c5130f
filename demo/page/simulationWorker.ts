/** The worker that simulates. It answers requests in order. Errors are answers, too. */
import { type Answer, buffersOf, FIELDS, type Request, type RunRequest, type StartRequest } from './protocol.ts';
import { createSimulatedWorld, type SimulatedWorld } from './simulatedWorld.ts';

let world: SimulatedWorld | undefined;
/** The page makes the engine's workers: a worker of Firefox must make none. */
let workerPort: MessagePort | undefined;

addEventListener('message', async ({ data }: MessageEvent<MessagePort | Request>) => {
  if (data instanceof MessagePort) {
    workerPort = data;
    return;
  }
  try {
    await (data.type === 'start' ? start(data) : run(data));
  } catch (error) {
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});

async function start({ settings }: StartRequest): Promise<void> {
  await world?.close();
  world = undefined;
  world = await createSimulatedWorld(settings, workerPort);
  const { engine, shared } = world;
  const bytes = engine.scene.positions.buffer.byteLength;
  answer({ type: 'started', info: engine.info, poses: world.poses(), shared, bytes });
}

async function run({ steps, orders, withChecksum, used }: RunRequest): Promise<void> {
  if (!world) throw new Error('simulation: expected a world, got none');
  const { shots, walk, look, withContacts } = orders;
  const targets: number[] = [];
  for (const shot of shots) targets.push(await world.balls.shoot(shot));
  const samples = new Float64Array(steps * FIELDS.length);
  for (let step = 0; step < steps; step++) await world.step(samples, step * FIELDS.length, walk);
  const seen = look && (await world.inspector.see(look));
  const contacts = withContacts ? world.inspector.contacts() : undefined;
  const poses = world.poses(used);
  const { shared, balls } = world;
  answer(
    {
      type: 'ran',
      samples,
      info: world.engine.info,
      poses: shared ? undefined : poses,
      balls: balls.count,
      targets,
      seen,
      contacts,
      checksum: withChecksum ? world.checksum() : undefined,
    },
    [samples.buffer, ...(contacts ? [contacts.buffer] : []), ...(shared ? [] : buffersOf(poses))],
  );
}

function answer(message: Answer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}
