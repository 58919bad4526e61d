import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientState } from '@vendor/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { ServiceClient } from './service-client.ts';
import { freePort, ServiceProcess } from './service-process.ts';
import { type AcknowledgedFlow, jpegOf, Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let service: ServiceProcess;
let client: ServiceClient;
let traffic: Traffic;

beforeEach(async () => {
  receiver = await WebhookReceiver.open();
  service = await ServiceProcess.create(receiver.port);
  await service.start();
  receiver.secret = service.development.webhookSecret;
  client = new ServiceClient(service);
  traffic = new Traffic(client);
});
afterEach(async () => {
  await service.remove();
  receiver.close();
});

/**
 * Number of kills. Each comes after a random number of further acknowledgements (counted, so that a slow machine sees as much
 * traffic as a fast one) and a random delay. The last one waits until flows of each kind were acknowledged.
 */
const kills = 3;
const acknowledgements = { min: 6, max: 25 };
const momentMs = 30;

async function killInTraffic(): Promise<void> {
  for (let round = 0; round < kills; round++) {
    const killed = new AbortController();
    const flowing = traffic.flow(killed.signal);
    const { min, max } = acknowledgements;
    const enough = client.acknowledged + min + Math.random() * (max - min);
    const isLast = round === kills - 1;
    while (client.acknowledged < enough || (isLast && !hasFlowsOfEachKind())) await pause(2);
    await pause(Math.random() * momentMs);
    await service.kill();
    killed.abort();
    await flowing;
    await service.start();
  }
}

/** Returns whether a capture without a submission, and a submission, were acknowledged. */
function hasFlowsOfEachKind(): boolean {
  const { flows } = traffic;
  return flows.some(isOnlyStored) && flows.some((flow) => flow.submitted);
}

/** Returns whether a capture was acknowledged and nothing was sent after it. */
const isOnlyStored = (flow: AcknowledgedFlow) => flow.stored !== undefined && !flow.submitting;

/** Expects that the first attempt was judged, and that its meaningless picture needs a retry. */
function expectJudged(state: ClientState): void {
  expect(state, 'a submission is judged').toMatchObject({ awaiting: 'user', step: { attempt: 2 } });
  const reasons = state.step?.kind === 'document' ? state.step.reasons : [];
  expect(reasons.length, 'the user is told why').toBeGreaterThan(0);
}

/** Expects the user at the first attempt, with the capture stored. */
function expectStored({ awaiting, step }: ClientState, { stored }: AcknowledgedFlow): void {
  expect({ awaiting, attempt: step?.attempt }).toEqual({ awaiting: 'user', attempt: 1 });
  expect(step?.stored.map((capture) => capture.digest)).toEqual([stored]);
}

describe('kill -9 under traffic', () => {
  it('loses nothing acknowledged and invents nothing after kill -9', async () => {
    await killInTraffic();
    const { runs, flows } = traffic;
    expect(Math.min(runs.length, flows.length)).toBeGreaterThan(0);

    await eventually(async () => {
      for (const id of runs) {
        expect((await client.read(id)).status, 'an acknowledged execution ends').not.toBe('PENDING');
        expect(new Set(receiver.idsOf(id)).size, 'its event arrives under one id').toBe(1);
      }
    });
    expect(hasFlowsOfEachKind(), 'flows of each kind were acknowledged').toBe(true);
    for (const flow of flows) {
      expect((await client.read(flow.executionId)).id).toBe(flow.executionId);
      const { sessionKey, state } = await client.init(flow.token);
      if (flow.begun) expect(state.begun).toBe(true);
      if (flow.submitted) await eventually(async () => expectJudged(await client.state(sessionKey)));
      else if (isOnlyStored(flow)) expectStored(state, flow);
      else if (flow.stored) {
        // The submission may have arrived or not, but its consequences must match.
        await eventually(async () => {
          const now = await client.state(sessionKey);
          if (now.step?.attempt === 1) expectStored(now, flow);
          else expectJudged(now);
        });
      }
    }
    const invented = receiver.received.filter(({ envelope }) => envelope.data.status === 'PENDING');
    expect(invented).toEqual([]);
    expect(receiver.refused).toEqual([]);
    for (const { envelope } of receiver.received) {
      expect((await client.read(envelope.data.id)).status).toBe(envelope.data.status);
    }
    // Only limits a stuck test: on a very busy machine each start takes long.
  }, 600_000);
});

describe('signals to end', () => {
  it('answers long polls at once and accepted requests, and ends with code 0', async () => {
    const accepted = new AbortController();
    const busy = traffic.flow(accepted.signal);
    await eventually(() => expect(traffic.flows.some((flow) => flow.begun)).toBe(true));
    const flow = traffic.flows.find((candidate) => candidate.begun);
    const { sessionKey, state } = await client.init(flow?.token ?? '');
    const poll = client.state(sessionKey, `?after=${state.seq + 100}&wait=25`);
    accepted.abort();
    await busy;
    await pause(100);
    const stoppedAt = Date.now();
    const exit = service.stop();
    expect((await poll).executionId).toBe(flow?.executionId);
    expect(await exit).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(8000);
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  });

  it('keeps answering everything except /readyz during the shutdown delay, which a second signal ends', async () => {
    service.settings = { ...service.settings, SHUTDOWN_DELAY_SECONDS: '300' };
    await service.stop();
    await service.start();
    const { token, executionId } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey, state } = await client.init(token);
    const poll = client.state(sessionKey, `?after=${state.seq + 100}&wait=25`);
    const exit = service.stop();
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(503));
    const alive = await fetch(`${service.url}/healthz`);
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
    expect((await client.start('Identity document', { user_id: 'v' })).executionId).toBeDefined();
    service.signal('SIGTERM');
    expect(await poll).toMatchObject({ executionId, seq: state.seq });
    expect(await exit).toBe(0);
  });

  /** Sends a signal during an upload, which must still be answered. */
  async function endInUpload(signal: NodeJS.Signals): Promise<void> {
    const { token } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey } = await client.init(token);
    await client.begin(sessionKey);
    const headers = { authorization: `Bearer ${sessionKey}` };
    const bytes = jpegOf(200_000);
    let finishUpload: () => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 100_000));
        finishUpload = () => {
          controller.enqueue(bytes.subarray(100_000));
          controller.close();
        };
      },
    });
    const upload = fetch(client.frontUrl(1), { method: 'PUT', headers, body, duplex: 'half' } as RequestInit);
    await pause(200);
    const exit = service.stop(signal);
    await eventually(() => expect(service.log).toContain('The service stops.'));
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
    finishUpload();
    const reply = await upload;
    expect([reply.status, await exit]).toEqual([200, 0]);
  }

  it('receives the rest of an upload after SIGTERM, and answers it', { tags: ['DREQ-87'] }, () =>
    endInUpload('SIGTERM'),
  );

  it.each(['SIGINT', 'SIGHUP', 'SIGQUIT'] as const)('drains on %s as on SIGTERM', (signal) =>
    endInUpload(signal),
  );
});

describe('start after a crash', () => {
  it('gives the same reply after kill -9 to a start repeated with its idempotency key', {
    tags: ['DREQ-21'],
  }, async () => {
    const start = () => client.start('Identity document', { user_id: 'u' }, { 'idempotency-key': 'order 7' });
    const acknowledged = await start();
    await service.kill();
    await service.start();
    expect(await start()).toEqual(acknowledged);
  });

  it('removes only old media that a crash left without a capture', async () => {
    const { token } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey } = await client.init(token);
    await client.begin(sessionKey);
    const digest = await client.putFront(sessionKey, 1, jpegOf(1000));
    await service.kill();
    const [named] = mediaFiles();
    const [orphan, young] = [mediaPath(randomUUID()), mediaPath(randomUUID())];
    const unfinished = join(service.folder, 'media', 'incoming', randomUUID());
    for (const path of [orphan, young, unfinished]) {
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(named!, path);
    }
    const twoHoursAgo = Date.now() / 1000 - 7200;
    for (const path of [named!, orphan, unfinished]) utimesSync(path, twoHoursAgo, twoHoursAgo);
    await service.start();
    await eventually(() => expect(new Set(mediaFiles())).toEqual(new Set([named, young])));
    const { state } = await client.init(token);
    expect(state.step?.stored.map((capture) => capture.digest)).toEqual([digest]);
    expect(await submitAndJudge(token, digest)).toMatchObject({ step: { attempt: 2 } });
  });
});

/** Returns the path of a reference in the media store. */
const mediaPath = (ref: string) => join(service.folder, 'media', ref.slice(0, 2), ref);

function mediaFiles(): string[] {
  return readdirSync(join(service.folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Submits the first attempt and waits for its result, which proves that its bytes still exist. */
async function submitAndJudge(token: string, digest: string): Promise<ClientState> {
  const { sessionKey } = await client.init(token);
  let state = await client.submitPassport(sessionKey, 1, digest);
  while (state.awaiting === 'checks') state = await client.state(sessionKey, `?after=${state.seq}&wait=20`);
  return state;
}

describe('second process', () => {
  it('refuses to use a data folder that another process uses', async () => {
    const other = service.spawn(await freePort());
    const [code] = await once(other, 'exit');
    expect(code).toBe(1);
    expect(service.log).toContain('Another process is using');
    expect((await fetch(`${service.url}/healthz`)).ok).toBe(true);
  });
});
