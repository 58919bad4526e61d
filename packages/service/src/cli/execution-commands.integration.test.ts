import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import type { InProcessService } from '../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../testing/scripted-evaluator.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { createAuditStore, recordAct } from '../db/audit/audit-trail.ts';
import { createStateSeal } from '../db/executions/execution-states.ts';
import { sealEarlierStates } from '../db/integrity/seal-earlier-states.ts';
import { createPurgeStore } from '../db/retention/purge-store.ts';
import { carryOutErasures } from '../retention/carry-out-erasures.ts';
import { openPurgeJournal } from '../retention/purge-journal.ts';
import { createPurgeReplay } from '../retention/replay-purges.ts';
import { runCommand } from './run-command.ts';

const anna = { user_id: 'u-anna', email: 'anna@example.com', user_fullname: 'Anna Müller' };

let shop: Shop;
let service: InProcessService;
let accountId: string;
let workflowId: string;
let backend: Backend;

beforeEach(async () => {
  piped = '';
  stop = new AbortController().signal;
  shop = await openShop();
  ({ service, accountId, backend, workflowId } = shop);
});
afterEach(() => service.close());

/** Text piped into the commands. */
let piped = '';
/** Stops the commands. */
let stop = new AbortController().signal;

async function type(...words: string[]) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runCommand(words, {
    variables: { DATA_DIR: service.folder, MASTER_KEY: service.masterKey.toString('hex') },
    clock: service.clock,
    input: Readable.from([Buffer.from(piped)]),
    say: (text) => said.push(text),
    complain: (text) => complained.push(text),
    stopped: () => stop,
  });
  return { code, said: said.join(''), complained: complained.join('') };
}

/** Runs a command that must succeed. @returns its JSON, and the further fields. */
async function ask<Data>(...words: string[]): Promise<{ data: Data; more: Record<string, unknown> | null }> {
  const { code, said, complained } = await type(...words, '--json');
  expect([code, code === 0 ? '' : complained]).toEqual([0, '']);
  return { data: JSON.parse(said), more: complained === '' ? null : JSON.parse(complained).more };
}

const idsOf = async (...words: string[]) => (await ask<{ id: string }[]>(...words)).data.map(({ id }) => id);

async function start(inputs: Record<string, unknown> = anna, by = backend): Promise<string> {
  service.clock.time += 1000;
  const { data } = await by.start({ workflowId, inputs });
  return data.executionId;
}

/** Makes an execution whose document needs a review. */
async function inReview(inputs: Record<string, unknown> = anna): Promise<string> {
  service.clock.time += 1000;
  const evaluation = evaluatedDocument({ imageQualityCheckResult: 'REVIEW' });
  if (evaluation.kind !== 'evaluated') throw new Error('The document was not evaluated.');
  const finding = { code: 'PICTURE_SOFT', member: 'imageQualityCheckResult', outcome: 'REVIEW' } as const;
  return shop.finish(inputs, { ...evaluation, findings: [finding] });
}

describe('execution list', () => {
  it('lists the newest executions first, page by page, each once', async () => {
    const started: string[] = [];
    for (let n = 0; n < 5; n++) started.unshift(await start());
    expect(await idsOf('execution', 'list')).toEqual(started);
    const seen: string[] = [];
    for (let after: string[] = [], pages = 0; pages < 4; pages++) {
      const page = await ask<{ id: string }[]>('execution', 'list', '--limit', '2', ...after);
      seen.push(...page.data.map(({ id }) => id));
      if (page.more === null) break;
      expect(page.more.total).toBe(5);
      after = ['--after', String(page.more.after)];
    }
    expect(seen).toEqual(started);
    const { said } = await type('execution', 'list', '--limit', '2');
    expect(said).toContain('5 in all.');
    expect(said).toContain(`There are more: --after ${started[1]}`);
  });

  it('lists each execution once although all were started in the same millisecond', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 7; n++) ids.add((await backend.start({ workflowId, inputs: anna })).data.executionId);
    const seen: string[] = [];
    for (let after: string[] = []; ; ) {
      const page = await ask<{ id: string }[]>('execution', 'list', '--limit', '3', ...after);
      seen.push(...page.data.map(({ id }) => id));
      if (page.more === null) break;
      after = ['--after', String(page.more.after)];
    }
    expect([seen.length, new Set(seen)]).toEqual([7, ids]);
  });

  it('filters executions by status, mode, workflow, version, check, code and time', async () => {
    const pending = await start();
    const review = await inReview();
    const testKey = await service.addApiKey(accountId, null, 'test');
    const test = await start(anna, new Backend(service, testKey));
    const other = await service.addWorkflow(accountId, documentWorkflow);
    const cases: [string[], string[]][] = [
      [['--status', 'REVIEW'], [review]],
      [['--status', 'EXPIRED'], []],
      [['--mode', 'test'], [test]],
      [
        ['--workflow', workflowId],
        [test, review, pending],
      ],
      [
        ['--workflow', workflowId, '--version', '1', '--mode', 'live'],
        [review, pending],
      ],
      [['--workflow', workflowId, '--version', '2'], []],
      [['--workflow', other], []],
      [['--workflow', workflowId, '--waiting'], [review]],
      [['--check', 'DOCUMENT_CHECK', '--status', 'REVIEW'], [review]],
      [['--check', 'POA_CHECK'], []],
      [['--code', 'PICTURE_SOFT'], [review]],
      [['--code', 'SOFT'], []],
      [['--check', 'SELFIE_CHECK', '--code', 'PICTURE_SOFT'], []],
      [['--from', '2030-01-16'], []],
      [['--to', '2030-01-15T12:00:02Z'], [pending]],
      [['--from', '2030-01-15T12:00:02Z', '--to', '2030-01-15T12:00:03Z'], [review]],
    ];
    for (const [words, ids] of cases)
      expect(await idsOf('execution', 'list', ...words), words.join(' ')).toEqual(ids);
  });

  it('lists executions that wait for a decision, oldest first, until they are decided or purged', async () => {
    const ids = [await inReview(), await inReview(), await inReview()];
    expect(await idsOf('execution', 'list', '--waiting')).toEqual(ids);
    const first = await ask<{ id: string }[]>('execution', 'list', '--waiting', '--limit', '2');
    expect(await idsOf('execution', 'list', '--waiting', '--after', String(first.more?.after))).toEqual([
      ids[2],
    ]);
    await backend.decide(ids[0]!, { status: 'APPROVED' });
    await type('execution', 'purge', ids[1]!);
    expect(await idsOf('execution', 'list', '--waiting')).toEqual([ids[2]]);
    expect(await idsOf('execution', 'list', '--waiting', '--status', 'PENDING')).toEqual([]);
  });

  it.each([
    [['--status', 'DONE'], '--status must be one of PENDING'],
    [['--from', '27.11.2026'], '--from must be a date'],
    [['--version', '1'], '--version needs --workflow'],
    [['--limit', '0'], '--limit must be a number'],
    [['--after', randomUUID()], 'The account has no execution'],
    [['--workflow', randomUUID()], 'The account has no workflow'],
    [['--account', randomUUID()], 'There is no account'],
  ])('refuses to list executions with %s', async (words, reason) => {
    const { code, complained } = await type('execution', 'list', ...words);
    expect(code).not.toBe(0);
    expect(complained).toContain(reason);
  });

  it('requires --account if there are several accounts, and shows nothing of another', async () => {
    const own = await start();
    const other = await service.addAccount('Another shop');
    expect((await type('execution', 'list')).complained).toContain('There are several accounts');
    expect(await idsOf('execution', 'list', '--account', other.id)).toEqual([]);
    const { complained } = await type('execution', 'list', '--account', other.id, '--after', own);
    expect(complained).toContain('The account has no execution');
  });
});

describe('execution find', () => {
  it.each([
    ['--user-id', 'u-anna', 1],
    ['--user-id', 'u-ann', 0],
    ['--email', 'ANNA@EXAMPLE.COM', 1],
    ['--phone', '+36-30-1234567', 1],
    ['--document-number', 'ab 1', 1],
    ['--name', 'Mueller', 1],
    ['--name', 'MUELLER ANNA', 1],
    ['--name', 'Eva Müller', 0],
    ['--name', 'anna', 2],
  ])('searches by %s "%s", and finds %s executions', async (option, text, count) => {
    await start({ ...anna, phone_number: '+36 30 123 4567', user_photoid_number: 'AB-1' });
    await start({ user_id: 'u-eva', user_fullname: 'Eva Anna Kovács' });
    expect(await idsOf('execution', 'find', option, text)).toHaveLength(count);
  });

  it('reads the value of a search from the standard input', async () => {
    const id = await start();
    piped = 'anna@example.com\n';
    expect(await idsOf('execution', 'find', '--email', '-')).toEqual([id]);
    expect((await type('execution', 'erase', '--email', '-')).said).toContain(id);
  });

  it('finds each execution once, page by page, by exact values and by names', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      // Matches by two spellings of the same word.
      ids.unshift(await start({ ...anna, user_firstname: 'MUELLER' }));
      await start({ user_id: `u-${n}`, user_fullname: 'Müller Eva' });
    }
    for (const words of [
      ['--user-id', 'u-anna'],
      ['--name', 'Anna Müller'],
    ]) {
      const seen: string[] = [];
      for (let after: string[] = []; ; ) {
        const page = await ask<{ id: string }[]>('execution', 'find', ...words, '--limit', '2', ...after);
        seen.push(...page.data.map(({ id }) => id));
        if (page.more === null) break;
        after = ['--after', String(page.more.after)];
      }
      expect(seen).toEqual(ids);
    }
  });

  it('finds a name on the first page before many that share only one of its words', async () => {
    const id = await start({ user_id: 'u', user_fullname: 'Anna Müller' });
    for (let n = 0; n < 6; n++) {
      await start({ user_id: `m-${n}`, user_fullname: 'Eva Müller' });
      await start({ user_id: `a-${n}`, user_fullname: 'Anna Schmidt' });
    }
    expect(await idsOf('execution', 'find', '--name', 'Anna Müller', '--limit', '2')).toEqual([id]);
  });

  it('finds nothing of another account, even if a row was moved to it in the database', async () => {
    const id = await start();
    const other = await service.addAccount('Another shop');
    const findIn = (account: string) =>
      idsOf('execution', 'find', '--user-id', 'u-anna', '--account', account);
    expect([await findIn(accountId), await findIn(other.id)]).toEqual([[id], []]);
    await service.database.main.updateTable('executions').set({ account_id: other.id }).execute();
    expect([await findIn(accountId), await findIn(other.id)]).toEqual([[], []]);
  });

  it('warns if the search may miss earlier executions', async () => {
    await service.database.main.updateTable('search_progress').set({ is_done: 0 }).execute();
    expect((await type('execution', 'find', '--user-id', 'x')).said).toContain('Some may be missing here.');
  });

  it.each([
    [[], 'Give exactly one of --user-id'],
    [['--user-id=a', '--email=b'], 'Give exactly one of --user-id'],
    [['--phone=0630 123 4567'], '--phone must be a number with +'],
    [['--name=--'], '--name must have a letter'],
  ])('refuses to search with %s', async (words, reason) => {
    const { code, complained } = await type('execution', 'find', ...words);
    expect(code).toBe(2);
    expect(complained).toContain(reason);
  });
});

describe('execution list and execution find', () => {
  it.each([['list'], ['find', '--user-id', 'u-anna']])(
    'shows the fault of a changed row instead of its status: %s',
    async (...words) => {
      const [kept, forged] = [await start(), await start()];
      const { main } = service.database;
      await main.updateTable('executions').set({ status: 'APPROVED' }).where('id', '=', forged).execute();
      const { code, said } = await type('execution', ...words, '--json');
      expect(code).toBe(1);
      expect(JSON.parse(said)).toMatchObject([
        { id: forged, status: null, fault: 'STATE_CHANGED' },
        { id: kept, status: 'PENDING', fault: null },
      ]);
      const table = (await type('execution', ...words)).said;
      expect(table).toMatch(new RegExp(`^${forged} .* STATE_CHANGED `, 'm'));
      expect(table).toContain('! 1 of these differ from what the service wrote');
    },
  );

  it('shows executions of an earlier version that are not sealed yet, with a note', async () => {
    const id = await start();
    await sql`drop trigger audit_events_refuse_delete`.execute(service.database.main);
    await service.database.main.deleteFrom('audit_events').execute();
    await service.database.main.updateTable('executions').set({ state_mac: null }).execute();
    const { data, more } = await ask<unknown[]>('execution', 'list');
    expect(data).toMatchObject([{ id, status: 'PENDING', fault: null }]);
    expect(more?.note).toContain('not sealed yet');
  });
});

describe('execution show', () => {
  interface Report {
    status: string;
    stage: string[];
    why: string[];
    checks: { nodeId: string | null; status: string; reasons: string[]; members: Record<string, string> }[];
    path: { nodeId: string; taken: string | null; status: string | null }[];
    decisions: { status: string; by: string; comment: string | null }[];
    deliveries: { event: string; state: string }[];
    person?: { inputs: Record<string, string>; documents: Record<string, object> };
  }
  const show = async (...words: string[]) => (await ask<Report>('execution', 'show', ...words)).data;

  it('shows where the user stopped, and why the previous attempt was not usable', async () => {
    service.clock.time += 1000;
    const { data } = await backend.start({ workflowId, inputs: anna });
    const stage = async () => (await show(data.executionId)).stage.join(' ');
    expect(await stage()).toMatch(/^The user has not begun\. They can begin until 2030-01-/);
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    expect(await stage()).toContain('The user is at step "document" (document), attempt 1 of 3');
    service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_BLURRED'] });
    await page.submitPassport();
    expect(await stage()).toBe('The check of step "document" is in progress.');
    await service.runDueJobs();
    expect(await stage()).toContain('attempt 2 of 3');
    expect(await stage()).toContain('The picture is blurred.');
    service.clock.time += 30 * 24 * 3_600_000;
    await service.runDueJobs();
    const report = await show(data.executionId);
    expect(report.status).toBe('EXPIRED');
    expect(report.stage.join(' ')).toContain('The user stopped at step "document" (document)');
    expect(report.why.join(' ')).not.toContain('undefined');
  });

  it('explains why an execution was declined', async () => {
    const { data } = await backend.start({ workflowId, inputs: anna });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    for (const attempt of [1, 2, 3]) {
      service.evaluator.documents.push({ kind: 'retry', reasons: ['IMAGE_GLARE'] });
      await page.submitPassport(attempt);
      await service.runDueJobs();
    }
    const report = await show(data.executionId);
    expect(report.stage).toEqual(['The user used up all attempts at step "document".']);
    expect(report.why).toEqual(['Document check: declined. The user used up all attempts.']);
  });

  it('shows findings, path, decisions with author and reason, and the source of the status', async () => {
    const id = await inReview();
    await backend.decide(id, { status: 'DECLINED', comment: 'Blurred for us' });
    await type('execution', 'decide', id, '--status', 'APPROVED', '--comment', 'Called the user');
    const report = await show(id);
    expect(report.status).toBe('APPROVED');
    expect(report.checks).toMatchObject([
      {
        nodeId: 'document',
        status: 'REVIEW',
        reasons: ['The picture is sharp enough to read the lines, but finer print may be lost.'],
        members: { imageQualityCheckResult: 'REVIEW' },
      },
    ]);
    expect(report.path).toMatchObject([{ nodeId: 'document', status: 'REVIEW' }, { nodeId: 'end' }]);
    expect(report.decisions).toMatchObject([
      { status: 'DECLINED', comment: 'Blurred for us' },
      { status: 'APPROVED', by: expect.stringMatching(/^operator:/), comment: 'Called the user' },
    ]);
    expect(report.why[0]).toMatch(
      /^operator:.* decided at .*: approved\. The workflow had ended with: review\./,
    );
    const { said } = await type('execution', 'show', id);
    expect(said).toContain('finer print may be lost');
    expect(said).toContain('Called the user');
  });

  it('shows that the end node sets the status, regardless of the checks', async () => {
    const definition = {
      ...documentWorkflow,
      nodes: { ...documentWorkflow.nodes, end: { kind: 'end', status: 'REVIEW' } },
    };
    workflowId = await service.addWorkflow(accountId, definition);
    const { data } = await backend.start({ workflowId, inputs: anna });
    const page = new Page(service);
    await page.init(data.token);
    await page.post('begin');
    await page.submitPassport();
    await service.runDueJobs();
    const { status, why } = await show(data.executionId);
    expect([status, why]).toEqual([
      'REVIEW',
      ['The workflow reached its end "end", which sets the status to review.'],
    ]);
  });

  it('shows personal data only on request, and pictures never', async () => {
    const id = await inReview();
    for (const words of [[id], [id, '--json']]) {
      const { said } = await type('execution', 'show', ...words);
      for (const value of ['u-anna', 'anna@example.com', 'Müller']) expect(said).not.toContain(value);
    }
    expect((await show(id)).person).toBeUndefined();
    const { person } = await show(id, '--personal');
    expect(person?.inputs).toEqual(anna);
    expect(person?.documents.document).toMatchObject({ fullName: expect.any(String) });
    expect((await type('execution', 'show', id, '--personal')).said).not.toContain('/media/');
  });

  it('shows the remaining data after a purge', async () => {
    const id = await inReview();
    await backend.decide(id, { status: 'DECLINED', comment: 'Anna called' });
    await type('execution', 'purge', id);
    const report = await show(id, '--personal');
    expect(report.stage.join()).toContain('The personal data was purged at 2030-01-15');
    expect(report).toMatchObject({ status: 'DECLINED', path: [], checks: [{ nodeId: null, reasons: [] }] });
    expect(report.decisions).toMatchObject([{ status: 'DECLINED', comment: null }]);
    expect(report.person).toBeUndefined();
    expect(JSON.stringify(report)).not.toContain('Anna');
  });

  it('shows executions in different statuses without failing', async () => {
    for (const id of [await start(), await inReview()])
      expect((await type('execution', 'show', id)).said).toContain(id);
  });

  it.each(['show', 'decide', 'purge'])(
    'makes execution %s refuse unknown ids and ids of another account',
    async (word) => {
      const id = await inReview();
      const other = await service.addAccount('Another shop');
      const rest = word === 'decide' ? ['--status', 'APPROVED'] : [];
      const missing = await type('execution', word, randomUUID(), ...rest);
      expect([missing.code, missing.complained]).toEqual([
        1,
        expect.stringContaining('There is no execution'),
      ]);
      if (word === 'purge') return;
      const foreign = await type('execution', word, id, '--account', other.id, ...rest);
      expect([foreign.code, foreign.complained]).toEqual([
        1,
        expect.stringContaining('The account has no execution'),
      ]);
    },
  );
});

describe('execution decide', () => {
  it('records the author of a decision, and sends the subscribed events', async () => {
    const id = await inReview();
    expect((await type('execution', 'decide', id, '--status', 'DECLINED')).said).toContain('is DECLINED');
    const events = await service.database.main.selectFrom('webhook_events').select('event').execute();
    expect(events.map(({ event }) => event)).toContain('orchestration/workflow_execution_updated');
    expect((await backend.read<{ status: string }>(id)).data.status).toBe('DECLINED');
  });

  it.each([
    [['--status', 'REVIEW'], 2, '--status must be APPROVED or DECLINED'],
    [['--status', 'APPROVED', '--comment', 'x'.repeat(251)], 2, '--comment must have at most 250'],
    [[], 2, '"execution decide" needs --status'],
  ])('refuses to decide with %s', async (words, exit, reason) => {
    const id = await inReview();
    const { code, complained } = await type('execution', 'decide', id, ...words);
    expect([code, complained]).toEqual([exit, expect.stringContaining(reason)]);
  });

  it('refuses to decide an unfinished or purged execution', async () => {
    const pending = await type('execution', 'decide', await start(), '--status', 'APPROVED');
    expect(pending.complained).toContain('Only an execution with a result can be decided.');
    const id = await inReview();
    await type('execution', 'purge', id);
    const purged = await type('execution', 'decide', id, '--status', 'APPROVED');
    expect(purged.complained).toContain('The data of this execution was purged');
  });
});

describe('execution erase', () => {
  interface Certificate {
    erasedBy: string;
    place: string | null;
    erasedEarlier: { id: string }[];
    failed: { id: string; isPurged: boolean; reason: string }[];
    waiting: string[];
    erased: {
      id: string;
      mode: string;
      purgedAt: string;
      journalEntrySha256: string;
      audit: { hash: string };
    }[];
    purgedWhenEnded: { id: string }[];
    foundAfterwards: { id: string }[];
    destroyed: Record<string, number>;
    notSearched: number;
  }
  /** Makes an execution look like one stored by an earlier version, without search hashes, MACs and audit trail. */
  async function forgetEarlier(id: string): Promise<void> {
    const { main } = service.database;
    await sql`drop trigger if exists audit_events_refuse_delete`.execute(main);
    await main.deleteFrom('audit_events').where('subject_id', '=', id).execute();
    await main.deleteFrom('search_hashes').where('execution_id', '=', id).execute();
    await main.updateTable('search_progress').set({ is_done: 0, after_id: '' }).execute();
    await main.updateTable('executions').set({ state_mac: null }).where('id', '=', id).execute();
  }
  const journal = () => readFileSync(join(service.folder, 'purges.log'), 'utf8');
  const table = (name: 'search_hashes' | 'user_marks' | 'captures') =>
    service.database.main.selectFrom(name).select('execution_id').execute();

  it('shows what would be purged, and changes nothing without --confirm', async () => {
    const id = await inReview();
    const before = await table('search_hashes');
    const { code, said } = await type('execution', 'erase', '--email', 'ANNA@example.com');
    expect(code).toBe(0);
    expect(said).toContain(id);
    expect(said).toMatch(/Inputs, results of 1 checks, 1 pictures and files/);
    expect(said).toContain('Nothing was erased.');
    expect(await table('search_hashes')).toEqual(before);
    expect((await backend.read<{ dataPurgedAt: string | null }>(id)).data.dataPurgedAt).toBeNull();
  });

  it('refuses commands that need a state until the first start has sealed executions of an earlier version', async () => {
    const id = await inReview();
    await forgetEarlier(id);
    for (const words of [
      ['erase', '--email', 'anna@example.com'],
      ['erase', '--email', 'anna@example.com', '--confirm'],
      ['purge', id],
      ['show', id],
      ['resend', id],
      ['decide', id, '--status', 'APPROVED'],
    ]) {
      const { code, complained } = await type('execution', ...words);
      expect([words[0], code]).toEqual([words[0], 1]);
      expect(complained).toContain('Start the service once with its master key');
    }
    expect((await type('execution', 'find', '--email', 'anna@example.com')).said).toContain('may be missing');
    expect((await type('execution', 'list')).said).toContain('start the service once');
    const parts = { audit: createAuditStore(service.database), seal: service.seal, now: 1 };
    expect(await sealEarlierStates(service.database, parts)).toBe(1);
    const { data } = await ask<Certificate>('execution', 'erase', '--email', 'anna@example.com', '--confirm');
    expect(data.erased.map((erased) => erased.id)).toEqual([id]);
  });

  it('reports how many executions cannot be searched because their data is broken', async () => {
    const [whole, broken] = [await inReview(), await inReview()];
    await forgetEarlier(whole);
    await forgetEarlier(broken);
    const parts = { audit: createAuditStore(service.database), seal: service.seal, now: 1 };
    await sealEarlierStates(service.database, parts);
    const { main } = service.database;
    await main.updateTable('executions').set({ status: 'APPROVED' }).where('id', '=', broken).execute();
    const erase = ['execution', 'erase', '--email', 'anna@example.com'];
    expect((await type(...erase)).said).toContain('1 executions of the account cannot be found');
    const { data } = await ask<Certificate>(...erase, '--confirm');
    expect([data.erased.map(({ id }) => id), data.notSearched]).toEqual([[whole], 1]);
    expect((await type('execution', 'find', '--email', 'anna@example.com')).said).toContain(
      'cannot be found',
    );
  });

  it('purges all executions of a person, live and test, and prints a certificate', async () => {
    const live = [await inReview(), await inReview()];
    const { main } = service.database;
    await main.updateTable('executions').set({ mode: 'test' }).where('id', '=', live[1]!).execute();
    const other = await inReview({ user_id: 'u-eva', email: 'eva@example.com' });
    const { data } = await ask<Certificate>('execution', 'erase', '--user-id', 'u-anna', '--confirm');
    expect(data.erased.map(({ id, mode }) => [id, mode])).toEqual([
      [live[1], 'test'],
      [live[0], 'live'],
    ]);
    expect(data).toMatchObject({
      erasedBy: expect.stringMatching(/^operator:/),
      destroyed: { captures: 2, checks: 2, dataKeys: 2 },
      purgedWhenEnded: [],
      foundAfterwards: [],
    });
    const lines = journal()
      .split('\n')
      .filter((line) => line !== '');
    const hashes = lines.map((line) => createHash('sha256').update(line).digest('hex'));
    expect(data.erased.map(({ journalEntrySha256 }) => journalEntrySha256)).toEqual(hashes);
    const events = await main.selectFrom('audit_events').selectAll().execute();
    for (const { id, audit } of data.erased)
      expect(events).toContainEqual(
        expect.objectContaining({ act: 'execution.purge', subject_id: id, hash: audit.hash }),
      );
    expect(events.map(({ act }) => act)).toContain('execution.erase');
    for (const name of ['search_hashes', 'user_marks', 'captures'] as const)
      expect(new Set((await table(name)).map((row) => row.execution_id))).toEqual(new Set([other]));
    expect(JSON.stringify([data, events])).not.toMatch(/u-anna|anna@example/i);
    expect(await idsOf('execution', 'find', '--email', 'anna@example.com')).toEqual([]);
    expect(await idsOf('execution', 'find', '--user-id', 'u-eva')).toEqual([other]);
  });

  it('prints a certificate that is understood without context, also if nothing was left to erase', async () => {
    await inReview();
    const { code, said } = await type('execution', 'erase', '--email', 'anna@example.com', '--confirm');
    expect(code).toBe(0);
    for (const words of [
      'Certificate of erasure',
      'Kept:',
      'The same search now finds nothing.',
      'the next start purges it again',
      'purges.log',
    ])
      expect(said).toContain(words);
    expect(said).not.toContain('anna@example.com');
    const again = await type('execution', 'erase', '--email', 'anna@example.com', '--confirm');
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('No execution was purged.')]);
  });

  it('purges an unfinished execution once it has ended, and exits with 1 until then', async () => {
    const id = await start();
    const { code, said } = await type('execution', 'erase', '--user-id', 'u-anna', '--confirm', '--json');
    const certificate = JSON.parse(said) as Certificate;
    expect([code, certificate.purgedWhenEnded, certificate.foundAfterwards]).toMatchObject([
      1,
      [{ id }],
      [{ id }],
    ]);
    const replay = createPurgeReplay({
      purges: createPurgeStore(service.database, createStateSeal(service.services.vault)),
      journal: openPurgeJournal(join(service.folder, 'purges.log')),
      media: service.services.media,
    });
    expect(await replay()).toBe(0);
    service.clock.time += 30 * 24 * 3_600_000;
    await service.runDueJobs();
    expect(await replay()).toBe(1);
    expect(await idsOf('execution', 'find', '--user-id', 'u-anna')).toEqual([]);
  });

  /** Carries out the accepted erasures, as the service does each hour. */
  const carryOutPending = () =>
    carryOutErasures({
      purges: createPurgeStore(service.database, createStateSeal(service.services.vault)),
      journal: openPurgeJournal(join(service.folder, 'purges.log')),
      media: service.services.media,
      clock: service.clock,
    });

  it('prints a certificate if it is stopped, and completes the erasure when repeated', async () => {
    const ids = [await inReview(), await inReview()];
    const words = ['execution', 'erase', '--user-id', 'u-anna', '--confirm'];
    stop = AbortSignal.abort();
    const stopped = await type(...words, '--json');
    const certificate = JSON.parse(stopped.said) as Certificate;
    expect([stopped.code, certificate.erased, certificate.foundAfterwards]).toMatchObject([
      1,
      [],
      [{ id: ids[1] }, { id: ids[0] }],
    ]);
    expect(certificate.destroyed).toMatchObject({ checks: 0, captures: 0, dataKeys: 0 });
    expect((await type(...words)).said).toContain(`execution erase --place ${accountId}:`);
    stop = new AbortController().signal;
    const { data } = await ask<Certificate>(...words);
    expect(data.erased.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('lists in a repeated erasure what the stopped one had purged', async () => {
    const ids = [await inReview(), await inReview()];
    const words = ['execution', 'erase', '--user-id', 'u-anna', '--confirm'];
    stop = AbortSignal.abort();
    await type(...words);
    stop = new AbortController().signal;
    const [first = '', second = ''] = ids;
    await type('execution', 'purge', first);
    const { data } = await ask<Certificate>(...words);
    expect([data.erased.map(({ id }) => id), data.erasedEarlier]).toEqual([
      [second],
      [expect.objectContaining({ id: first, audit: expect.objectContaining({ hash: expect.any(String) }) })],
    ]);
  });

  it('prints the certificate of an earlier erasure that the service has completed', async () => {
    const ids = [await inReview(), await inReview()];
    stop = AbortSignal.abort();
    const words = ['execution', 'erase', '--user-id', 'u-anna', '--confirm', '--json'];
    const { place } = JSON.parse((await type(...words)).said) as Certificate;
    const show = ['execution', 'erase', '--place', place ?? ''];
    const early = await type(...show, '--json');
    expect([early.code, (JSON.parse(early.said) as Certificate).waiting.sort()]).toEqual([
      1,
      [...ids].sort(),
    ]);
    expect((await type(...show)).said).toContain('! Not purged yet:');
    service.clock.time += 24 * 3_600_000;
    expect(await carryOutPending()).toBe(2);
    const purgedAt = new Date(service.clock.time).toISOString();
    const { data } = await ask<Certificate>(...show);
    expect(data).toMatchObject({ place, erasedBy: expect.stringMatching(/^operator:/), waiting: [] });
    expect(data.erased.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(data.erased.map((one) => one.purgedAt)).toEqual([purgedAt, purgedAt]);
    const hashes = journal()
      .split('\n')
      .map((line) => createHash('sha256').update(line).digest('hex'));
    for (const { journalEntrySha256, audit } of data.erased) {
      expect(hashes).toContain(journalEntrySha256);
      expect(audit.hash).toMatch(/^[0-9a-f]{64}$/);
    }
    const { code, said } = await type(...show);
    expect([code, said]).toEqual([0, expect.stringContaining('All executions of this erasure are purged.')]);
    const nothing = await type('execution', 'erase', '--user-id', 'u-anna', '--confirm');
    expect(nothing.said).toContain(`audit list --account ${accountId} --act execution.erase`);
  });

  it('says that an order does not name its executions', async () => {
    await inReview();
    const { main } = service.database;
    const actor = { kind: 'operator', user: 'root' } as const;
    const subject = { kind: 'account', id: accountId } as const;
    const act = { actor, act: 'execution.erase', at: 1, accountId, subject, mode: null } as const;
    const { seq } = await recordAct(main, { ...act, changes: { by: 'user-id', executions: 1 } });
    const { code, complained } = await type('execution', 'erase', '--place', `${accountId}:${seq}`);
    expect([code, complained]).toEqual([1, expect.stringContaining('does not name its executions')]);
  });

  it.each([
    ['an unknown place', ['--place', 'none:1'], 1, '"none:1" is not an erasure'],
    ['a search as well', ['--place', 'none:1', '--user-id', 'u-anna'], 2, 'give no other option'],
    ['--confirm as well', ['--place', 'none:1', '--confirm'], 2, 'give no other option'],
  ])('refuses an earlier certificate with %s', async (_title, words, code, reason) => {
    const refused = await type('execution', 'erase', ...words);
    expect([refused.code, refused.complained]).toEqual([code, expect.stringContaining(reason)]);
  });

  it('purges the others if one fails, and names the failure in the certificate', async () => {
    const [whole, broken] = [await inReview(), await inReview()];
    await sql`create trigger refuse_purge before update of data_purged_at on executions
      when new.id = '${sql.raw(broken)}' begin select raise(abort, 'refused'); end`.execute(
      service.database.main,
    );
    const { code, said } = await type('execution', 'erase', '--user-id', 'u-anna', '--confirm', '--json');
    const data = JSON.parse(said) as Certificate;
    expect([code, data.erased.map(({ id }) => id), data.failed, data.foundAfterwards]).toEqual([
      1,
      [whole],
      [{ id: broken, isPurged: false, reason: expect.any(String) }],
      [expect.objectContaining({ id: broken })],
    ]);
    expect(data.destroyed).toMatchObject({ checks: 1, captures: 1, dataKeys: 1 });
    expect((await type('execution', 'erase', '--user-id', 'u-anna', '--confirm')).said).toContain(
      '! Not purged:',
    );
  });

  it('erases no other user with the same value unless that is allowed', async () => {
    const ids = [await inReview(), await inReview({ ...anna, user_id: 'u-her-son' })];
    const { code, complained } = await type('execution', 'erase', '--email', 'anna@example.com', '--confirm');
    expect([code, complained]).toEqual([1, expect.stringContaining('have 2 user_ids')]);
    expect(await table('captures')).toHaveLength(2);
    const words = ['execution', 'erase', '--email', 'anna@example.com', '--confirm', '--several-users'];
    expect((await ask<Certificate>(...words)).data.erased).toHaveLength(ids.length);
  });

  it('refuses to erase an unusual share of an account unless that is allowed', async () => {
    const id = await inReview();
    const { main } = service.database;
    const one = await main.selectFrom('executions').selectAll().executeTakeFirstOrThrow();
    const [hash] = await main.selectFrom('search_hashes').selectAll().where('kind', '=', 'user-id').execute();
    for (let copies = 0; copies < 9; copies++) {
      const copy = randomUUID();
      await main
        .insertInto('executions')
        .values({ ...one, id: copy, token_hash: copy })
        .execute();
      await main
        .insertInto('search_hashes')
        .values({ ...hash!, execution_id: copy })
        .execute();
    }
    const words = ['execution', 'erase', '--user-id', 'u-anna', '--confirm'];
    const { code, complained } = await type(...words);
    expect([code, complained]).toEqual([1, expect.stringContaining('over 20 %')]);
    expect((await type('execution', 'find', '--user-id', 'u-anna')).said).toContain(id);
    expect((await ask<Certificate>(...words, '--unusual-share')).data.erased).toHaveLength(10);
  });

  it('erases executions that are older than the search index', async () => {
    const id = await inReview();
    const { main } = service.database;
    await main.deleteFrom('search_hashes').execute();
    await main.updateTable('search_progress').set({ is_done: 0 }).execute();
    const { data } = await ask<Certificate>('execution', 'erase', '--user-id', 'u-anna', '--confirm');
    expect(data.erased).toMatchObject([{ id }]);
  });

  it('erases nothing of another account', async () => {
    await inReview();
    const other = await service.addAccount('Another shop');
    const words = ['execution', 'erase', '--user-id', 'u-anna', '--confirm', '--account', other.id];
    expect((await ask<Certificate>(...words)).data.erased).toEqual([]);
    expect(await table('captures')).toHaveLength(1);
  });

  it.each([
    [[], 'Give exactly one of --user-id'],
    [['--user-id=a', '--phone=+36301234567'], 'Give exactly one of --user-id'],
    [['--name=Anna'], "Unknown option '--name'"],
    [['--phone=0630'], '--phone must be a number with +'],
  ])('refuses to erase with %s', async (words, reason) => {
    const { code, complained } = await type('execution', 'erase', ...words);
    expect([code, complained]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe('audit trail', () => {
  it('records who read an execution and who searched for a person, but not the value searched for', async () => {
    const id = await inReview();
    await type('execution', 'show', id, '--personal');
    await type('execution', 'find', '--email', 'anna@example.com');
    await type('execution', 'list');
    const events = await service.database.main.selectFrom('audit_events').selectAll().execute();
    expect(events.filter(({ actor_kind }) => actor_kind === 'operator')).toMatchObject([
      { act: 'execution.read', subject_id: id, changes: '{"personal":true}' },
      { act: 'execution.find', subject_id: accountId, changes: '{"by":"email","found":1}' },
    ]);
    expect(JSON.stringify(events)).not.toContain('anna@');
  });
});
