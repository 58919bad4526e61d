import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let service: ServiceProcess;
let client: ServiceClient;

beforeAll(async () => {
  receiver = await WebhookReceiver.open();
  service = await ServiceProcess.create(receiver.port);
  await service.start();
  receiver.secret = service.development.webhookSecret;
  client = new ServiceClient(service);
});
afterAll(async () => {
  await service.remove();
  receiver.close();
});

it('keeps an acknowledged decision after kill -9, and sends its event with the content of a read', {
  tags: ['S3.1-11', 'S3.1-20', 'S4-27', 'S6.1-3'],
}, async () => {
  const inputs = { user_id: 'u', email: 'anna@example.com', phone_number: '+49 30 901820' };
  const { executionId } = await client.start('E-mail and phone', inputs);
  while ((await client.read(executionId)).status === 'PENDING') await pause(20);
  await client.decide(executionId, { status: 'DECLINED', comment: 'not one of ours' });
  await service.kill();
  await service.start();
  const execution = await client.read(executionId);
  expect(execution.status).toBe('DECLINED');
  const updates = () =>
    receiver.received.filter(({ envelope }) => envelope.event === 'orchestration/workflow_execution_updated');
  while (updates().length === 0 || new Set(receiver.idsOf(executionId)).size < 2) await pause(20);
  for (const { envelope } of updates()) expect(envelope.data).toEqual(execution);
  expect(receiver.refused).toEqual([]);
});
