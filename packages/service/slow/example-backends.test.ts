import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  deliveryOf,
  post,
  sendCut,
  uselessSecrets,
  uselessSequences,
  withSequence,
} from './documented-delivery.ts';
import { freePort } from './service-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Copy of the examples as integrators have them, with the one package that their backends need. */
const home = mkdtempSync(join(tmpdir(), 'vo-examples-'));
for (const name of ['html', 'next'])
  cpSync(join(root, 'examples', name), join(home, name), { recursive: true });
symlinkSync(join(root, 'packages/service/node_modules'), join(home, 'node_modules'));
afterAll(() => rmSync(home, { recursive: true }));

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const stranger = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/** Starts the backend of the plain example, and kills it after `run`. */
async function withBackend(serviceUrl: string, run: (url: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['server.js'], {
    cwd: join(home, 'html'),
    env: { ...settingsOf(secret), ORCHESTRATION_URL: serviceUrl, PORT: String(port) },
    // Its output about interrupted requests is irrelevant here.
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/`;
  try {
    for (let tries = 0; !(await fetch(url).catch(() => null)); tries += 1) {
      if (child.exitCode !== null || tries === 500)
        throw new Error(`The backend did not start: ${child.exitCode}`);
      await pause(20);
    }
    await run(url);
  } finally {
    child.kill('SIGKILL');
  }
}

function settingsOf(webhookSecret: string): Record<string, string> {
  return {
    PATH: process.env.PATH!,
    ORCHESTRATION_URL: 'http://127.0.0.1:1',
    ORCHESTRATION_API_KEY: 'key',
    WORKFLOW_ID: 'workflow',
    WEBHOOK_SECRET: webhookSecret,
  };
}

describe('backend of the plain example', () => {
  it('stores the status of an execution that ended before its start was answered', {
    tags: ['DHOOK-31'],
  }, async () => {
    const executionId = randomUUID();
    const told = deliveryOf({ execution: executionId, status: 'APPROVED', sequence: 1, signedBy: [secret] });
    let backend = '';
    const answers: number[] = [];
    // Simulates the service with a workflow without user steps: the webhook arrives before the reply to the start.
    const service = createServer(async (request, response) => {
      answers.push(await post(`${backend}webhooks`, told));
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: { executionId, token: 'token' } }));
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    const { port } = service.address() as { port: number };
    try {
      await withBackend(`http://127.0.0.1:${port}`, async (url) => {
        backend = url;
        const headers = { cookie: `user=${randomUUID()}`, 'content-type': 'application/json' };
        const started = await fetch(`${url}api/verification`, { method: 'POST', headers, body: '{}' });
        expect(await started.json()).toEqual({ token: 'token' });
        expect(answers).toEqual([204]);
        const read = await fetch(`${url}api/verification`, { headers });
        expect(await read.json()).toEqual({ status: 'APPROVED' });
      });
    } finally {
      service.close();
    }
  });

  it('refuses deliveries with another secret or without a sequence, and survives truncated and oversized requests', {
    tags: ['DHOOK-4'],
  }, async () => {
    await withBackend('http://127.0.0.1:1', async (url) => {
      const hooks = `${url}webhooks`;
      const delivery = { execution: 'e', status: 'APPROVED', sequence: 1 };
      const good = deliveryOf({ ...delivery, signedBy: [secret] });
      await sendCut(url, 'POST /webhooks HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"event"');
      expect(await post(hooks, { ...good, body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413);
      expect(await post(hooks, deliveryOf({ ...delivery, signedBy: [stranger] }))).toBe(400);
      for (const sequence of uselessSequences)
        expect(await post(hooks, withSequence(good, sequence)), String(sequence)).toBe(400);
      expect(await post(hooks, good)).toBe(204);
    });
  });

  it('refuses to start with an insecure secret', () => {
    for (const useless of ['', ...uselessSecrets]) {
      const { status, stderr } = spawnSync(process.execPath, ['server.js'], {
        cwd: join(home, 'html'),
        env: { ...settingsOf(useless), PORT: '0' },
        encoding: 'utf8',
        // Ends a process that did start.
        timeout: 20_000,
      });
      expect(status, useless).toBe(1);
      expect(stderr, useless).toContain('WEBHOOK_SECRET must be');
    }
  });

  it('uses the same files for verification and storage as the React and Vue examples', () => {
    const read = (path: string) => readFileSync(join(root, 'examples', path), 'utf8');
    for (const name of ['orchestration.js', 'verifications.js'])
      for (const folder of ['react', 'vue'])
        expect(read(`${folder}/server/${name}`)).toBe(read(`html/${name}`));
  });
});

describe('Next example', () => {
  it('refuses forged deliveries, deliveries without a sequence, and insecure secrets', {
    tags: ['DHOOK-31'],
  }, async () => {
    const { readDelivery, webhookSecret } = await import(join(home, 'next/lib/orchestration.ts'));
    const before = process.env.WEBHOOK_SECRET;
    try {
      process.env.WEBHOOK_SECRET = secret;
      const delivery = { execution: 'e', status: 'APPROVED', sequence: 1 };
      const read = ({ headers, body }: ReturnType<typeof deliveryOf>) =>
        readDelivery(body, new Headers(headers));
      const good = deliveryOf({ ...delivery, signedBy: [secret] });
      expect(read(good)).toMatchObject({ sequence: 1, data: { id: 'e', status: 'APPROVED' } });
      expect(read(deliveryOf({ ...delivery, signedBy: [stranger] }))).toBeNull();
      for (const sequence of uselessSequences)
        expect(read(withSequence(good, sequence)), String(sequence)).toBeNull();
      for (const useless of uselessSecrets) {
        process.env.WEBHOOK_SECRET = useless;
        expect(webhookSecret, useless).toThrow('WEBHOOK_SECRET must be');
      }
    } finally {
      if (before === undefined) delete process.env.WEBHOOK_SECRET;
      else process.env.WEBHOOK_SECRET = before;
    }
  });
});
