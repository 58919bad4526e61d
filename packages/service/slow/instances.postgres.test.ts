import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { InstanceGroup } from './instance-group.ts';
import type { ServiceClient } from './service-client.ts';
import { jpegOf, Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let group: InstanceGroup;
let client: ServiceClient;

beforeEach(async () => {
  receiver = await WebhookReceiver.open();
  group = await InstanceGroup.open(receiver.port, [{}, {}, {}]);
  receiver.secret = group.development.webhookSecret;
  client = group.client;
});
afterEach(async () => {
  await group.close();
  receiver.close();
});

it('walks through an execution with each request at another instance', async () => {
  const { token, executionId } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  const digest = await client.putFront(sessionKey, 1, jpegOf(20_000));
  await client.submitPassport(sessionKey, 1, digest);
  await eventually(async () =>
    expect(await client.state(sessionKey)).toMatchObject({ awaiting: 'user', step: { attempt: 2 } }),
  );
  expect((await client.read(executionId)).status).toBe('PENDING');
});

it('loses and repeats nothing while instances are killed and replaced', {
  timeout: 900_000,
}, async () => {
  const traffic = new Traffic(client);
  const over = new AbortController();
  const flowing = traffic.flow(over.signal);
  for (let round = 0; round < 12; round += 1) {
    const enough = client.acknowledged + 25;
    while (client.acknowledged < enough) await pause(5);
    const instance = group.instances[round % group.instances.length]!;
    if (round % 2 === 0) await instance.kill();
    else expect(await instance.stop()).toBe(0);
    await instance.start();
  }
  over.abort();
  await flowing;

  const settledFrom = Date.now();
  await eventually(async () => {
    for (const id of traffic.runs) {
      expect((await client.read(id)).status).not.toBe('PENDING');
      expect(receiver.idsOf(id).length).toBeGreaterThan(0);
    }
  });
  const longestWaitMs = Date.now() - settledFrom;
  const finished = traffic.runs.map((id) => new Set(receiver.idsOf(id)).size);
  let lost = 0;
  for (const { token, stored } of traffic.flows) {
    if (stored === undefined) continue;
    const { state } = await client.init(token);
    // The capture of a submitted attempt is judged, and needs a retry.
    const digests = state.step?.stored.map(({ digest }) => digest) ?? [];
    if (state.step?.attempt === 1 && !digests.includes(stored)) lost += 1;
  }
  const known = new Set([...traffic.runs, ...traffic.flows.map(({ executionId }) => executionId)]);
  const duplicated = finished.filter((events) => events !== 1).length;
  const figures = {
    acknowledged: client.acknowledged,
    executions: known.size,
    lost,
    duplicated,
    longestWaitMs,
  };
  process.stdout.write(`Three instances, twelve ends of one: ${JSON.stringify(figures)}\n`);
  expect({ lost, duplicated, refused: receiver.refused }).toEqual({ lost: 0, duplicated: 0, refused: [] });
  expect(known.size).toBe(traffic.runs.length + traffic.flows.length);
});
