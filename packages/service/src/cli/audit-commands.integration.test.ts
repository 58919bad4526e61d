import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OperatorDesk } from '../../testing/operator-desk.ts';
import { exampleWorkflows } from '../accounts/development-account.ts';

let desk: OperatorDesk;
beforeEach(() => {
  desk = new OperatorDesk();
});
afterEach(() => desk.remove());

interface Entry {
  act: string;
  chain: string;
  actorKind: string;
  subjectId: string;
  mode: string | null;
  changes: unknown;
}
const list = (options = '') => desk.ask<Entry[]>(`audit list${options}`);

describe('audit list', () => {
  test('lists the commands for an account, newest first', async () => {
    const { id } = await desk.ask('account create --name Shop');
    const key = await desk.ask(`key create --account ${id} --mode test`);
    await desk.ask(`key revoke ${key.id}`);
    await desk.ask(`key revoke ${key.id}`);
    await desk.ask(`account retention ${id} --days 30`);
    await desk.ask(`account redirects ${id} --allow myapp`);
    const { id: workflow } = await desk.ask(
      `workflow import - --account ${id} --name W`,
      JSON.stringify(exampleWorkflows[0]),
    );
    await desk.ask(`workflow deactivate ${workflow}`);
    const hook = await desk.ask(`webhook add --account ${id} --url https://shop.example/secret-path?key=1`);
    await desk.ask(`webhook change ${hook.id} --event sync`);
    await desk.ask(`webhook rotate-secret ${hook.id}`);
    await desk.ask(`webhook disable ${hook.id}`);
    await desk.ask(`webhook resume ${hook.id}`);
    await desk.ask(`webhook remove ${hook.id}`);
    const events = await list(` --account ${id}`);
    expect(events.map(({ act }) => act)).toEqual([
      'endpoint.remove',
      'endpoint.resume',
      'endpoint.disable',
      'endpoint.rotate-secret',
      'endpoint.change',
      'endpoint.add',
      'workflow.deactivate',
      'workflow.add',
      'account.redirects',
      'account.retention',
      'account.retention',
      'key.revoke',
      'key.create',
      'account.create',
    ]);
    expect(new Set(events.map(({ actorKind }) => actorKind))).toEqual(new Set(['operator']));
    expect(
      events.filter(({ act }) => act === 'account.retention').map(({ mode, changes }) => [mode, changes]),
    ).toEqual(['test', 'live'].map((mode) => [mode, { retentionDays: [null, 30] }]));
    expect(JSON.stringify(events)).not.toMatch(/secret-path|whsec_|vo_test_/);
    expect((await list(` --subject ${key.id}`)).map(({ act }) => act)).toEqual(['key.revoke', 'key.create']);
    expect((await list(` --account ${id} --act key.create`)).map(({ subjectId }) => subjectId)).toEqual([
      key.id,
    ]);
    expect(await list(' --since 2031-01-01')).toEqual([]);
  });

  test('records commands that concern no account', async () => {
    await desk.ask(
      'lists import - --format simple-csv --list staff',
      'id,name,aliases,birth_dates,countries\n1,Ada Example,,,\n',
    );
    await desk.ask('lists remove staff');
    await desk.ask('clock confirm');
    expect((await list(' --account service')).map(({ act, subjectId }) => [act, subjectId])).toEqual([
      ['clock.confirm', null],
      ['lists.remove', 'staff'],
      ['lists.import', 'staff'],
    ]);
  });

  test.each(['', ' --act account.create'])(
    'pages through the audit trail with the filter "%s"',
    async (filter) => {
      for (const name of ['A', 'B', 'C']) await desk.ask(`account create --name ${name}`);
      const seen: string[] = [];
      let more = '';
      for (let page = 0; page < 3; page++) {
        const { said, complained } = await desk.type(`audit list --json --limit 1${filter}${more}`);
        seen.push(...(JSON.parse(said) as Entry[]).map(({ chain }) => chain));
        more = complained === '' ? '' : ` --before ${JSON.parse(complained).more.before}`;
      }
      expect(more).toBe('');
      expect(new Set(seen).size).toBe(3);
    },
  );

  test.each([
    ['--act nothing', 'is not an act'],
    ['--since soon', '--since must be a date or a time'],
    ['--limit 0', '--limit must be a number'],
    ['--before there', 'is not a position'],
  ])('refuses to list the audit trail with %s', async (option, words) => {
    await desk.ask('account create --name Shop');
    expect((await desk.type(`audit list ${option}`)).complained).toContain(words);
  });
});

describe('audit verify', () => {
  test('distinguishes an unbroken trail from a broken one', async () => {
    const { id } = await desk.ask<{ id: string }>('account create --name Shop');
    expect(await desk.ask('audit verify')).toMatchObject({
      isGood: true,
      breaks: [],
      brokenExecutions: [],
      missingMedia: [],
    });
    await desk.inData(async ({ main }) => {
      await sql`drop trigger audit_events_refuse_delete`.execute(main);
      await main.deleteFrom('audit_events').where('chain', '=', id).execute();
    });
    const { code, said } = await desk.type('audit verify');
    expect(code).toBe(1);
    expect(said).toContain('The trigger audit_events_refuse_delete of the database was removed');
    expect((await desk.type('doctor')).said).toContain('The trigger audit_events_refuse_delete');
    expect(said).toContain(`The audit trail of ${id} differs from what was written from event 1 on`);
  });

  test('names a key whose row was removed from the database', async () => {
    const account = await desk.ask<{ id: string }>('account create --name Shop');
    const { id } = await desk.ask<{ id: string }>(`key create --account ${account.id}`);
    await desk.inData(({ main }) => main.deleteFrom('api_keys').execute());
    const { code, said } = await desk.type('audit verify');
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(
        `The API key ${id} of the account ${account.id} differs from what the service wrote (ROW_MISSING)`,
      ),
    ]);
  });

  test('names a key whose scope was widened in the database, as doctor does', async () => {
    const account = await desk.ask<{ id: string }>('account create --name Shop');
    const { id } = await desk.ask<{ id: string }>(`key create --account ${account.id} --mode test`);
    await desk.inData(({ main }) => main.updateTable('api_keys').set({ mode: 'live' }).execute());
    const words = `The API key ${id} of the account ${account.id} differs from what the service wrote (ROW_CHANGED)`;
    expect((await desk.type('audit verify')).said).toContain(words);
    expect((await desk.type('doctor')).said).toContain(words);
    expect(await desk.ask('key list')).toEqual([]);
  });
});
