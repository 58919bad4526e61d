import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseLink } from '../testing/database-link.ts';
import { eventually } from '../testing/eventually.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { jpegOf, Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const person = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
let receiver: WebhookReceiver;
let service: ServiceProcess;
let client: ServiceClient;
let link: DatabaseLink;

beforeEach(async () => {
  receiver = await WebhookReceiver.open();
  service = await ServiceProcess.create(receiver.port);
  link = await DatabaseLink.open(service.databaseUrl ?? '');
  service.settings = { DATABASE_URL: link.url };
  await service.start();
  receiver.secret = service.development.webhookSecret;
  client = new ServiceClient(service);
});
afterEach(async () => {
  await service.remove();
  await link.cut();
  receiver.close();
});

/** Returns log lines that only a fault causes. */
const faults = () => service.log.split('\n').filter((line) => /"level":"error"|A job failed/.test(line));

describe('service on PostgreSQL', () => {
  it('runs an execution to its signed webhook, and continues after a restart', async () => {
    const { executionId } = await client.start('E-mail and phone', person);
    await eventually(() => expect(receiver.idsOf(executionId)).toHaveLength(1));
    const { envelope } = receiver.received.find(({ envelope: { data } }) => data.id === executionId)!;
    expect(envelope.data).toEqual(await client.read(executionId));

    const { token } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey } = await client.init(token);
    await client.begin(sessionKey);
    const digest = await client.putFront(sessionKey, 1, jpegOf(20_000));
    expect(await service.stop()).toBe(0);
    await service.start();
    expect((await client.state(sessionKey)).step?.stored.map((capture) => capture.digest)).toEqual([digest]);
    await client.submitPassport(sessionKey, 1, digest);
    await eventually(async () =>
      expect(await client.state(sessionKey)).toMatchObject({ awaiting: 'user', step: { attempt: 2 } }),
    );
    expect(receiver.refused).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('answers 503 with Retry-After while the database server is gone, and loses nothing acknowledged', async () => {
    const traffic = new Traffic(client);
    const over = new AbortController();
    const flowing = traffic.flow(over.signal);
    for (let round = 0; round < 3; round += 1) {
      const enough = client.acknowledged + 20;
      while (client.acknowledged < enough) await pause(5);
      await link.cut();
      const reply = await fetch(`${service.url}/orchestration-api/v1/workflow-execution/${traffic.runs[0]}`, {
        headers: { 'x-api-key': service.development.apiKey },
      });
      expect(reply.status).toBe(503);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      await link.mend();
    }
    over.abort();
    await flowing;
    expect(traffic.runs.length).toBeGreaterThan(0);
    await eventually(async () => {
      for (const id of traffic.runs) {
        expect((await client.read(id)).status).not.toBe('PENDING');
        expect(new Set(receiver.idsOf(id)).size).toBe(1);
      }
    });
    for (const { executionId } of traffic.flows)
      expect((await client.read(executionId)).id).toBe(executionId);
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200));
  });

  it('answers 503 while the network drops all packets, and continues on new connections', async () => {
    service.settings = { ...service.settings, DATABASE_TIMEOUT_SECONDS: '1' };
    await service.stop();
    await service.start();
    const traffic = new Traffic(client);
    const over = new AbortController();
    const flowing = traffic.flow(over.signal);
    const enough = client.acknowledged + 20;
    while (client.acknowledged < enough) await pause(5);
    link.silence();
    const reply = await fetch(`${service.url}/orchestration-api/v1/workflow-execution/${traffic.runs[0]}`, {
      headers: { 'x-api-key': service.development.apiKey },
    });
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    await link.mend();
    const more = client.acknowledged + 20;
    while (client.acknowledged < more) await pause(5);
    over.abort();
    await flowing;
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200));
    for (const { executionId } of traffic.flows)
      expect((await client.read(executionId)).id).toBe(executionId);
  });

  it('never logs the password of the database', async () => {
    await service.stop();
    const url = new URL(link.url);
    url.password = 'canary';
    service.settings = { DATABASE_URL: url.href };
    await service.start();
    await link.cut();
    await fetch(`${service.url}/readyz`);
    await service.stop();
    expect(service.log).not.toContain('canary');
    await link.mend();
  });
});
