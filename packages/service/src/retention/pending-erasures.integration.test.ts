import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../testing/actors.ts';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { createJobStore } from '../db/jobs/job-store.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { expireNow } from '../executions/session/expire-execution.ts';
import { endlessTries } from '../jobs/job.ts';
import { carryOutErasures } from './carry-out-erasures.ts';
import { carryOutErasure } from './erase-person.ts';
import { type ErasureOrder, erasureChore } from './pending-erasures.ts';
import { type NotedPurge, openPurgeJournal } from './purge-journal.ts';
import type { PurgeStore } from './purge-store.ts';
import { createPurgeReplay } from './replay-purges.ts';

let service: InProcessService;
let accountId: string;
let backend: Backend;
let workflowId: string;
let purges: PurgeStore;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(accountId, documentWorkflow);
  purges = createPurgeStore(service.database, service.seal);
});
afterEach(() => service.close());

/** Services of an instance: its purge journal lies in a folder of its own, the database is shared. */
const instance = (name: string) => ({
  actor: operator,
  purges,
  journal: openPurgeJournal(join(service.folder, name, 'purges.log')),
  media: service.services.media,
  clock: service.clock,
});

async function begin() {
  const { data } = await backend.start({ workflowId, inputs: { user_id: 'u-1', email: 'a@example.com' } });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  return { id: data.executionId, page };
}

const order = (...executionIds: string[]): ErasureOrder => ({
  accountId,
  executionIds,
  actor: operator,
  at: service.clock.time,
  searchedBy: 'user-id',
});

/** Erases executions as a command beside an instance does. */
function erase(services: ReturnType<typeof instance>, ids: readonly string[]) {
  const executions = ids.map((id) => ({ id, mode: 'live', status: 'PENDING', createdAt: 0 }));
  const search = { accountId, findAll: async () => [], countUsers: async () => 1 };
  const plan = { executions, inProgress: ids, rows: {} as never, users: 1, isUnusualShare: false };
  return carryOutErasure(services, search, plan, 'user-id');
}

const pendingRows = () => service.database.main.selectFrom('pending_erasures').selectAll().execute();
const row = (id: string) =>
  service.database.main
    .selectFrom('executions')
    .select(['data_purged_at', 'wrapped_key', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const acts = async (name: string) =>
  (await service.database.main.selectFrom('audit_events').selectAll().where('act', '=', name).execute()).map(
    ({ subject_id, changes }) => ({ id: subject_id, changes: JSON.parse(changes ?? '{}') as object }),
  );
async function notedIn({ journal }: ReturnType<typeof instance>): Promise<NotedPurge[]> {
  const noted: NotedPurge[] = [];
  for await (const { entries } of journal.pieces()) noted.push(...entries);
  return noted;
}

describe('erasures of executions that have not ended', () => {
  it('carries out an erasure on another instance although the folder that accepted it is gone', async () => {
    const { id, page } = await begin();
    const [one, other] = [instance('one'), instance('other')];
    const acceptedAt = service.clock.time;
    expect((await erase(one, [id])).pending.map((pending) => pending.id)).toEqual([id]);
    expect(await purges.isErasurePending(id)).toBe(true);
    rmSync(join(service.folder, 'one'), { recursive: true });
    expect(await carryOutErasures(other)).toBe(0);
    await page.submitPassport();
    await service.runDueJobs();
    service.clock.time += 1000;
    expect(await carryOutErasures(other)).toBe(1);
    expect(await row(id)).toEqual({ data_purged_at: acceptedAt, wrapped_key: null, status: 'APPROVED' });
    expect(await pendingRows()).toEqual([]);
    // The other instance has recorded the purge too, in case an older backup is restored.
    expect(await notedIn(other)).toEqual([{ executionId: id, at: acceptedAt }]);
    expect(await acts('execution.purge')).toMatchObject([
      { id, changes: { cause: 'erasure', orderedBy: expect.stringMatching(/^operator:/) } },
    ]);
    expect(await carryOutErasures(other)).toBe(0);
  });

  it('accepts an erasure only together with its act in the audit trail', async () => {
    const { id } = await begin();
    await sql`alter table audit_events rename to away`.execute(service.database.main);
    await expect(purges.acceptErasures(order(id))).rejects.toThrow();
    await sql`alter table away rename to audit_events`.execute(service.database.main);
    expect([await pendingRows(), await acts('execution.erase')]).toEqual([[], []]);
    await purges.acceptErasures(order(id));
    expect([(await pendingRows()).length, (await acts('execution.erase')).length]).toEqual([1, 1]);
  });

  it('keeps the time of the first acceptance if an erasure is accepted twice', async () => {
    const { id } = await begin();
    const first = service.clock.time;
    await erase(instance('one'), [id]);
    service.clock.time += 5000;
    await erase(instance('other'), [id]);
    expect(await pendingRows()).toMatchObject([{ execution_id: id, accepted_at: first }]);
  });

  it('makes the erasure chore due when the execution ends, and not when another ends', async () => {
    const [{ id }, { id: other }] = [await begin(), await begin()];
    const jobs = createJobStore(service.database.main);
    const later = service.clock.time + 3_600_000;
    const chore = {
      kind: 'housekeep',
      subjectId: erasureChore,
      dueAt: later,
      maxTries: endlessTries,
    } as const;
    await jobs.plan(chore, service.clock.time);
    const dueAt = async () =>
      (
        await service.database.main
          .selectFrom('jobs')
          .select('due_at')
          .where('kind', '=', 'housekeep')
          .execute()
      )[0]?.due_at;
    await erase(instance('one'), [id]);
    await expireNow(service.services, other);
    expect(await dueAt()).toBe(later);
    await expireNow(service.services, id);
    expect(await dueAt()).toBe(service.clock.time);
  });

  it('carries out an erasure whose command was killed before the purge', async () => {
    const { id } = await begin();
    await expireNow(service.services, id);
    await purges.acceptErasures(order(id));
    expect(await carryOutErasures(instance('other'))).toBe(1);
    expect((await row(id)).data_purged_at).toBe(service.clock.time);
  });

  it('removes the pending erasure when its execution is purged otherwise', async () => {
    const { id } = await begin();
    await erase(instance('one'), [id]);
    await expireNow(service.services, id);
    expect((await purges.purge(id, service.clock.time, operator)).kind).toBe('purged');
    expect(await pendingRows()).toEqual([]);
  });

  it('reports each execution that cannot be purged, and continues with the others', async () => {
    const ids = [(await begin()).id, (await begin()).id];
    await erase(instance('one'), ids);
    for (const id of ids) await expireNow(service.services, id);
    const failing = { ...instance('other'), purges: { ...purges } };
    const [broken = ''] = [...ids].sort();
    failing.purges.purge = async (id, ...more) => {
      if (id === broken) throw new Error('broken');
      return purges.purge(id, ...more);
    };
    const reported: string[] = [];
    expect(await carryOutErasures({ ...failing, onUnpurged: (id) => reported.push(id) })).toBe(1);
    expect([reported, (await pendingRows()).map(({ execution_id }) => execution_id)]).toEqual([
      [broken],
      [broken],
    ]);
    expect(await carryOutErasures(instance('other'))).toBe(1);
  });

  it('reads all pages of due erasures', { timeout: 120_000 }, async () => {
    const { id } = await begin();
    await expireNow(service.services, id);
    const { main } = service.database;
    const stored = await main.selectFrom('executions').selectAll().executeTakeFirstOrThrow();
    // PostgreSQL generates this column.
    const { insertion: _, ...one } = { insertion: 0, ...stored };
    const copies = Array.from({ length: 250 }, () => ({
      ...one,
      id: crypto.randomUUID(),
      token_hash: crypto.randomUUID(),
    }));
    for (let from = 0; from < copies.length; from += 50)
      await main
        .insertInto('executions')
        .values(copies.slice(from, from + 50))
        .execute();
    const ids = [id, ...copies.map((copy) => copy.id)];
    await purges.acceptErasures(order(...ids));
    const found: string[] = [];
    for (let after = ''; ; after = found.at(-1) ?? '') {
      const page = await purges.dueErasures(null, after, 100);
      found.push(...page.map(({ executionId }) => executionId));
      if (page.length < 100) break;
    }
    expect(found).toEqual([...ids].sort());
  });
});

describe('erasures of executions that another process purges meanwhile', () => {
  const counted = { checks: 1, captures: 1, comments: 0, userMarks: 0, searchHashes: 0 };

  /** Erases two ended executions of a plan. */
  async function eraseEnded(changes: Partial<ReturnType<typeof instance>>, ids: readonly string[]) {
    const executions = ids.map((id) => ({ id, mode: 'live', status: 'EXPIRED', createdAt: 0 }));
    const search = { accountId, findAll: async () => [], countUsers: async () => 1 };
    const plan = { executions, inProgress: [], rows: counted, users: 1, isUnusualShare: false };
    return carryOutErasure({ ...instance('one'), ...changes }, search, plan, 'user-id');
  }
  async function ended(): Promise<string> {
    const { id } = await begin();
    await expireNow(service.services, id);
    return id;
  }

  it('counts an execution that the hourly chore purged after the plan as erased, at that time', async () => {
    const [early, late] = [await ended(), await ended()];
    const purgedAt = service.clock.time;
    await purges.purge(early, purgedAt, operator);
    service.clock.time += 5000;
    const { erased, left, failed } = await eraseEnded({}, [early, late]);
    expect(erased.map((one) => [one.id, one.purgedAt])).toEqual([
      [early, purgedAt],
      [late, purgedAt + 5000],
    ]);
    expect([left, failed]).toEqual([[], []]);
  });

  it('goes on with the others if the purge journal refuses one', async () => {
    const [broken, whole] = [await ended(), await ended()];
    const { journal } = instance('one');
    const error = new Error('The bucket does not answer.');
    const failing = {
      ...journal,
      async note(entry: { executionId: string; at: number }) {
        if (entry.executionId === broken) throw error;
        await journal.note(entry);
      },
    };
    const { erased, failed } = await eraseEnded({ journal: failing }, [broken, whole]);
    expect(erased.map(({ id }) => id)).toEqual([whole]);
    expect(failed).toEqual([{ id: broken, error, isPurged: false }]);
    expect(await purges.isErasurePending(broken)).toBe(true);
  });

  it('counts an execution as erased whose media could not be deleted, and reports them', async () => {
    const { id, page } = await begin();
    await page.submitPassport();
    await service.runDueJobs();
    const error = new Error('The bucket does not answer.');
    const media = { ...service.services.media, delete: () => Promise.reject(error) };
    const { erased, failed, destroyed } = await eraseEnded({ media }, [id]);
    expect(erased).toMatchObject([{ id, purgedAt: service.clock.time }]);
    expect([failed, destroyed]).toEqual([[{ id, error, isPurged: true }], counted]);
  });
});

describe('restored databases that lack an erasure', () => {
  it('reads the erasure from the purge journal, and carries it out once the execution has ended', async () => {
    const { id } = await begin();
    const one = instance('one');
    const acceptedAt = service.clock.time;
    await erase(one, [id]);
    // Restores the database from before the erasure.
    await service.database.main.deleteFrom('pending_erasures').execute();
    service.clock.time += 60_000;
    expect(await createPurgeReplay(one)()).toBe(0);
    expect(await pendingRows()).toMatchObject([{ execution_id: id, accepted_at: acceptedAt, cause: null }]);
    // From now on the database suffices.
    rmSync(dirname(join(service.folder, 'one', 'purges.log')), { recursive: true });
    await expireNow(service.services, id);
    expect(await carryOutErasures(instance('other'))).toBe(1);
    expect((await row(id)).data_purged_at).toBe(acceptedAt);
  });
});
