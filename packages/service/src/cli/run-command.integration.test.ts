import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layDatabase, openLaidDatabase } from '../../testing/lay-database.ts';
import { localhostCertificate } from '../../testing/localhost-certificate.ts';
import { mmdbOf } from '../../testing/mmdb.ts';
import { digestFolder, otherVersions, writeDatabase } from '../../testing/other-version.ts';
import { findApiKey } from '../accounts/api-key.ts';
import { createApiKeyStore } from '../db/accounts/api-keys.ts';
import { createStateSeal, sealState } from '../db/executions/execution-states.ts';
import type { ExecutionsTable } from '../db/executions/execution-tables.ts';
import { createRowSeal } from '../db/integrity/sealed-rows.ts';
import { databaseFile, holdFolder, type OpenDatabase } from '../db/opening/open-database.ts';
import { openVault } from '../secrets/open-vault.ts';
import { readEnvironment } from '../settings/environment.ts';
import { noteSettings } from '../settings/noted-settings.ts';
import { type FindListenFault, findListenFault } from '../settings/usable-settings.ts';
import { openSecrets } from '../webhooks/endpoints/endpoint-secrets.ts';
import { endedWalk } from '../workflows/walk.ts';
import { commands, runCommand } from './run-command.ts';

let home: string;
let folder: string;
const clock = { time: Date.UTC(2030, 0, 15, 12), now: () => clock.time };

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vo-cli-'));
  folder = join(home, 'data');
  clock.time = Date.UTC(2030, 0, 15, 12);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs a command. Returns its exit code and output. */
async function type(
  line: string | string[],
  {
    input = '' as string | Buffer,
    variables = {},
    addresses = ['8.8.8.8'] as readonly string[],
    // Ignores other programs that listen on this machine.
    findListenFault = (async () => null) as FindListenFault,
    user = undefined as number | undefined,
  } = {},
) {
  let [said, complained] = ['', ''];
  const code = await runCommand(typeof line === 'string' ? line.split(' ') : line, {
    variables: { DATA_DIR: folder, ...variables },
    clock,
    input: Readable.from([typeof input === 'string' ? Buffer.from(input) : input]),
    resolve: async () => addresses,
    findListenFault,
    ...(user !== undefined && { user }),
    say: (text) => {
      said += text;
    },
    complain: (text) => {
      complained += text;
    },
    stopped: () => AbortSignal.abort(),
  });
  return { code, said, complained };
}

/** Runs a command that must succeed. @returns its JSON. */
async function ask<Data = Record<string, string>>(line: string, input = ''): Promise<Data> {
  const { code, said, complained } = await type(`${line} --json`, { input });
  expect([code, complained]).toEqual([0, '']);
  return JSON.parse(said) as Data;
}

/** Creates an account. Copies a prepared database first if there is none, which is faster than migrating it. */
async function account(): Promise<string> {
  if (!existsSync(databaseFile(folder))) layDatabase(folder);
  return (await ask('account create --name Shop')).id as string;
}

async function inData<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
  const database = await openLaidDatabase(folder);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const keysOf = (database: OpenDatabase) =>
  createApiKeyStore(database, createRowSeal(openVault({ text: undefined, directory: folder })));

/** Id of the execution that tests insert into the database. */
const executionId = '11111111-1111-4111-8111-111111111111';

/** Seals the state of an execution that a test inserted. */
const seal = (id: string) =>
  inData(({ main }) =>
    sealState(main, createStateSeal(openVault({ text: undefined, directory: folder })), id),
  );

/** Makes the row of an execution that was just begun. */
const execution = (accountId: string, workflowId: string, createdAt: number) =>
  ({
    id: executionId,
    account_id: accountId,
    workflow_id: workflowId,
    workflow_version: 1,
    mode: 'live',
    channel: 'token',
    status: 'PENDING',
    token_hash: 'x',
    session_epoch: 0,
    expires_at: 1,
    created_at: createdAt,
    seq: 0,
    walk: '{}',
  }) as unknown as ExecutionsTable;

/** Stored walk of an expired execution. */
const expiredWalk = JSON.stringify(
  endedWalk({
    at: 'end',
    decided: [],
    branches: [],
    answered: [],
    outcome: { status: 'EXPIRED', retryLimitOf: null },
    loip: null,
  }),
);

/** Returns all bytes of the data folder, as text. */
const bytesOfData = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');

describe('accounts and keys', () => {
  it('creates the first account in an empty folder in production', async () => {
    const { id } = await ask('account create --name Shop');
    expect(await ask('account list')).toMatchObject([{ id, name: 'Shop' }]);
  });

  it('shows a new key once, and stores only its hash', { tags: ['DHOOK-38'] }, async () => {
    const id = await account();
    const { key, ...entry } = await ask(`key create --account ${id} --name till`);
    expect(key).toMatch(/^vo_live_[0-9A-Za-z]{61}$/);
    expect(entry).toMatchObject({
      accountId: id,
      mode: 'live',
      name: 'till',
      workflowIds: null,
      revokedAt: null,
    });
    const listed = await type('key list --json');
    expect(JSON.parse(listed.said)).toEqual([entry]);
    expect((await type('key list')).said).toContain(`${entry.id}`);
    for (const text of [listed.said, (await type('key list')).said, bytesOfData()]) {
      expect(text).not.toContain(key?.slice(20, 63));
    }
    const found = await inData((database) => findApiKey(keysOf(database), key ?? '', Date.now()));
    expect(found).toEqual({
      id: entry.id,
      accountId: id,
      mode: 'live',
      purpose: 'executions',
      workflowIds: null,
    });
  });

  it('limits a key to workflows of its account', { tags: ['DHOOK-39'] }, async () => {
    const [id, other] = [await account(), await account()];
    const definition = (await type('workflow example identity-document')).said;
    const mine = (await ask(`workflow import - --account ${id}`, definition)).id;
    const foreign = (await ask(`workflow import - --account ${other}`, definition)).id;
    expect(await ask(`key create --account ${id} --mode test --workflow ${mine}`)).toMatchObject({
      mode: 'test',
      key: expect.stringMatching(/^vo_test_/),
      workflowIds: [mine],
    });
    const inCapitals = `--account ${id.toUpperCase()} --workflow ${mine?.toUpperCase()}`;
    expect(await ask(`key create ${inCapitals}`)).toMatchObject({ accountId: id, workflowIds: [mine] });
    const refused = await type(`key create --account ${id} --workflow ${foreign}`);
    expect([refused.code, refused.said]).toEqual([1, '']);
    expect(refused.complained).toContain(`no workflow "${foreign}"`);
  });

  it('creates a webhook key, and refuses workflows for it', async () => {
    const id = await account();
    const { key } = await ask(`key create --account ${id} --for webhooks`);
    const found = await inData((database) => findApiKey(keysOf(database), key ?? '', Date.now()));
    expect(found).toMatchObject({ accountId: id, purpose: 'webhooks', workflowIds: null });
    expect((await type('key list')).said).toContain('webhooks');
    expect((await type(`key create --account ${id} --for all`)).code).toBe(2);
    expect((await type(`key create --account ${id} --for webhooks --workflow w`)).code).toBe(2);
  });

  it('revokes a key given by its id or as a whole', async () => {
    const id = await account();
    const [one, two] = [await ask(`key create --account ${id}`), await ask(`key create --account ${id}`)];
    clock.time += 1000;
    const { revokedAt } = await ask(`key revoke ${one.id}`);
    await ask(`key revoke ${two.key}`);
    clock.time += 1000;
    expect(await ask(`key revoke ${one.id}`)).toEqual({ id: one.id, revokedAt });
    await inData(async (database) => {
      for (const { key } of [one, two]) {
        expect(await findApiKey(keysOf(database), key ?? '', Date.now())).toBeNull();
      }
    });
  });
});

describe('key rotate', () => {
  it('creates another key, and lets the old one expire', async () => {
    const id = await account();
    const one = await ask(`key create --account ${id} --days 30`);
    const two = await ask(`key rotate ${one.key} --hours 2`);
    await inData(async (database) => {
      const find = (key = '', now = clock.time) => findApiKey(keysOf(database), key, now);
      expect([await find(one.key), await find(two.key)]).toEqual([expect.anything(), expect.anything()]);
      expect(await find(one.key, clock.time + 2 * 3_600_000)).toBeNull();
      expect(await find(two.key, clock.time + 29 * 24 * 3_600_000)).not.toBeNull();
      expect(await find(two.key, clock.time + 30 * 24 * 3_600_000)).toBeNull();
    });
    expect((await type(`key rotate ${one.id} --hours 721`)).code).toBe(2);
    expect((await type('key rotate nothing')).complained).toContain('no active key "nothing"');
  });

  it('prints when the new key expires, and what happened to an earlier replacement', async () => {
    const id = await account();
    const one = await ask(`key create --account ${id}`);
    const lost = await ask(`key rotate ${one.id}`);
    const again = await type(`key rotate ${one.id}`);
    expect(again.said).toContain('The new key never expires.');
    expect(again.said).toContain(`The earlier replacement ${lost.id} was never used, and is revoked.`);
    const used = /^id +(\S+)$/m.exec(again.said)?.[1] ?? '';
    await inData((database) => keysOf(database).noteUse(used, clock.time));
    expect((await type(`key rotate ${one.id}`)).said).toContain(
      `! The earlier replacement ${used} was used, and stays valid. To end it: key revoke ${used}`,
    );
    const short = await ask(`key create --account ${id} --days 30`);
    expect((await type(`key rotate ${short.id}`)).said).toMatch(/The new key expires at \S+ \S+Z\./);
  });
});

describe('workflows', () => {
  it('exports workflows as they were imported, version by version', async () => {
    const id = await account();
    const [first, second] = ['identity-document', 'e-mail-and-phone'].map((name) =>
      type(`workflow example ${name}`),
    );
    const workflow = (await ask(`workflow import - --account ${id}`, (await first)?.said)).id;
    const file = join(home, 'next.json');
    writeFileSync(file, (await second)?.said ?? '');
    expect(await ask(`workflow import ${file} --workflow ${workflow}`)).toMatchObject({
      id: workflow,
      version: 2,
    });
    expect(await ask(`workflow import ${file} --workflow ${workflow}`)).toMatchObject({ version: 2 });
    expect((await type(`workflow export ${workflow}`)).said).toBe((await second)?.said);
    const exported = await ask<{ definition: unknown }>(`workflow export ${workflow} --version 1`);
    expect(exported.definition).toEqual(JSON.parse((await first)?.said ?? '').definition);
    for (const version of ['3', '0', 'abc', '1e20']) {
      const { code, complained } = await type(`workflow export ${workflow} --version ${version}`);
      expect([code, complained]).toEqual([1, `The workflow has no version ${version}; the newest is 2.\n`]);
    }
    expect(await ask('workflow list')).toMatchObject([
      { id: workflow, version: 2, active: true, accountId: id },
    ]);
    await ask(`workflow deactivate ${workflow}`);
    expect(await ask('workflow list')).toMatchObject([{ active: false }]);
  });

  it('keeps a workflow active or inactive on importing its next version, unless the import sets it', async () => {
    const accountId = await account();
    const [first = '', second = ''] = await Promise.all(
      ['identity-document', 'e-mail-and-phone'].map(
        async (name) => (await type(`workflow example ${name}`)).said,
      ),
    );
    const { id = '' } = await ask(`workflow import - --account ${accountId}`, first);
    const next = async (file: string, said = '') => {
      const of = `workflow import - --workflow ${id} ${said}`.trim();
      const { version, active } = await ask<{ version: number; active: boolean }>(of, file);
      expect(await ask('workflow list')).toMatchObject([{ version, active }]);
      return [version, active];
    };
    expect(await next(second)).toEqual([2, true]);
    expect(await next(first, '--inactive')).toEqual([3, false]);
    expect(await next(second)).toEqual([4, false]);
    const spoken = await type(`workflow import - --workflow ${id}`, { input: first });
    expect(spoken.said).toContain(`now has version 5, for executions that start from now on.\nIt cannot be`);
    expect(spoken.said).toContain(`workflow activate ${id}`);
    // A change of only name or state creates no version.
    expect(await next(first, '--active')).toEqual([5, true]);
    expect(await next(first, '--inactive')).toEqual([5, false]);
    expect(await next(second, '--active')).toEqual([6, true]);
    const both = await type(`workflow import - --workflow ${id} --active --inactive`, { input: first });
    expect([both.code, both.complained]).toEqual([2, expect.stringContaining('--active or --inactive')]);
    expect(await ask(`workflow import - --account ${accountId} --inactive`, first)).toMatchObject({
      version: 1,
      active: false,
    });
  });

  it('activates and deactivates one workflow, also repeatedly', async () => {
    const accountId = await account();
    const definition = (await type('workflow example identity-document')).said;
    const { id = '' } = await ask(`workflow import - --account ${accountId} --inactive`, definition);
    const { id: other } = await ask(`workflow import - --account ${accountId} --inactive`, definition);
    const said = { activate: 'can be started', deactivate: 'can no longer be started' };
    for (const verb of ['activate', 'activate', 'deactivate', 'deactivate', 'activate'] as const) {
      const complained = '';
      const answer = { code: 0, said: `The workflow ${id} ${said[verb]}.\n`, complained };
      expect(await type(`workflow ${verb} ${id}`)).toEqual(answer);
      const active = verb === 'activate';
      expect(await ask(`workflow ${verb} ${id}`)).toEqual({ id, active });
      const listed = await ask<{ id: string; active: boolean }[]>('workflow list');
      expect(new Map(listed.map((one) => [one.id, one.active]))).toEqual(
        new Map([
          [id, active],
          [other, false],
        ]),
      );
    }
  });

  it.each(['activate', 'deactivate'])('refuses to %s an unknown workflow, or none', async (verb) => {
    await account();
    expect(await type(`workflow ${verb} none`)).toEqual({
      code: 1,
      said: '',
      complained: 'There is no workflow "none". "workflow list" lists all workflows.\n',
    });
    const unnamed = await type(`workflow ${verb}`);
    expect([unnamed.code, unnamed.said]).toEqual([2, '']);
    expect(unnamed.complained).toContain('workflow id');
  });

  it('refuses an invalid workflow, and names the place of each fault', async () => {
    const id = await account();
    const broken = { name: 'x', definition: { start: 'a', nodes: { a: { kind: 'email', next: 'b' } } } };
    const refused = await type(`workflow import - --account ${id}`, { input: JSON.stringify(broken) });
    expect([refused.code, refused.said]).toEqual([1, '']);
    expect(refused.complained).toMatch(/^This is not a valid workflow:\n {2}definition\.nodes\.\S+: .*"b"/);
    expect((await type(`workflow import - --account ${id}`, { input: '{' })).code).toBe(1);
    const deep = `{"definition":${'{"not":'.repeat(50_000)}1${'}'.repeat(50_001)}`;
    const deepest = await type(`workflow import - --account ${id}`, { input: deep });
    expect([deepest.code, deepest.complained]).toEqual([
      1,
      expect.stringContaining('is nested more than 64 levels deep'),
    ]);
    expect(await ask('workflow list')).toEqual([]);
  });

  it('reads files with a byte order mark, and refuses encodings other than UTF-8', async () => {
    const id = await account();
    const example = JSON.parse((await type('workflow example identity-document')).said) as object;
    const file = JSON.stringify({ ...example, name: 'Prüfung' });
    expect(await ask(`workflow import - --account ${id}`, `\uFEFF${file}`)).toMatchObject({
      name: 'Prüfung',
    });
    const refused = await type(`workflow import - --account ${id}`, { input: Buffer.from(file, 'latin1') });
    expect([refused.code, refused.complained]).toEqual([1, expect.stringContaining('is not UTF-8')]);
  });
});

describe('redirects to apps', () => {
  it('allows and forbids redirects to apps by their schemes', async () => {
    const id = await account();
    expect(await ask(`account redirects ${id}`)).toEqual({ id, schemes: [] });
    expect(await ask(`account redirects ${id} --allow MyApp --allow com.example.app`)).toEqual({
      id,
      schemes: ['com.example.app', 'myapp'],
    });
    expect(await ask(`account redirects ${id} --allow myapp --forbid com.example.app`)).toEqual({
      id,
      schemes: ['myapp'],
    });
    expect(await ask(`account redirects ${await account()}`)).toMatchObject({ schemes: [] });
    expect((await type('account redirects nobody')).code).toBe(1);
  });

  it.each([
    'javascript',
    'DATA',
    'file',
    'blob',
    'about',
    'intent',
    'https',
    'my_app',
    'myapp://',
    '1app',
    'x'.repeat(65),
  ])('refuses to allow redirects to the scheme %s', async (scheme) => {
    const refused = await type(`account redirects ${await account()} --allow ${scheme}`);
    expect([refused.code, refused.complained]).toEqual([2, expect.stringContaining(`"${scheme}"`)]);
  });
});

describe('retention and purges', () => {
  it('sets the retention of an account, in one mode or both', async () => {
    const id = await account();
    expect(await ask('account list')).toMatchObject([{ id, retentionDays: null }]);
    expect(await ask(`account retention ${id} --days 30`)).toEqual({
      id,
      retentionDays: 30,
      due: 0,
      waitsForConfirmation: false,
    });
    expect(await ask('account list')).toMatchObject([{ retentionDays: 30, testRetentionDays: 30 }]);
    await ask(`account retention ${id} --days 7 --mode test`);
    expect(await ask('account list')).toMatchObject([{ retentionDays: 30, testRetentionDays: 7 }]);
    expect(await ask(`account retention ${id} --for-ever`)).toEqual({ id, retentionDays: null });
  });

  it.each([
    '',
    '--days 0',
    '--days 1.5',
    '--days 4000',
    '--days 3 --for-ever',
    '--days x',
    '--days 3 --mode all',
  ])('refuses the retention options "%s"', async (options) => {
    const id = await account();
    expect((await type(`account retention ${id} ${options}`.trim())).code).toBe(2);
  });

  it('purges an execution by hand once it has ended', async () => {
    const id = await account();
    const workflow = await ask(
      `workflow import - --account ${id}`,
      (await type('workflow example e-mail-and-phone')).said,
    );
    const ended = {
      ...(execution(id, workflow.id ?? '', clock.now()) as object),
      id: '00000000-0000-4000-8000-00000000000e',
    };
    await inData(({ main }) =>
      main
        .insertInto('executions')
        .values({ ...ended, walk: expiredWalk } as never)
        .execute(),
    );
    await seal(ended.id);
    const purge = `execution purge ${ended.id}`;
    expect((await type(purge)).complained).toContain('has not ended yet');
    await inData(({ main }) =>
      main.updateTable('executions').set({ status: 'EXPIRED', finished_at: 1 }).execute(),
    );
    await seal(ended.id);
    expect(await ask(purge)).toEqual({ id: ended.id, purged: 'now', logEmptied: true });
    expect(await ask(purge)).toEqual({ id: ended.id, purged: 'before', logEmptied: true });
    expect(readFileSync(join(folder, 'purges.log'), 'utf8')).toBe(`\n2030-01-15T12:00:00.000Z ${ended.id}\n`);
    expect(await ask(`execution purge ${ended.id.toUpperCase()}`)).toMatchObject({ id: ended.id });
    expect((await type('execution purge other')).complained).toContain('no execution "other"');
  });
});

describe('workflow try', () => {
  const branching = JSON.stringify({
    definition: {
      start: 'email',
      nodes: {
        email: { kind: 'email', next: 'large' },
        large: {
          kind: 'condition',
          if: { fact: 'inputs.transaction_amount', is: 'at-least', value: 1000 },
          next: 'phone',
          else: 'end',
        },
        phone: { kind: 'phone', next: 'end' },
        end: { kind: 'end' },
      },
    },
  });

  it('shows the path of a workflow with reasons, and starts nothing', async () => {
    const facts = join(home, 'facts.json');
    writeFileSync(facts, JSON.stringify({ checks: { email: { status: 'REVIEW' } } }));
    expect((await type(`workflow try - --facts ${facts}`, { input: branching })).said).toBe(
      'A start request must contain user_id, email, phone_number, too.\n' +
        'email: e-mail check: review.\n' +
        'large: does not hold.\n' +
        '    Transaction amount is at least 1000 – not known\n' +
        'end: the execution ends with: review.\n',
    );
    expect((await type('workflow try -', { input: branching })).said).toMatch(
      /\nemail: the next step depends on/,
    );
    const inputs = { user_id: 'u', email: 'ada@shop.example', phone_number: '+4930123456' };
    writeFileSync(facts, JSON.stringify({ inputs }));
    expect((await type(`workflow try - --facts ${facts}`, { input: branching })).said).toMatch(
      /^email: the next step depends on/,
    );
  });

  it('refuses impossible facts for a workflow trial', async () => {
    const facts = join(home, 'facts.json');
    const never = { inputs: { user_dob: 'yesterday' }, checks: { mail: { status: 'APPROVED' } } };
    writeFileSync(facts, JSON.stringify(never));
    const { code, complained } = await type(`workflow try - --facts ${facts}`, { input: branching });
    expect(code).toBe(1);
    expect(complained).toMatch(
      /^This is not a valid list of facts of this workflow:\n {2}inputs\.user_dob: /,
    );
    writeFileSync(facts, JSON.stringify({ checks: never.checks }));
    expect((await type(`workflow try - --facts ${facts}`, { input: branching })).complained).toBe(
      'This is not a valid list of facts of this workflow:\n  checks.mail: is not a node with a check\n',
    );
  });

  it('names the node with an unknown member', async () => {
    const misspelt = branching.replace('"kind":"email",', '"kind":"email","whatever":1,');
    const { code, complained } = await type('workflow try -', { input: misspelt });
    expect([code, complained]).toEqual([
      1,
      'This is not a valid workflow:\n  definition.nodes.email: has unknown members: "whatever"\n',
    ]);
  });

  it('prints a JSON schema of workflows for editors, including conditions', async () => {
    const schema = await ask<Record<string, unknown>>('workflow schema');
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(JSON.stringify(schema)).toContain('"starting-with"');
    expect(schema).toMatchObject({ required: ['definition'], properties: { name: {}, definition: {} } });
  });
});

describe('webhooks', () => {
  it('shows the signing secret once, and signs with two secrets for a day after a rotation', {
    tags: ['DHOOK-6'],
  }, async () => {
    const id = await account();
    const added = await ask(`webhook add --account ${id} --url https://shop.example/hooks`);
    expect(added).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
    });
    const rotated = await ask(`webhook rotate-secret ${added.id}`);
    const listed = await type('webhook list --json');
    expect(JSON.parse(listed.said)).toMatchObject([
      { id: added.id, url: 'https://shop.example/hooks', held: 0 },
    ]);
    for (const text of [listed.said, (await type('webhook list')).said, bytesOfData()]) {
      for (const { secret } of [added, rotated]) expect(text).not.toContain(secret?.slice(6));
    }
    const [row] = await inData(({ main }) => main.selectFrom('webhook_endpoints').selectAll().execute());
    const key = openVault({ text: undefined, directory: folder }).openDataKey(row?.wrapped_key as Uint8Array);
    expect(openSecrets(key, row?.id ?? '', row?.sealed_secret as Uint8Array)).toEqual([
      { secret: rotated.secret, until: null },
      { secret: added.secret, until: clock.time + 24 * 60 * 60 * 1000 },
    ]);
  });

  it('refuses a sixth signing secret, and keeps the five', {
    tags: ['DHOOK-6'],
  }, async () => {
    const added = await ask(`webhook add --account ${await account()} --url https://shop.example/hooks`);
    const rotate = () => type(`webhook rotate-secret ${added.id}`);
    for (let count = 0; count < 4; count += 1) expect((await rotate()).code).toBe(0);
    const sealed = () => inData(({ main }) => main.selectFrom('webhook_endpoints').selectAll().execute());
    const before = await sealed();
    const refused = await rotate();
    expect([refused.code, refused.said]).toEqual([1, '']);
    expect(refused.complained).toContain('This endpoint has 5 signing secrets');
    expect(await sealed()).toEqual(before);
    clock.time += 24 * 60 * 60 * 1000;
    expect((await rotate()).code).toBe(0);
  });

  it('accepts only https addresses without credentials', async () => {
    const id = await account();
    const hosts = [
      'http://shop.example',
      'https://a:b@shop.example',
      'https://shop.example/#x',
      'ftp://x',
      '/x',
    ];
    for (const url of hosts) {
      expect((await type(`webhook add --account ${id} --url ${url}`)).code, url).toBe(2);
    }
    const local = `webhook add --account ${id} --url http://localhost:4001/webhooks --event finished`;
    expect((await type(local, { variables: { ALLOW_LOOPBACK: 'true' } })).code).toBe(0);
  });

  it('accepts private addresses in WEBHOOK_NETWORKS, and reports others in doctor', {
    tags: ['DHOOK-63'],
  }, async () => {
    const id = await account();
    const add = (url: string, WEBHOOK_NETWORKS = '') =>
      type(`webhook add --account ${id} --url ${url}`, { variables: { WEBHOOK_NETWORKS } });
    for (const [url, networks, code] of [
      ['https://10.1.2.3/hooks', '10.1.0.0/16', 0],
      ['https://10.1.2.3/hooks', '10.2.0.0/16', 2],
      ['https://10.1.2.3/hooks', '', 2],
      ['https://[fd12::1]/hooks', '10.0.0.0/8 fd12::/32', 0],
      ['http://10.1.2.3/hooks', '10.1.0.0/16', 2],
      ['https://127.0.0.1/hooks', '10.0.0.0/8', 2],
      ['https://169.254.169.254/hooks', '10.0.0.0/8', 2],
    ] as const)
      expect((await add(url, networks)).code, `${url} ${networks}`).toBe(code);
    expect((await add('https://10.1.2.3/hooks')).complained).toContain('WEBHOOK_NETWORKS');
    const receivers = async (WEBHOOK_NETWORKS: string) =>
      (await type('doctor', { variables: { WEBHOOK_NETWORKS } })).said.match(/receivers: \S+/g);
    expect(await receivers('10.1.0.0/16')).toEqual(['receivers: [fd12::1]']);
    expect(await receivers('10.1.0.0/16,fd12::/32')).toBeNull();
  });

  it('checks the webhook proxy and the expiry of trusted certificates in doctor', {
    tags: ['DHOOK-64'],
  }, async () => {
    await account();
    const proxy = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const WEBHOOK_CA_FILE = join(home, 'ca.pem');
    writeFileSync(WEBHOOK_CA_FILE, localhostCertificate.cert);
    const look = async (proxyPort: number) => {
      const WEBHOOK_PROXY = `http://user:canary@127.0.0.1:${proxyPort}`;
      const { said } = await type('doctor', { variables: { WEBHOOK_PROXY, WEBHOOK_CA_FILE } });
      expect(said).not.toContain('canary');
      return said;
    };
    const good = await look(port);
    expect(good).toContain(`✓ webhook proxy: 127.0.0.1:${port} can be reached.`);
    expect(good).toContain(`✓ webhook certificates: 1 in ${WEBHOOK_CA_FILE}`);
    await new Promise((resolve) => proxy.close(resolve));
    clock.time = Date.UTC(2124, 11, 20);
    // A port that no program listens on; another test may have taken the closed one.
    const bad = await look(1);
    expect(bad).toContain('✗ webhook proxy: 127.0.0.1:1 cannot be reached');
    expect(bad).toContain('! webhook certificates: The certificate "CN=localhost"');
  });

  it('resumes an endpoint with its waiting events, and replays those that were given up', {
    tags: ['DHOOK-15', 'DHOOK-26'],
  }, async () => {
    const id = await account();
    const workflow = (
      await ask(`workflow import - --account ${id}`, (await type('workflow example e-mail-and-phone')).said)
    ).id;
    const endpoint = (await ask(`webhook add --account ${id} --url https://shop.example`)).id ?? '';
    const event = {
      account_id: id,
      execution_id: executionId,
      event: 'e',
      emitted_at: 1,
      frozen: '{"checks":null}',
    };
    const delivery = { endpoint_id: endpoint, attempts: 9, created_at: 1, mode: 'live' };
    await inData(async ({ main }) => {
      await main
        .insertInto('executions')
        .values(execution(id, workflow ?? '', 1))
        .execute();
      for (const [index, state] of ['held', 'undelivered'].entries()) {
        await main
          .insertInto('webhook_events')
          .values({ ...event, id: state, sequence: index + 1 })
          .execute();
        await main
          .insertInto('webhook_deliveries')
          .values({ ...delivery, id: state, event_id: state, state })
          .execute();
      }
      const disabled = { disabled_at: 1, disabled_reason: 'FAILING', failing_since: 1 };
      await main.updateTable('webhook_endpoints').set(disabled).execute();
    });
    expect(await ask('webhook list')).toMatchObject([{ disabledReason: 'FAILING', held: 1, undelivered: 1 }]);
    expect((await type('webhook list')).said).toContain('disabled (FAILING)');
    expect((await type('doctor')).said).toContain(`webhook resume ${endpoint}`);
    expect((await type(`webhook replay ${endpoint}`)).complained).toContain('is disabled');
    expect(await ask(`webhook resume ${endpoint}`)).toEqual({ id: endpoint, resumed: 1 });
    expect(await ask(`webhook replay ${endpoint}`)).toEqual({
      id: endpoint,
      replayed: 1,
      tooOld: 0,
      disabled: false,
    });
    expect(await ask('webhook list')).toMatchObject([{ disabledReason: null, held: 0, undelivered: 0 }]);
    const jobs = await inData(({ main }) =>
      main.selectFrom('jobs').selectAll().orderBy('subject_id').execute(),
    );
    expect(jobs).toMatchObject([
      { kind: 'deliver', subject_id: 'held', lane: endpoint },
      { kind: 'deliver', subject_id: 'undelivered', lane: endpoint },
    ]);
  });
});

describe('execution resend', () => {
  it('resends a finished execution only to endpoints that subscribe to sync', {
    tags: ['S6.1-9', 'DHOOK-27'],
  }, async () => {
    const id = await account();
    const example = (await type('workflow example e-mail-and-phone')).said;
    const workflow = (await ask(`workflow import - --account ${id}`, example)).id ?? '';
    await inData(({ main }) =>
      main
        .insertInto('executions')
        .values({ ...execution(id, workflow, 1), walk: expiredWalk })
        .execute(),
    );
    await seal(executionId);
    const resend = async () => (await type(`execution resend ${executionId}`)).complained;
    expect((await type('execution resend other')).complained).toContain('no execution "other"');
    expect(await resend()).toContain('has not ended yet');
    await inData(({ main }) =>
      main.updateTable('executions').set({ status: 'EXPIRED', finished_at: 2, walk: expiredWalk }).execute(),
    );
    await seal(executionId);
    await ask(`webhook add --account ${id} --url https://unasked.example`);
    expect(await resend()).toContain('No endpoint');
    const askedFor = 'https://asked.example';
    const { id: endpoint } = await ask(`webhook add --account ${id} --url ${askedFor} --event sync`);
    const disable = (at: number | null) =>
      inData(({ main }) => main.updateTable('webhook_endpoints').set({ disabled_at: at }).execute());
    await disable(1);
    expect(await resend()).toContain('is disabled');
    await disable(null);
    expect(await ask(`execution resend ${executionId}`)).toEqual({ id: executionId, sentTo: [askedFor] });
    const sent = await inData(({ main }) => main.selectFrom('webhook_deliveries').selectAll().execute());
    expect(sent).toMatchObject([{ endpoint_id: endpoint, state: 'pending' }]);
    const events = await inData(({ main }) => main.selectFrom('webhook_events').selectAll().execute());
    expect(events).toMatchObject([{ event: 'orchestration/workflow_execution_sync', sequence: 1 }]);
  });
});

describe('command line', () => {
  it.each([
    ['', 2],
    ['--help', 0],
    ['help', 0],
    ['key', 2],
    ['key --help', 0],
    ['nonsense', 2],
    ['key nonsense', 2],
    ['account create', 2],
    ['account create --name', 2],
    ['account create --nome x', 2],
    ['account list more', 2],
    ['key revoke', 2],
    ['key revoke none', 1],
    ['key create --account none', 1],
    ['webhook rotate-secret none', 1],
    ['workflow activate none', 1],
    ['workflow import /nowhere --account x', 1],
    ['account list --data /nowhere', 1],
  ])('exits on "%s" with %i', async (line, code) => {
    await account();
    const { code: ended, said, complained } = await type(line === '' ? [] : line);
    expect(ended).toBe(code);
    expect(said + complained).toMatch(/\S.*\n$/);
    expect(said === '' || complained === '').toBe(true);
  });

  it('describes each command in the help', async () => {
    const { said } = await type('--help');
    for (const { name } of commands) {
      expect(said).toContain(name);
      const help = await type(`${name} --help`);
      expect([help.code, help.complained]).toEqual([0, '']);
      expect(help.said).toContain(`Usage: orchestration ${name}`);
    }
  });

  it.each([
    ['workflow import', '<file>', 'Takes one file, or - for standard input.'],
    ['workflow try', '<file>', 'Takes one file, or - for standard input.'],
    ['lists import', '<file>', 'Takes one file, or - for standard input.'],
    ['lists show', '<list id/entry>', 'Takes one list id/entry, as in ofac-sdn/1001.'],
  ])('explains the operand of %s in its help', async (name, placeholder, explanation) => {
    const { said } = await type(`${name} --help`);
    expect(said).toContain(`Usage: orchestration ${name} ${placeholder} [options]\n`);
    expect(said).toContain(`\n${explanation}\n`);
  });

  it('creates a data folder only by account create', async () => {
    for (const { name, operand } of commands.filter(({ name }) => name !== 'account create')) {
      await type([
        ...name.split(' '),
        ...(operand ? ['x'] : []),
        '--account',
        'x',
        '--url',
        'https://x.example',
      ]);
    }
    expect(readdirSync(home)).toEqual([]);
  });

  it('prints errors as JSON with --json', async () => {
    const { code, complained } = await type('key revoke none --json');
    expect(code).toBe(1);
    expect(JSON.parse(complained)).toEqual({
      error: { message: expect.stringContaining('There is no data') },
    });
  });
});

describe('lists of people', () => {
  const brought = 'lists import - --format simple-csv --list own --source Ours';

  it('imports a list, shows its age, replaces and removes it', async () => {
    expect(await ask('lists')).toEqual([]);
    expect(await ask(brought, 'id,name\n1,Anna Eriksson\n')).toMatchObject({ id: 'own', names: 1 });
    clock.time += 3 * 24 * 3_600_000;
    expect(await ask('lists')).toMatchObject([{ id: 'own', source: 'Ours', entries: 1, ageDays: 3 }]);
    expect((await type('lists')).said).toContain('3 d');
    await ask(brought, 'id,name,aliases\n1,Anna Eriksson,Anna Lindgren\n');
    expect(await ask('lists')).toMatchObject([{ names: 2, ageDays: 0 }]);
    await ask('lists remove own');
    expect(await ask('lists')).toEqual([]);
    expect((await type('lists remove own')).code).toBe(1);
  });

  it('shows list entries by the names used in findings', async () => {
    await ask(
      brought,
      'id,name,aliases,birth_dates,countries\nQ/1,Anna Eriksson,Anna Lindgren,1974-08-12,SE;NO\nQ2,Piotr Nowak,,,\n',
    );
    expect(await ask('lists show own/Q/1')).toMatchObject({
      list: 'own',
      source: 'Ours',
      entries: [
        {
          reference: 'Q/1',
          names: ['Anna Eriksson', 'Anna Lindgren'],
          birthDates: ['1974-08-12'],
          countries: ['SE', 'NO'],
        },
      ],
    });
    expect((await type('lists show own/Q2')).said).toMatch(/name +Piotr Nowak\nborn +–/);
    for (const [entry, code, words] of [
      ['own/Q3', 1, 'has no entry "Q3"'],
      ['other/Q2', 1, 'There is no list "other"'],
      ['Q2', 2, 'like ofac-sdn/1001'],
    ] as const) {
      const refused = await type(`lists show ${entry}`);
      expect([refused.code, refused.complained]).toEqual([code, expect.stringContaining(words)]);
    }
  });

  it('refuses a list that is more than a tenth smaller, unless that is allowed', async () => {
    const listOf = (people: number) =>
      `id,name\n${Array.from({ length: people }, (_, index) => `${index},Person ${index}`).join('\n')}\n`;
    await ask(brought, listOf(30));
    const refused = await type(brought, { input: listOf(2) });
    expect([refused.code, refused.complained]).toEqual([
      1,
      expect.stringContaining('2 people in place of 30. If it is correct, add --shrink-allowed.'),
    ]);
    expect(await ask('lists')).toMatchObject([{ entries: 30 }]);
    expect(await ask(`${brought} --shrink-allowed`, listOf(2))).toMatchObject({ entries: 2, names: 2 });
  });

  it('keeps the lists if an imported file is not a list', async () => {
    await ask(brought, 'id,name\n1,Anna Eriksson\n');
    const refused = await type(brought, { input: 'id,title\n1,x\n' });
    expect([refused.code, refused.complained]).toEqual([1, expect.stringContaining('no column "name"')]);
    expect((await type('lists import absent --format simple-csv --list own')).code).toBe(1);
    expect((await type('lists import - --format pdf --list own')).code).toBe(2);
    expect((await type('lists import - --format simple-csv --list ../own')).code).toBe(2);
    expect(await ask('lists')).toMatchObject([{ names: 1 }]);
  });
});

/** Arguments for each command that works on the data folder. */
const typed = {
  'account create': '--name Shop',
  'account list': '',
  'account redirects': 'x --allow myapp',
  'account retention': 'x --days 30',
  'retention due': '',
  'retention confirm': 'x',
  'media orphans': '',
  'person invite': '--email a@example.com --role owner',
  'person list': '',
  'person change': 'a@example.com --role owner',
  'person reset-second-step': 'a@example.com',
  'person remove': 'a@example.com',
  'key create': '--account x',
  'key list': '',
  'key revoke': 'x',
  'key rotate': 'x',
  'workflow list': '',
  'workflow export': 'x',
  'workflow import': '- --account x',
  'workflow activate': 'x',
  'workflow deactivate': 'x',
  'webhook hold': '',
  'webhook release': '',
  'master-key rotate': '',
  move: '--to postgres://nobody@127.0.0.1:1/nothing',
  'webhook add': '--account x --url https://shop.example',
  'webhook list': '',
  'webhook change': 'x --url https://shop.example',
  'webhook remove': 'x',
  'webhook rotate-secret': 'x',
  'webhook disable': 'x',
  'webhook resume': 'x',
  'webhook replay': 'x',
  'webhook test': 'x',
  'webhook deliveries': '',
  'webhook delivery': 'x',
  'webhook redeliver': 'x',
  listen: '--account x',
  'lists import': '- --format simple-csv --list own',
  'lists remove': 'own',
  'lists show': 'own/1',
  lists: '',
  'execution list': '',
  'execution find': '--user-id x',
  'execution show': 'x',
  'execution decide': 'x --status APPROVED',
  'execution erase': '--user-id x',
  'execution resend': 'x',
  'execution purge': 'x',
  'audit list': '',
  'audit verify': '',
  'clock confirm': '',
  backup: '/tmp/never.tar',
  restore: '/tmp/never.tar',
  migrate: '',
};
/** Commands that do not use the data folder, or only report on it. */
const others = [
  'workflow example',
  'workflow try',
  'workflow schema',
  'backup verify',
  'upgrade check',
  'doctor',
];

describe('data of another version', () => {
  it('lists every command for the tests of other versions', () => {
    expect([...Object.keys(typed), ...others].sort()).toEqual(commands.map(({ name }) => name).sort());
  });

  it.each(otherVersions)(
    'refuses every command on data of another version, and changes nothing',
    { tags: ['DRUN-109'] },
    async (other) => {
      writeDatabase(folder, other.migrations, 'killed');
      const before = digestFolder(folder);
      const input = (await type('workflow example identity-document')).said;
      // Setting that `listen` requires first.
      const variables = { ALLOW_LOOPBACK: 'true' };
      for (const [name, rest] of Object.entries(typed)) {
        expect(await type(`${name} ${rest}`.trim(), { input, variables }), name).toEqual({
          code: 1,
          said: '',
          complained: `The data in ${folder} ${other.cause} ${other.remedy}\n`,
        });
      }
      expect(digestFolder(folder)).toEqual(before);
    },
  );

  it('reports data of another version as JSON with --json', async () => {
    writeDatabase(folder, ['0001-foundation']);
    const { code, complained } = await type('account list --json');
    expect(code).toBe(1);
    expect(JSON.parse(complained)).toEqual({
      error: { message: expect.stringContaining('development version before 0.2.0') },
    });
  });
});

describe('user who does not own the data folder', () => {
  it('refuses every command that writes to a folder of another user', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'settings.json'), '{"DEVELOPMENT":"true","ALLOW_LOOPBACK":"true"}');
    const before = digestFolder(folder);
    const owner = statSync(folder).uid;
    const input = (await type('workflow example identity-document')).said;
    const readOnly = commands.filter(({ isReadOnly }) => isReadOnly).map(({ name }) => name);
    expect(readOnly.sort()).toEqual([...others, 'lists', 'lists show'].sort());
    for (const [name, rest] of Object.entries(typed)) {
      if (readOnly.includes(name)) continue;
      expect(await type(`${name} ${rest}`.trim(), { input, user: owner + 1 }), name).toEqual({
        code: 1,
        said: '',
        complained: `${folder} belongs to the user ${owner}. Run this command as that user: sudo -u '#${owner}' …; for a container: docker exec -u ${owner} …, or kubectl exec into a container that runs as ${owner}.\n`,
      });
    }
    expect((await type('lists', { user: owner + 1 })).code).toBe(0);
    expect(digestFolder(folder)).toEqual(before);
  });

  const isRoot = process.getuid?.() === 0;
  const service = 1001;
  /** Makes a container volume: owned by root, and writable through a group or for everybody. */
  const volume = () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  };

  it.skipIf(!isRoot)('accepts a writable folder of root, and a database created in it', async () => {
    volume();
    expect((await type('account create --name A', { user: service })).code).toBe(0);
    for (const name of readdirSync(folder)) chownSync(join(folder, name), service, service);
    expect((await type('account list', { user: service })).code).toBe(0);
    // The folder belongs to root, but the data does not.
    expect((await type('account list', { user: 0 })).complained).toContain(`belongs to the user ${service}`);
    const { said } = await type('doctor', { user: service });
    expect(said).toContain('✓ data folder');
    expect(said).toContain('✓ owners of the files');
    expect(said).toContain('✓ migrations');
  });

  it.skipIf(!isRoot)(
    'refuses a folder that is not writable, and refuses root in the folder of another user',
    async () => {
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      expect((await type('account list', { user: service })).complained).toContain('belongs to the user 0');
      chownSync(folder, service, service);
      expect((await type('account create --name A', { user: 0 })).complained).toContain(
        `docker exec -u ${service}`,
      );
    },
  );
});

describe('doctor', () => {
  interface Report {
    state: string;
    findings: { check: string; state: string; finding: string; remedy?: string }[];
  }
  const examine = async (variables: Record<string, string> = {}, addresses?: readonly string[]) => {
    const given = {
      PUBLIC_URL: 'https://verify.example',
      SDK_DIR: home,
      PURGE_JOURNAL: join(home, 'purges.log'),
      TRUSTED_PROXIES: '127.0.0.1',
      ...variables,
    };
    const { code, said } = await type('doctor --json', { variables: given, ...(addresses && { addresses }) });
    const report = JSON.parse(said) as Report;
    const of = (state: string) =>
      report.findings.filter((found) => found.state === state).map(({ check }) => check);
    return { code, report, failed: of('fail'), warned: of('warn') };
  };

  /** Adds a workflow that uses lists of people and of networks. */
  const useAml = async (id: string) => {
    const nodes = { aml: { kind: 'aml', next: 'ip' }, ip: { kind: 'ip', next: 'end' }, end: { kind: 'end' } };
    const workflow = JSON.stringify({ name: 'Lists', definition: { start: 'aml', nodes } });
    await ask(`workflow import - --account ${id}`, workflow);
  };

  it('finds no fault in intact data, and warns that no service is running', async () => {
    mkdirSync(join(home, 'v1'));
    const id = await account();
    await ask(`key create --account ${id}`);
    await ask(`workflow import - --account ${id}`, (await type('workflow example identity-document')).said);
    await ask(`webhook add --account ${id} --url https://shop.example`);
    const { code, failed, warned, report } = await examine();
    expect([code, failed, warned]).toEqual([0, [], ['service']]);
    for (const { state, remedy } of report.findings) expect(remedy === undefined).toBe(state === 'ok');
    const spoken = await type('doctor');
    expect(spoken.said).toContain('✓ migrations');
  });

  it('counts no expired key as working, and warns before the last one expires', async () => {
    const id = await account();
    await ask(`key create --account ${id} --mode test`);
    await ask(`key create --account ${id} --for webhooks`);
    await ask(`key create --account ${id} --days 10`);
    await ask(`key create --account ${id} --days 80`);
    const day = 24 * 3_600_000;
    const created = clock.time;
    const found = async (days: number) => {
      clock.time = created + days * day;
      const { findings } = (await examine()).report;
      return findings.filter(({ check }) => check === 'keys').map(({ finding }) => finding);
    };
    expect(await found(65)).toEqual([]);
    const end = new Date(created + 80 * day).toISOString().slice(0, 16).replace('T', ' ');
    expect(await found(66)).toEqual([`The last live key for executions of "Shop" (${end}Z) expires soon.`]);
    expect(await found(80)).toEqual(['There is no live key for executions of "Shop".']);
    clock.time = created;
    await ask(`key create --account ${id}`);
    expect(await found(80)).toEqual([]);
    expect((await type('doctor')).said).toContain('1, with 3 keys');
  });

  it('warns of keys with a short lifetime only in its last quarter', async () => {
    const id = await account();
    await ask(`key create --account ${id} --days 8`);
    const created = clock.time;
    const found = async (days: number) => {
      clock.time = created + days * 24 * 3_600_000;
      return (await examine()).report.findings.filter(({ check }) => check === 'keys').length;
    };
    expect([await found(0), await found(5.9), await found(6)]).toEqual([0, 0, 1]);
  });

  it('requires the network lists and registers that a workflow needs', async () => {
    mkdirSync(join(home, 'v1'));
    const id = await account();
    const use = (requires: Record<'device' | 'number', string[]>) =>
      ask(
        `workflow import - --account ${id}`,
        JSON.stringify({
          name: 'Device and number',
          definition: {
            start: 'device',
            nodes: {
              device: { kind: 'device', requires: requires.device, next: 'number' },
              number: { kind: 'national-id', number: 'CPF', requires: requires.number, next: 'end' },
              end: { kind: 'end' },
            },
          },
        }),
      );
    const askedFor = ['lists of networks', 'register of national numbers'];
    const missing = async (given?: Record<string, string>) =>
      (await examine(given)).warned.filter((check) => askedFor.includes(check));
    await use({ device: ['automation'], number: ['number'] });
    expect(await missing()).toEqual([]);
    await use({ device: ['location'], number: ['register'] });
    expect(await missing()).toEqual(askedFor);
    const register = {
      NATIONAL_ID_REGISTER_URL: 'https://registers.example/',
      NATIONAL_ID_REGISTER_SECRET: 'a secret of the operator',
    };
    expect(await missing(register)).toEqual(['lists of networks']);
    const foundOf = async (given: Record<string, string>) =>
      (await examine(given)).report.findings.find(({ check }) => check === askedFor[1])?.finding;
    expect(await foundOf(register)).toBe('registers.example, allowed addresses: public addresses only');
    const inside = { ...register, NATIONAL_ID_REGISTER_NETWORKS: '10.2.0.0/16, fd00::7' };
    expect(await foundOf(inside)).toBe(
      'registers.example, allowed addresses: public addresses and 10.2.0.0/16, fd00::7',
    );
    expect((await examine(register, ['10.2.0.1'])).failed).toContain(askedFor[1]);
    expect((await examine(inside, ['10.2.0.1'])).failed).not.toContain(askedFor[1]);
    expect((await examine(register, [])).warned).toContain(askedFor[1]);
  });

  it('requires recent lists of people and networks if workflows use them', async () => {
    mkdirSync(join(home, 'v1'));
    const id = await account();
    await useAml(id);
    expect((await examine()).warned).toEqual(
      expect.arrayContaining(['lists of people', 'lists of networks']),
    );
    expect((await examine({ IP_COUNTRY_DB: join(home, 'absent') })).failed).toEqual(['variables']);
    await ask('lists import - --format simple-csv --list own', 'id,name\n1,Anna Eriksson\n');
    const file = join(home, 'country.mmdb');
    writeFileSync(file, mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: 'GB' } } }));
    const { warned } = await examine({ IP_COUNTRY_DB: file });
    expect(warned.filter((check) => check.startsWith('lists'))).toEqual([]);
    const description = join(folder, 'lists', `own.${clock.time}.json`);
    const { scripts, ...earlier } = JSON.parse(readFileSync(description, 'utf8'));
    expect(scripts).toEqual({});
    writeFileSync(description, JSON.stringify(earlier));
    const finding = '"own" was imported by an earlier release, and fewer names in it are found.';
    expect((await examine({ IP_COUNTRY_DB: file })).report.findings).toContainEqual(
      expect.objectContaining({ check: 'lists of people', state: 'warn', finding }),
    );
    clock.time += 8 * 24 * 3_600_000;
    expect((await examine({ IP_COUNTRY_DB: file })).warned).toContain('lists of people');
    clock.time = 1_900_000_000_000 + 61 * 24 * 3_600_000;
    const { report } = await examine({ IP_COUNTRY_DB: file });
    expect(report.findings.find(({ check }) => check === 'lists of networks')?.finding).toBe(
      'IP_COUNTRY_DB was created 61 days ago.',
    );
  });

  it('fails if there is no data folder, database or account, and creates no file', async () => {
    expect(await examine()).toMatchObject({ code: 1, failed: ['data folder'] });
    mkdirSync(folder, { mode: 0o700 });
    expect(await examine()).toMatchObject({ code: 1, failed: ['database'] });
    expect(readdirSync(folder)).toEqual([]);
    await account();
    await inData(({ main }) => main.deleteFrom('accounts').execute());
    expect(await examine()).toMatchObject({ code: 1, failed: ['accounts'] });
  });

  it('reports files that other users can read', async () => {
    await account();
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'service.db'), 0o644);
    expect(await examine()).toMatchObject({ code: 1, failed: ['privacy of the files'] });
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600);
    expect((await examine()).warned).toContain('privacy of the files');
  });

  it('warns about a build that differs from the stored one of its version, with a remedy', async () => {
    await account();
    const describe = (place: string, content: unknown) => {
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'integrity.json'), JSON.stringify(content));
    };
    const sdk = async (variables?: Record<string, string>) =>
      (await examine(variables)).report.findings.find(({ check }) => check === 'browser SDK');
    describe(join(home, 'v1'), { version: '1.4.0', files: { 'entry.js': 'b' } });
    expect(await sdk()).toMatchObject({ state: 'ok' });
    describe(join(folder, 'sdk-releases', '1.4.0'), { version: '1.4.0', files: { 'entry.js': 'a' } });
    expect(await sdk()).toMatchObject({
      state: 'warn',
      finding: expect.stringContaining('/sdk/1.4.0/ the kept one'),
      remedy: expect.stringContaining('Raise the version'),
    });
    expect(await sdk({ DEVELOPMENT: 'true' })).toMatchObject({ state: 'ok' });
    describe(join(home, 'v1'), { version: 'newest' });
    expect(await sdk()).toMatchObject({ state: 'fail' });
  });

  it('reports settings that are unsuitable in production', async () => {
    await account();
    for (const setting of ['DEVELOPMENT', 'ALLOW_LOOPBACK']) {
      expect((await examine({ [setting]: 'true' })).failed, setting).toEqual(['mode']);
    }
    expect((await examine({ PUBLIC_URL: '' })).failed).toEqual(['public address']);
    expect((await examine({ PUBLIC_URL: 'http://verify.example' })).failed).toEqual(['public address']);
    expect((await examine({ PURGE_JOURNAL: '' })).warned).toContain('list of purges');
    openVault({ text: undefined, directory: folder });
    expect((await examine({ MASTER_KEY: '0'.repeat(64) })).failed).toEqual(['master key']);
  });

  it('reports by name every setting that a start would refuse, and continues', async () => {
    await account();
    const file = join(home, 'file');
    writeFileSync(file, 'x');
    const variables = {
      PORT: 'x',
      TRUSTED_PROXIES: 'localhost',
      HOST: '192.0.2.1',
      PURGE_JOURNAL: home,
      IP_COUNTRY_DB: join(home, 'absent'),
      IP_ASN_DB: file,
      IP_ANONYMOUS_DB: home,
      MASTER_KEY: 'canary',
      TRUSTED_PROXY: '10.0.0.1',
    };
    const { code, said, complained } = await type('doctor', { variables, findListenFault });
    expect([code, complained]).toEqual([1, '']);
    const faults = [
      'PORT="x": must be a whole number from 1 to 65535',
      'TRUSTED_PROXIES="localhost": "localhost" is a host name',
      'MASTER_KEY: must be 32 bytes',
      `PURGE_JOURNAL="${home}": must be a file, but is a folder`,
      `IP_COUNTRY_DB="${join(home, 'absent')}": does not exist`,
      `IP_ASN_DB="${file}": is not a MaxMind DB file`,
      `IP_ANONYMOUS_DB="${home}": is not a file`,
      'HOST="192.0.2.1": is not an address of this machine',
    ];
    for (const fault of faults) expect(said).toContain(`✗ variables: ${fault}`);
    expect(said).toContain('! variables: TRUSTED_PROXY is not a setting');
    expect(said).toContain('Did you mean TRUSTED_PROXIES?');
    expect(said).not.toContain('canary');
    expect(said).toContain('✓ migrations');
    for (const command of ['account list', 'key list', 'workflow schema'])
      expect((await type(command, { variables })).complained, command).toContain(faults[0]);
  });

  it('checks no default folder if DATA_DIR is unusable', async () => {
    await account();
    const { code, said } = await type('doctor', { variables: { DATA_DIR: `"${folder}"` } });
    expect(code).toBe(1);
    expect(said).toMatch(/✗ variables: DATA_DIR=.*contains quotes/);
    expect(said).not.toContain('data folder:');
  });

  it('warns about pending migrations', async () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'service.db'), '', { mode: 0o600 });
    expect((await examine()).warned).toContain('migrations');
    expect((await type('account list')).said).toContain('There are no accounts yet');
    expect((await examine()).warned).not.toContain('migrations');
  });

  it.each(otherVersions)(
    'reports data of another version, and changes no file',
    { tags: ['DRUN-109'] },
    async (other) => {
      writeDatabase(folder, other.migrations, 'killed');
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600);
      const before = digestFolder(folder);
      const { code, report, failed } = await examine();
      expect([code, failed]).toEqual([1, ['migrations']]);
      const finding = `The data in ${folder} ${other.cause}`;
      expect(report.findings.at(-1)).toMatchObject({ finding, remedy: other.remedy });
      expect(digestFolder(folder)).toEqual(before);
    },
  );

  it.each([
    [
      'a service that trusted it',
      { trusted_at: 0, doubt: null, gap_ms: 0 },
      'ok',
      'The last trusted time is',
    ],
    ['a month without a service', { trusted_at: -20, doubt: null, gap_ms: 0 }, 'ok', '2029-12-26'],
    ['400 days ahead', { trusted_at: -400, doubt: null, gap_ms: 0 }, 'warn', '400 days ahead of'],
    ['400 days behind', { trusted_at: 400, doubt: null, gap_ms: 0 }, 'warn', '400 days behind'],
  ])('reports whether a start would trust the clock after %s', async (_case, mark, state, says) => {
    await account();
    const trusted_at = clock.time + mark.trusted_at * 86_400_000;
    await inData(({ main }) =>
      main
        .insertInto('clock_marks')
        .values({ id: 1, confirmed_at: null, ...mark, trusted_at })
        .execute(),
    );
    const find = async () =>
      (await examine()).report.findings.find(({ check }) => check === 'clock trust') ?? {};
    expect(await find()).toMatchObject({ state, finding: expect.stringContaining(says) });
    if (state === 'ok') return;
    expect(await find()).toMatchObject({ remedy: expect.stringContaining('orchestration clock confirm') });
    expect(await ask('clock confirm')).toMatchObject({ confirmed: '2030-01-15T12:00:00.000Z' });
    expect(await find()).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['its header', 0, 'The database file is damaged or not a database'],
    ['the list of its tables', 100, 'The database is damaged'],
  ])('continues with other checks if the database is damaged in %s', async (_, offset, cause) => {
    await account();
    const other = join(home, 'damaged');
    const file = join(other, 'service.db');
    mkdirSync(other, { mode: 0o700 });
    await inData(({ main }) => sql`vacuum into ${file}`.execute(main));
    writeFileSync(file, readFileSync(file).fill(0xff, offset, offset + 100));
    const { report, failed } = await examine({ DATA_DIR: other });
    expect(failed).toContain('database');
    expect(report.findings.find(({ check }) => check === 'database')).toMatchObject({
      finding: expect.stringContaining(cause),
      remedy: expect.stringContaining('restore the last backup'),
    });
    for (const check of ['disk space', 'master key', 'service', 'proxies'])
      expect(report.findings.map((found) => found.check)).toContain(check);
    const listed = await type('account list', { variables: { DATA_DIR: other } });
    expect([listed.code, listed.complained]).toEqual([1, expect.stringContaining('restore the last backup')]);
  });

  it('continues with other checks if a table or a list of people is damaged', async () => {
    const id = await account();
    await useAml(id);
    const outcome = async () => {
      const { report, failed } = await examine();
      return { failed, after: report.findings.slice(-1)[0]?.check };
    };
    writeFileSync(join(folder, 'lists'), 'a file');
    expect(await outcome()).toEqual({
      failed: expect.arrayContaining(['lists of people']),
      after: 'clock trust',
    });
    rmSync(join(folder, 'lists'));
    mkdirSync(join(folder, 'lists'));
    writeFileSync(join(folder, 'lists', 'own.1.json'), '{"cut');
    expect((await outcome()).failed).toContain('lists of people');
    await inData(async ({ main }) => sql`drop table jobs`.execute(main));
    const { failed, after } = await outcome();
    expect([failed.includes('queue'), failed.includes('given-up jobs'), after]).toEqual([
      true,
      true,
      'clock trust',
    ]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'names files that another user left in the folder, and how to give them back',
    async () => {
      await account();
      mkdirSync(join(folder, 'lists'));
      writeFileSync(join(folder, 'lists', 'own.1.json'), '{}');
      expect((await examine()).failed).not.toContain('owners of the files');
      chownSync(join(folder, 'lists', 'own.1.json'), 65534, 65534);
      const { report } = await examine();
      expect(report.findings.find(({ check }) => check === 'owners of the files')).toMatchObject({
        state: 'fail',
        finding: expect.stringContaining(join(folder, 'lists', 'own.1.json')),
        remedy: `Change their owner: sudo chown -R 0 ${folder}`,
      });
    },
  );

  it.skipIf(process.getuid?.() !== 0)('gives files back to the user of the running service', async () => {
    await account();
    const [service, other] = [1001, 1002];
    for (const name of readdirSync(folder)) chownSync(join(folder, name), service, service);
    mkdirSync(join(folder, 'lost+found'));
    const owners = async () =>
      (await examine()).report.findings.find(({ check }) => check === 'owners of the files');
    expect(await owners()).toMatchObject({ state: 'ok' });
    writeFileSync(join(folder, 'settings.json'), '{}');
    expect(await owners()).toMatchObject({
      remedy: `Change their owner: sudo chown -R ${service} ${folder}`,
    });
    chownSync(join(folder, 'settings.json'), other, other);
    const release = holdFolder(folder);
    try {
      expect(await owners()).toMatchObject({
        remedy: `Change their owner: sudo chown -R ${other} ${folder}`,
      });
    } finally {
      release();
    }
  });

  it('leaves the database to the owner of the folder, and checks the rest', async () => {
    await account();
    const { said } = await type('doctor', { user: statSync(folder).uid + 1 });
    expect(said).toContain('✗ data folder');
    expect(said).toContain('✗ database: Only the owner of the folder can check it.');
    expect(said).toContain('disk space');
    expect(said).not.toContain('migrations');
  });

  it('asks the service of this folder, not one that listens on the port of the settings', async () => {
    await account();
    const askedFor: string[] = [];
    const serve = async (name: string, status: number) => {
      const server = createHttpServer((request, response) => {
        askedFor.push(`${name}${request.url}`);
        response.writeHead(status).end('{}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { server, port: (server.address() as AddressInfo).port };
    };
    const own = await serve('own', 503);
    const stranger = await serve('stranger', 200);
    const release = holdFolder(folder);
    try {
      const environment = readEnvironment({ DATA_DIR: folder, PORT: String(own.port) });
      noteSettings(environment, environment);
      const { said } = await type('doctor', { variables: { PORT: String(stranger.port) } });
      expect(said).toContain(`✗ service: http://127.0.0.1:${own.port}/healthz answers 503.`);
      expect(askedFor).toEqual(['own/healthz']);
      // A service of an older version notes no address.
      noteSettings(environment, null);
      await type('doctor', { variables: { PORT: String(stranger.port) } });
      expect(askedFor).toContain('stranger/healthz');
    } finally {
      release();
      own.server.close();
      stranger.server.close();
    }
  });

  it('reports that a running service does not trust the clock', async () => {
    await account();
    await inData(async ({ main }) => {
      const mark = {
        id: 1,
        trusted_at: clock.time,
        confirmed_at: null,
        doubt: 'settling',
        gap_ms: 36_000_000,
      };
      await main.insertInto('clock_marks').values(mark).execute();
      const found = (await examine()).report.findings.find(({ check }) => check === 'clock trust');
      expect(found).toMatchObject({
        state: 'warn',
        finding: expect.stringContaining('10 hours ahead of the time expected'),
      });
    });
  });

  it('reports given-up jobs, jobs that crash the process, and times in the future', async () => {
    const accountId = await account();
    const definition = (await type('workflow example identity-document')).said;
    const workflowId = (await ask(`workflow import - --account ${accountId}`, definition)).id ?? '';
    const job = {
      lane: null,
      payload: null,
      lease_until: null,
      lease_token: null,
      max_tries: 5,
      last_error: null,
    };
    await inData(async ({ main }) => {
      const common = { ...job, due_at: 1, created_at: 1 };
      await main
        .insertInto('jobs')
        .values([
          { ...common, id: '1', kind: 'deliver', subject_id: 'd', tries: 5, cut_offs: 0, failed_at: 2 },
          { ...common, id: '2', kind: 'evaluate', subject_id: 'c', tries: 0, cut_offs: 4, failed_at: null },
        ])
        .execute();
      await main
        .insertInto('executions')
        .values(execution(accountId, workflowId, clock.time + 3_600_000))
        .execute();
    });
    const { failed, warned, report } = await examine();
    expect(failed).toEqual(['stored times']);
    expect(warned).toEqual(expect.arrayContaining(['stuck jobs', 'given-up jobs']));
    expect(report.findings.find(({ check }) => check === 'queue')?.finding).toContain('1 jobs are due');
  });
});
