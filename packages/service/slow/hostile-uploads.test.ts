import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { encodeJpeg, renderScene } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

let service: ServiceProcess;
let client: ServiceClient;
let honest: Uint8Array;

beforeAll(async () => {
  service = await ServiceProcess.create();
  service.settings = { TRUSTED_PROXIES: '127.0.0.1', DECODER_PROCESSES: '1', DECODER_MEMORY_MB: '1100' };
  await service.start();
  client = new ServiceClient(service);
  honest = await encodeJpeg((await renderScene({ size: { width: 1280, height: 720 } })).picture);
});
afterAll(() => service.remove());

/** Builds PNGs of 50 megapixels in one colour, 16 bit with alpha: some hundred kilobytes that decode to 400 MB. */
function hugePng(): (seed: number) => Buffer {
  const side = 7071;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 16;
  header[9] = 6;
  const rows = deflateSync(Buffer.alloc(side * (1 + 8 * side), 0), { level: 9 });
  const start = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header)]);
  const end = Buffer.concat([chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  // Each file has its own digest: a repeated one would not be decoded.
  return (seed) => Buffer.concat([start, chunk('tEXt', Buffer.from(`seed\0${seed}`)), end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  let crc = 0xffffffff;
  for (const byte of named) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, named, sum]);
}

/** Builds a lossless WebP of a few bytes whose header claims 50 megapixels. */
function tinyWebp(seed: number): Buffer {
  const bits = Buffer.alloc(5);
  bits[0] = 0x2f;
  bits.writeUInt32LE((7070 | (7070 << 14)) >>> 0, 1);
  const data = Buffer.concat([bits, Buffer.from([0x07, 0xd0, 0xff, 0xfe, 0xf7, seed & 0xff, seed >> 8])]);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + data.length, 4);
  head.write('WEBPVP8L', 8, 'latin1');
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

async function openSession(): Promise<string> {
  const { token } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  return sessionKey;
}

/** Uploads a front from an address. @returns the status of the reply. */
async function put(
  sessionKey: string,
  address: string,
  file: Uint8Array,
  signal?: AbortSignal,
): Promise<number> {
  const reply = await fetch(
    `${service.url}/orchestration-api/v1/client/steps/document/attempts/1/captures/front`,
    {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${sessionKey}`,
        'content-type': 'image/jpeg',
        'x-forwarded-for': address,
        'content-digest': `sha-256=:${createHash('sha256').update(file).digest('base64')}:`,
      },
      body: new Uint8Array(file),
      ...(signal && { signal }),
    },
  );
  await reply.arrayBuffer();
  return reply.status;
}

/** Returns the resident memory of the service and its child processes, in MB. */
function heldMb(pid: number): number {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'latin1');
    } catch {
      // The process has ended.
      return '';
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').map(Number).filter(Boolean);
  const residentOf = (id: number) => (Number(read(`/proc/${id}/statm`).split(' ')[1] ?? 0) * 4096) / 1e6;
  return [pid, ...children].reduce((sum, id) => sum + residentOf(id), 0);
}

it.skipIf(process.platform !== 'linux')(
  'serves an honest upload beside ten sessions of hostile pictures in less than 1.2 GB',
  async () => {
    let maxMb = 0;
    const sampling = setInterval(() => {
      maxMb = Math.max(maxMb, heldMb(service.pid));
    }, 20);
    const over = new AbortController();
    const statuses: number[] = [];
    const bomb = hugePng();
    const attack = async (index: number) => {
      let session = await openSession();
      for (let round = 0; !over.signal.aborted; round += 1) {
        const seed = 100 * index + round;
        const file = index % 3 === 0 ? tinyWebp(seed) : bomb(seed);
        const status = await put(session, '198.51.100.9', file, over.signal);
        statuses.push(status);
        // A capture can be replaced only a limited number of times, so the attack continues in a new session.
        if (status !== 200) session = await openSession();
      }
    };
    const attacks = Array.from({ length: 10 }, (_, index) => attack(index).catch(() => {}));
    // Continues until some hostile uploads were answered too, which takes long.
    let own = '';
    for (let round = 0; round < 12 || (statuses.length < 3 && round < 500); round += 1) {
      if (round % 10 === 0) own = await openSession();
      // Appended bytes give the same picture another digest.
      const file = Buffer.concat([honest, randomBytes(8)]);
      expect(await put(own, '203.0.113.7', file)).toBe(200);
    }
    over.abort();
    await Promise.all(attacks);
    clearInterval(sampling);
    expect(statuses.length).toBeGreaterThanOrEqual(3);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(maxMb).toBeGreaterThan(200);
    expect(maxMb).toBeLessThan(1200);
  },
);
