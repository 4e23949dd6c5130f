/**
 * An authoritative server: it steps the bodies, and sends what has changed. A client that joins gets a snapshot of the
 * scene, then packets of 20 bytes per body that moved. The wire here is an array; put a socket in its place.
 */
import { box, createEngine, sphere } from 'hullstorm';
import { createDynamics } from 'hullstorm/dynamics';

const PACKET_STEPS = 3; // 60 steps and 20 packets per second
const ROW = 20; // bytes: u32 id, three f32 from the corner of the map, four i8 of the rotation

const server = await createEngine({ workers: 0 });
const dynamics = await createDynamics(server);
dynamics.addBody(box(50, 1, 50), { type: 'static', position: [0, -1, 0] });
const crate = dynamics.addShape(box(0.5, 0.5, 0.5));
for (let k = 0; k < 60; k++) dynamics.addBody(crate, { position: [1.1 * (k % 6), 0.5 + Math.floor(k / 6), 0] });
const ball = dynamics.addBody(sphere(1), { position: [3, 3, -20], velocity: [0, 0, 25], density: 3000 });

/** What the server last sent of each body. */
const sent = new Map<number, string>();

/** A packet of the bodies that moved since the last one. */
function writePacket(): Uint8Array {
  const { positions, rotations, rows } = server.scene;
  const bytes = new Uint8Array(ROW * rows);
  let at = 0;
  for (let id = 0; id < rows; id++) {
    const row = new DataView(bytes.buffer, at, ROW);
    row.setUint32(0, id);
    for (let c = 0; c < 3; c++) row.setFloat32(4 + 4 * c, positions[4 * id + c]);
    for (let c = 0; c < 4; c++) row.setInt8(16 + c, Math.round(127 * rotations[4 * id + c]));
    const text = bytes.subarray(at, at + ROW).join();
    if (sent.get(id) === text) continue;
    sent.set(id, text);
    at += ROW;
  }
  return bytes.slice(0, at);
}

const wire: Uint8Array[] = [];
let client: Awaited<ReturnType<typeof createEngine>> | undefined;
let traffic = 0;
for (let step = 0; step < 240; step++) {
  await dynamics.step(1 / 60);
  if (step % PACKET_STEPS === 0) wire.push(writePacket());
  if (step === 60) {
    // a client joins after a second: the snapshot has shapes, poses, groups and user ids
    client = await createEngine({ workers: 0 });
    const snapshot = server.scene.snapshot();
    client.scene.restore(snapshot);
    wire.length = 0;
    console.log(`joined with ${snapshot.length} bytes, ${client.scene.count} colliders`);
  }
  for (const packet of client ? wire.splice(0) : []) readPacket(packet);
}

function readPacket(packet: Uint8Array): void {
  if (!client) return;
  traffic += packet.length;
  for (let at = 0; at < packet.length; at += ROW) {
    const row = new DataView(packet.buffer, packet.byteOffset + at, ROW);
    const position = [0, 1, 2].map((c) => row.getFloat32(4 + 4 * c));
    const rotation = [0, 1, 2, 3].map((c) => row.getInt8(16 + c) / 127);
    client.scene.setPose(row.getUint32(0), position, rotation);
  }
}

// the client asks its own copy: what is under the cross-hairs?
const rays = client!.createRayList(1);
rays.set([3, 0.5, -30], [0, 0, 1]);
const { id } = client!.castRaysSync(rays).read(0);
readPacket(writePacket());
let worst = 0;
for (let k = 0; k < 4 * server.scene.rows; k++) {
  worst = Math.max(worst, Math.abs(server.scene.positions[k] - client!.scene.positions[k]));
}
console.log(`hit ${id === ball ? 'the ball' : 'a crate'}; poses differ by less than 1 µm: ${worst < 1e-6}`);
console.log(`${(traffic / 3 / 1000).toFixed(1)} kB per second`);
await client!.close();
await server.close();
