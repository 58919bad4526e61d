import { afterEach, beforeEach, expect, it } from 'vitest';
import { operate } from './operate.ts';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

let service: ServiceProcess;
beforeEach(async () => {
  service = await ServiceProcess.create();
  await service.start();
});
afterEach(() => service.remove());

interface Verified {
  readonly isGood: boolean;
  readonly events: number;
  readonly executions: number;
}
const verify = () => operate<Verified>(service.folder, 'audit verify');

/** Starts executions until the service is gone. @returns how many starts were acknowledged. */
async function startUntilKilled(client: ServiceClient): Promise<number> {
  let started = 0;
  for (;;) {
    try {
      await client.start('Identity document', { user_id: `user ${started}` });
      started += 1;
    } catch {
      return started;
    }
  }
}

it('keeps every acknowledged start in the audit chain through repeated kills of the service', async () => {
  let started = 0;
  for (let round = 0; round < 3; round += 1) {
    const client = new ServiceClient(service);
    const running = [1, 2, 3, 4].map(() => startUntilKilled(client));
    const [account] = await operate<{ id: string }[]>(service.folder, 'account list');
    for (let count = 0; count < 5; count += 1)
      await operate(service.folder, `key create --account ${account?.id} --mode test`);
    // Runs while the other requests continue.
    await client.start('Identity document', { user_id: 'last' });
    started += 1;
    await service.kill();
    for (const count of await Promise.all(running)) started += count;
    const { isGood, executions } = await verify();
    expect(isGood).toBe(true);
    expect(executions).toBeGreaterThanOrEqual(started);
    await service.start();
  }
  const events = await operate<{ act: string }[]>(service.folder, 'audit list --act key.create --limit 100');
  // One more, by the development account, was not made by a command.
  expect(events).toHaveLength(15);
}, 120_000);

it('keeps the audit chain whole while the service and commands in other processes write', async () => {
  const client = new ServiceClient(service);
  const [account] = await operate<{ id: string }[]>(service.folder, 'account list');
  const starts = Array.from({ length: 40 }, (_, index) =>
    client.start('Identity document', { user_id: `user ${index}` }),
  );
  // One after the other: two commands in this process would wait for each other's lock.
  for (let count = 0; count < 20; count += 1)
    await operate(service.folder, `key create --account ${account?.id} --mode test`);
  await Promise.all(starts);
  const { isGood, events, executions } = await verify();
  expect([isGood, executions]).toEqual([true, 40]);
  expect(events).toBeGreaterThanOrEqual(60);
}, 120_000);
