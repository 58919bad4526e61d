import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Delivery,
  deliveryOf,
  post,
  sendCut,
  sendDrops,
  statusOf,
  uselessSecrets,
  uselessSequences,
  withSequence,
} from './documented-delivery.ts';
import { freePort } from './service-process.ts';

const folder = fileURLToPath(new URL('../../../examples/webhooks/', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasGo = spawnSync('go', ['version']).status === 0;
/** Maximum size of a body that is read. */
const limitBytes = 1024 * 1024;
/** Folder of the compiled Go receiver. */
const built = mkdtempSync(join(tmpdir(), 'vo-receivers-'));
afterAll(() => rmSync(built, { recursive: true }));
const [secret, fresh] = [7, 8].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);

/** Returns the program of a receiver. Compiles the Go receiver, because the process of `go run` would outlive its parent. */
function programOf(command: string, file: string): [string, string[]] {
  if (command !== 'go') return [command, [file]];
  const program = join(built, 'receiver');
  const build = spawnSync('go', ['build', '-o', program, file], {
    cwd: folder,
    env: { PATH: process.env.PATH, GOCACHE: join(built, 'cache'), GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' },
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`${file} is not built: ${build.stderr}`);
  return [program, []];
}

/** Starts a receiver, and waits until it answers. */
async function open(
  command: string,
  file: string,
  settings: Record<string, string> = { SHOW_VERIFICATIONS: 'true' },
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const [program, parameters] = programOf(command, file);
  const child = spawn(program, parameters, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      WEBHOOK_SECRET: `${secret} ${fresh}`,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 500; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}.`);
    if (await fetch(url).catch(() => null)) return { url, child };
    await pause(20);
  }
  throw new Error(`${file} did not answer.`);
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Receivers of the documentation whose language is installed; always the Node one. */
const receivers = [
  ['Node', process.execPath, 'receiver.js'],
  ...(hasPython ? [['Python', 'python3', 'receiver.py'] as const] : []),
  ...(hasGo ? [['Go', 'go', 'receiver.go'] as const] : []),
] as const;
describe.each(receivers)('documented receiver in %s', (_, command, file) => {
  it('ends with the newest status after repeated deliveries in any order', {
    tags: ['DHOOK-31'],
  }, async () => {
    const { url, child } = await open(command, file);
    try {
      const executions = Array.from({ length: 5 }, () => randomUUID());
      const statuses = ['APPROVED', 'DECLINED', 'APPROVED', 'DECLINED'];
      const deliveries = executions.flatMap((execution) =>
        statuses.map((status, index) =>
          deliveryOf({
            execution,
            status,
            sequence: index + 1,
            signedBy: [[secret!], [fresh!], [fresh!, secret!]][index % 3]!,
          }),
        ),
      );
      const all = shuffled([...deliveries, ...deliveries, ...deliveries]);
      const answers = await Promise.all(all.map((delivery) => post(url, delivery)));
      expect(new Set(answers)).toEqual(new Set([204]));
      const newest = { status: 'DECLINED', sequence: 4 };
      expect(await (await fetch(url)).json()).toEqual(
        Object.fromEntries(executions.map((id) => [id, newest])),
      );
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses deliveries that are forged, changed or old', async () => {
    const { url, child } = await open(command, file);
    try {
      const good = deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 1, signedBy: [secret!] });
      const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
      const stranger = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
      const { 'webhook-signature': _signature, ...unsigned } = good.headers;
      const forged: Delivery[] = [
        { ...good, body: good.body.replace('APPROVED', 'DECLINED') },
        { ...good, headers: { ...good.headers, 'webhook-id': 'another' } },
        {
          ...good,
          headers: {
            ...good.headers,
            'webhook-timestamp': String(Number(good.headers['webhook-timestamp']) + 1),
          },
        },
        { ...good, headers: { ...good.headers, 'webhook-timestamp': 'now' } },
        {
          ...good,
          headers: {
            ...good.headers,
            'webhook-signature': good.headers['webhook-signature']!.replace('v1', 'v2'),
          },
        },
        { ...good, headers: { ...good.headers, 'webhook-signature': 'v1,' } },
        { ...good, headers: unsigned },
        deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 1, signedBy: [stranger] }),
        deliveryOf({
          execution: 'e',
          status: 'APPROVED',
          sequence: 1,
          signedBy: [secret!],
          time: minutesAgo(6),
        }),
        deliveryOf({
          execution: 'e',
          status: 'APPROVED',
          sequence: 1,
          signedBy: [secret!],
          time: minutesAgo(-6),
        }),
      ];
      for (const [index, delivery] of forged.entries())
        expect(await post(url, delivery), String(index)).toBe(401);
      expect(await (await fetch(url)).json()).toEqual({});
      expect(await post(url, good)).toBe(204);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('ignores a repeated delivery with a higher sequence, which the signature does not cover, and accepts the next event', {
    tags: ['DHOOK-31'],
  }, async () => {
    const { url, child } = await open(command, file);
    try {
      const [first, second] = [
        deliveryOf({ execution: 'e', status: 'DECLINED', sequence: 1, signedBy: [secret!] }),
        deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 2, signedBy: [secret!] }),
      ];
      const replayed = { ...first, headers: { ...first.headers, 'webhook-sequence': '9' } };
      for (const delivery of [first, replayed, second]) expect(await post(url, delivery)).toBe(204);
      expect(await (await fetch(url)).json()).toEqual({ e: { status: 'APPROVED', sequence: 2 } });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('survives truncated requests, and refuses oversized bodies without buffering them', {
    tags: ['DHOOK-4'],
  }, async () => {
    const { url, child } = await open(command, file);
    try {
      const head = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n';
      await sendCut(url, `${head}content-length: 100\r\n\r\n{"event"`);
      expect(await statusOf(url, `${head}content-length: ${limitBytes + 1}\r\n\r\n`)).toBe(413);
      const chunks = `${(limitBytes + 1).toString(16)}\r\n${'x'.repeat(limitBytes + 1)}\r\n0\r\n\r\n`;
      // Python's server refuses bodies of unknown length.
      const [sent, answer] = command === 'python3' ? ['', 411] : [chunks, 413];
      expect(await statusOf(url, `${head}transfer-encoding: chunked\r\n\r\n${sent}`)).toBe(answer);
      expect(await post(url, { headers: {}, body: 'x'.repeat(limitBytes) })).toBe(401);
      expect(await (await fetch(url)).json()).toEqual({});
      const good = deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 1, signedBy: [secret!] });
      expect(await post(url, good)).toBe(204);
      expect(await (await fetch(url)).json()).toEqual({ e: { status: 'APPROVED', sequence: 1 } });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses a delivery without a valid sequence, and accepts it later with one', {
    tags: ['DHOOK-31'],
  }, async () => {
    const { url, child } = await open(command, file);
    try {
      const good = deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 1, signedBy: [secret!] });
      for (const sequence of uselessSequences)
        expect(await post(url, withSequence(good, sequence)), String(sequence)).toBe(400);
      expect(await (await fetch(url)).json()).toEqual({});
      expect(await post(url, good)).toBe(204);
      expect(await (await fetch(url)).json()).toEqual({ e: { status: 'APPROVED', sequence: 1 } });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('ends requests whose head or body arrives too slowly, and answers others meanwhile', {
    tags: ['DHOOK-4'],
  }, async () => {
    const { url, child } = await open(command, file);
    try {
      const head = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n';
      const ended = [`${head}drops: `, `${head}content-length: ${limitBytes}\r\n\r\n`].map((beginning) =>
        sendDrops(url, beginning),
      );
      const good = deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 1, signedBy: [secret!] });
      expect(await post(url, good)).toBe(204);
      // A receiver without a total time-out would never end them, and this test would time out.
      await Promise.all(ended);
      expect(await (await fetch(url)).json()).toEqual({ e: { status: 'APPROVED', sequence: 1 } });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('answers every method other than POST with 405', async () => {
    const { url, child } = await open(command, file);
    try {
      for (const method of ['PUT', 'HEAD', 'DELETE', 'OPTIONS'])
        expect((await fetch(url, { method })).status, method).toBe(405);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('lists received events only if configured to', async () => {
    const { url, child } = await open(command, file, {});
    try {
      const delivery = deliveryOf({ execution: 'e', status: 'APPROVED', sequence: 1, signedBy: [secret!] });
      expect(await post(url, delivery)).toBe(204);
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([405, 'POST', '']);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses to start with an insecure secret', { tags: ['DHOOK-4'] }, async () => {
    const [program, parameters] = programOf(command, file);
    const port = String(await freePort());
    for (const useless of ['', ...uselessSecrets, `${secret} whsec_`]) {
      const { status, stderr } = spawnSync(program, parameters, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, WEBHOOK_SECRET: useless },
        encoding: 'utf8',
        // Ends a process that did start.
        timeout: 20_000,
      });
      expect(status, useless).toBe(1);
      expect(stderr, useless).toContain(
        useless === '' ? 'WEBHOOK_SECRET is not set' : 'WEBHOOK_SECRET must be',
      );
    }
  });
});
