// Duration of `orchestration move`: from a folder with many executions and their media to a PostgreSQL server and an S3 server
// on this machine.
//
//     npm run bench move                                       100,000 executions, 10,000 pictures
//     npm run bench move -- --runs 10000 --pictures 1000       less
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/postgres-server.mjs';
import { FilledFolders } from './filled-folder.mjs';
import { keepPictures } from './kept-pictures.mjs';
import { report } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    pictures: { type: 'string', default: '10000' },
    write: { type: 'boolean', default: false },
  },
});
const [count, pictures] = [Number(options.runs), Number(options.pictures)];
const command = fileURLToPath(new URL('../packages/service/dist/bundled/cli.js', import.meta.url));
// The S3 server that the service's tests use.
const S3rver = createRequire(new URL('../packages/service/package.json', import.meta.url))('s3rver');

/** Starts an S3 server in this process. */
async function startBucket() {
  const folder = mkdtempSync(join(tmpdir(), 'vo-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `s3://media/moved?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=us-east-1`,
    async stop() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs the move.
 *
 * @returns its output, the start of each part in ms since the beginning, and its maximum memory.
 */
async function move(folder, to, media) {
  const began = performance.now();
  const child = spawn(process.execPath, [command, 'move', '--json', '--to', to, '--media', media], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      MEDIA_ACCESS_KEY_ID: 'S3RVER',
      MEDIA_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts = new Map();
  let [answer, peakKiB] = ['', 0];
  const memorySampler = setInterval(() => {
    try {
      const [, most = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peakKiB = Math.max(peakKiB, Number(most));
    } catch {
      // Has ended since the last sample.
    }
  }, 100);
  const ended = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, phase] = /^\{"phase":"(\w+)"/.exec(line) ?? [];
    if (phase === undefined) answer += line;
    else {
      const part = parts.get(phase) ?? { from: performance.now() - began };
      parts.set(phase, part);
    }
  }
  const [code] = await ended;
  clearInterval(memorySampler);
  if (code !== 0) throw new Error(`The move ended with ${code}. ${answer.slice(0, 1000)}`);
  return { ...JSON.parse(answer), parts, ms: performance.now() - began, peakKiB };
}

const folders = new FilledFolders();
const [server, bucket] = [await startPostgres({ isDurable: true }), await startBucket()];
try {
  const service = await folders.open(count);
  keepPictures(service.folder, pictures);
  await service.server.stop();
  const megabytes = statSync(join(service.folder, 'service.db')).size / 1e6;
  const moved = await move(service.folder, server.url, bucket.url);
  const from = (phase) => moved.parts.get(phase)?.from ?? 0;
  const seconds = (ms) => Number((ms / 1000).toFixed(1));
  const part = (name, ms, amount, unit) => ({
    part: name,
    seconds: seconds(ms),
    amount,
    unit,
    'a second': Math.round(amount / (ms / 1000)),
  });
  report({
    title: 'A move to PostgreSQL and a bucket',
    measured:
      'Time of `orchestration move` for a data folder with many executions, to servers on the same machine. The service is off for so long.',
    tables: [
      {
        rows: [
          part('copy rows', from('index') - from('copy'), moved.rows, 'rows'),
          part('build indexes', from('compare') - from('index'), moved.rows, 'rows'),
          part('compare rows', from('media') - from('compare'), moved.rows, 'rows'),
          part('copy media, verify seals, hand over', moved.ms - from('media'), moved.media.files, 'media'),
          part('all, with the look at the folder before', moved.ms, count, 'executions'),
        ],
      },
    ],
    notes: [
      `${moved.rows.toLocaleString('en-US')} rows of ${count.toLocaleString('en-US')} executions from a database of ${Math.round(megabytes)} MB; ${moved.media.files.toLocaleString('en-US')} media of ${Math.round(moved.media.bytes / 1e6)} MB.`,
      `The command held at most ${Math.round(moved.peakKiB / 1024)} MB of memory. It waits 5.5 s at the hand-over, so that no other command writes any more.`,
      'The S3 server is the one of the suites, in JavaScript: a bucket in a network has its own pace. PostgreSQL has its default durability.',
    ],
  });
} finally {
  await folders.close();
  server.stop();
  await bucket.stop();
}
