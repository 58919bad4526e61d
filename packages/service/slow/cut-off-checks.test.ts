import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

/** Only limits how long a stuck test takes on a very busy machine; nothing in it depends on time. */
const timeoutMs = 10 * 60_000;

/** More kills than a check has tries. */
const kills = 6;

let service: ServiceProcess;
let client: ServiceClient;
let passportPicture: Uint8Array;

beforeAll(async () => {
  const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
  const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page });
  passportPicture = await encodeJpeg(picture);
  service = await ServiceProcess.create();
  await service.start();
  client = new ServiceClient(service);
});
afterAll(() => service.remove());

/** Submits a document. @returns the id of its execution, which waits for the check. */
async function submitDocument(): Promise<string> {
  const { executionId, token } = await client.start('Identity document', { user_id: 'u' });
  const { sessionKey } = await client.init(token);
  await client.begin(sessionKey);
  await client.submitPassport(sessionKey, 1, await client.putFront(sessionKey, 1, passportPicture));
  return executionId;
}

type JobRow = { cut_offs: number; lease_token: string | null };

/** Waits until the only check runs after a number of interruptions. @returns false if the check has ended. */
async function isUnderWay(cutOffs: number): Promise<boolean> {
  const database = new DatabaseSync(join(service.folder, 'service.db'), { readOnly: true });
  const query = database.prepare("select cut_offs, lease_token from jobs where kind = 'evaluate'");
  try {
    for (const until = Date.now() + timeoutMs; Date.now() < until; await pause(2)) {
      const job = query.get() as JobRow | undefined;
      if (!job) return false;
      if (job.cut_offs === cutOffs && job.lease_token !== null) return true;
    }
    throw new Error(`The check was not retried.\n${service.log}`);
  } finally {
    database.close();
  }
}

it('completes a check whose process was killed more often than the check has tries', {
  tags: ['DRUN-65'],
  timeout: timeoutMs,
}, async () => {
  let executionId = await submitDocument();
  for (let cutOffs = 0; cutOffs < kills; ) {
    if (await isUnderWay(cutOffs)) {
      await service.kill();
      await service.start();
      cutOffs += 1;
    } else {
      // Starts over: the check ended before it could be interrupted.
      executionId = await submitDocument();
      cutOffs = 0;
    }
    // Proves that the last kill, too, cut off the check; the next round proves it for each earlier one.
    if (cutOffs === kills && !(await isUnderWay(kills))) cutOffs = 0;
  }
  while ((await client.read(executionId)).status === 'PENDING') await pause(50);
  expect((await client.read(executionId)).status).toBe('APPROVED');
});
