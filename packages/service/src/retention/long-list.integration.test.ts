import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InProcessService } from '../../testing/in-process-service.ts';
import { createMemoryBucket } from '../../testing/memory-bucket.ts';
import { createPurgeMarks } from '../db/retention/purge-marks.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { openBucketJournal } from './bucket-journal.ts';
import { createPurgeReplay } from './replay-purges.ts';

/** Number of purges in the journal: at a hundred million a month, those of about three quarters of an hour. */
const purges = 100_000;
let service: InProcessService;
beforeEach(async () => {
  service = await InProcessService.open();
});
afterEach(() => service.close());

it('sends as few requests at a start after a hundred thousand purges as after none', async () => {
  const bucket = createMemoryBucket();
  const macOf = (text: string) => service.services.vault.keyedHash('purge-list', text);
  const journal = openBucketJournal({ bucket, macOf, marks: createPurgeMarks(service.database) });
  const store = createPurgeStore(service.database, service.seal);
  for (let count = 0; count < purges; count += 1)
    await journal.note({ executionId: randomUUID(), at: service.clock.time });
  const start = async () => {
    Object.assign(bucket.asked, { lists: 0, gets: 0, puts: 0, deletes: 0 });
    await createPurgeReplay({
      purges: store,
      journal,
      media: service.services.media,
      clock: service.clock,
    })();
    return { ...bucket.asked };
  };
  const before = await start();
  expect(before.lists).toBeGreaterThan(purges / 1000);
  const { signal } = new AbortController();
  let sealed = 0;
  // The database has none of these executions, so the times of all are read.
  for (let round = 0; round < 2; round += 1) sealed += (await journal.seal?.(store, signal)) ?? 0;
  expect(sealed).toBe(purges);
  const after = await start();
  // Lists of segments, of copied journals, and an empty page for each of 16 digits.
  expect(after).toMatchObject({ lists: 18, gets: 0, puts: 0 });
  expect(bucket.objects.size).toBeLessThan(50);
}, 120_000);
