import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../../testing/actors.ts';
import { Backend, digestOf, jpegOf } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { beginSelfie } from '../../../testing/selfie-sitting.ts';
import { createPurgeStore } from '../../db/retention/purge-store.ts';

const selfie = { kind: 'selfie', match: 'none', next: 'end' };
const definition = { start: 'selfie', nodes: { selfie, end: { kind: 'end' } } };
const seen = { status: 'REVIEW', checks: [{ status: 'REVIEW', statusDetail: 'FRAME_SEEN_BEFORE' }] };
const fresh = { status: 'APPROVED', checks: [{ status: 'APPROVED', statusDetail: null }] };

let service: InProcessService;
let backend: Backend;
let accountId: string;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
});
afterEach(() => service.close());

/** Starts a selfie and begins it. */
async function begin(user: string, of = backend, account = accountId) {
  return beginSelfie(service, of, await service.addWorkflow(account, definition), user);
}

async function completeSelfie(user: string, prefix: string, of = backend, account = accountId) {
  const { show, read } = await begin(user, of, account);
  await show(prefix);
  return read();
}

describe('a key frame of another execution', () => {
  it('sends the selfie to REVIEW, of another user or the same', { tags: ['S1-10'] }, async () => {
    expect(await completeSelfie('u-1', 'monday')).toMatchObject(fresh);
    expect(await completeSelfie('u-2', 'monday')).toMatchObject(seen);
    expect(await completeSelfie('u-1', 'monday')).toMatchObject({
      ...seen,
      checks: [{ selfieVerificationResult: { overallResult: 'REVIEW', livenessCheckResult: 'REVIEW' } }],
    });
    expect(await completeSelfie('u-1', 'tuesday')).toMatchObject(fresh);
  });

  it('reports a single repeated frame in another position', async () => {
    await completeSelfie('u-1', 'monday');
    const { show, read } = await begin('u-2');
    await show('tuesday', 1, { 3: 'monday 1' });
    expect(await read()).toMatchObject(seen);
  });

  it('ignores frames of other accounts and of tests', async () => {
    await completeSelfie('u-1', 'monday');
    const other = await service.addAccount('Another shop');
    const theirs = new Backend(service, other.apiKey);
    expect(await completeSelfie('u-2', 'monday', theirs, other.id)).toMatchObject(fresh);
    const tests = new Backend(service, await service.addApiKey(accountId, null, 'test'));
    expect(await completeSelfie('u-3', 'monday', tests)).toMatchObject(fresh);
    expect(await completeSelfie('u-3', 'wednesday', tests)).toMatchObject(fresh);
    expect(await completeSelfie('u-4', 'wednesday', tests)).toMatchObject(fresh);
    expect(await completeSelfie('u-5', 'wednesday')).toMatchObject(fresh);
    // Test executions are not checked for copies within a selfie either.
    const accepted = service.evaluator.selfieTasks.map(({ acceptsCopies }) => acceptsCopies);
    expect(accepted).toEqual([false, false, true, true, true, false]);
  });

  it('stores only a keyed hash, and removes it when the execution is purged', async () => {
    const { id } = await completeSelfie('u-1', 'monday');
    const marks = await service.database.main.selectFrom('user_marks').selectAll().execute();
    expect(marks).toHaveLength(5);
    expect(marks.map(({ hash }) => hash)).not.toContain(digestOf(jpegOf('monday 0')));
    await createPurgeStore(service.database, service.seal).purge(id, service.clock.now(), operator);
    expect(await service.database.main.selectFrom('user_marks').selectAll().execute()).toEqual([]);
    expect(await completeSelfie('u-2', 'monday')).toMatchObject(fresh);
  });
});
