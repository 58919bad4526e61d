import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Backend, documentWorkflow, Page } from '../../testing/client.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { evaluatedDocument } from '../../testing/scripted-evaluator.ts';
import { runCommand } from './run-command.ts';

const anna = { user_id: 'u-anna', email: 'anna@example.com', user_fullname: 'Anna Müller' };

let service: InProcessService;
let accountId: string;
let workflowId: string;
let backend: Backend;

beforeEach(async () => {
  service = await InProcessService.open();
  const account = await service.addAccount('A shop');
  accountId = account.id;
  backend = new Backend(service, account.apiKey);
  workflowId = await service.addWorkflow(accountId, documentWorkflow);
});
afterEach(() => service.close());

async function type(...words: string[]) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runCommand(words, {
    variables: { DATA_DIR: service.folder, MASTER_KEY: service.masterKey.toString('hex') },
    clock: service.clock,
    input: Readable.from([]),
    say: (text) => said.push(text),
    complain: (text) => complained.push(text),
    stopped: () => AbortSignal.abort(),
  });
  return { code, said: said.join(''), complained: complained.join('') };
}

/** Types a command that must succeed. @returns its JSON, and where it goes on. */
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

/** An execution whose document is in doubt. */
async function inReview(inputs: Record<string, unknown> = anna): Promise<string> {
  service.clock.time += 1000;
  const { data } = await backend.start({ workflowId, inputs });
  const evaluation = evaluatedDocument({ imageQualityCheckResult: 'REVIEW' });
  if (evaluation.kind === 'evaluated')
    service.evaluator.documents.push({ ...evaluation, findings: [{ code: 'PICTURE_SOFT' }] });
  const page = new Page(service);
  await page.init(data.token);
  await page.post('begin');
  await page.submitPassport();
  await service.runDueJobs();
  return data.executionId;
}

describe('execution list', () => {
  it('shows the newest first, page after page, each once', async () => {
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

  it('shows each once although all were started in the same millisecond', async () => {
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

  it('chooses by status, mode, workflow, version and time', async () => {
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
      [['--from', '2030-01-16'], []],
      [['--to', '2030-01-15T12:00:02Z'], [pending]],
      [['--from', '2030-01-15T12:00:02Z', '--to', '2030-01-15T12:00:03Z'], [review]],
    ];
    for (const [words, ids] of cases)
      expect(await idsOf('execution', 'list', ...words), words.join(' ')).toEqual(ids);
  });

  it('shows those that wait for a decision, the oldest first, until they are decided or purged', async () => {
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
  ])('refuses %s', async (words, reason) => {
    const { code, complained } = await type('execution', 'list', ...words);
    expect(code).not.toBe(0);
    expect(complained).toContain(reason);
  });

  it('asks which account is meant where there are several, and shows nothing of another', async () => {
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
  ])('finds by %s "%s" %s executions', async (option, text, count) => {
    await start({ ...anna, phone_number: '+36 30 123 4567', user_photoid_number: 'AB-1' });
    await start({ user_id: 'u-eva', user_fullname: 'Eva Anna Kovács' });
    expect(await idsOf('execution', 'find', option, text)).toHaveLength(count);
  });

  it('goes on page after page, each execution once, by exact values and by names', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      // Found by two spellings of the same word.
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

  it('finds nobody of another account, nor a row that was moved there', async () => {
    const id = await start();
    const other = await service.addAccount('Another shop');
    const findIn = (account: string) =>
      idsOf('execution', 'find', '--user-id', 'u-anna', '--account', account);
    expect([await findIn(accountId), await findIn(other.id)]).toEqual([[id], []]);
    await service.database.main.updateTable('executions').set({ account_id: other.id }).execute();
    expect([await findIn(accountId), await findIn(other.id)]).toEqual([[], []]);
  });

  it('says when earlier executions may be missing', async () => {
    await service.database.main.updateTable('search_progress').set({ is_done: 0 }).execute();
    expect((await type('execution', 'find', '--user-id', 'x')).said).toContain('Some may be missing here.');
  });

  it.each([
    [[], 'Say exactly one of --user-id'],
    [['--user-id=a', '--email=b'], 'Say exactly one of --user-id'],
    [['--phone=0630 123 4567'], '--phone must be a number with +'],
    [['--name=--'], '--name must have a letter'],
  ])('refuses %s', async (words, reason) => {
    const { code, complained } = await type('execution', 'find', ...words);
    expect(code).toBe(2);
    expect(complained).toContain(reason);
  });
});
