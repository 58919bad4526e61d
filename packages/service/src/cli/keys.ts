import { createApiKey, type KeyMode, type KeyPurpose, keyPurposes } from '../accounts/api-key.ts';
import { type ApiKeyEntry, insertApiKey, listApiKeys, revokeApiKey } from '../db/accounts.ts';
import { listWorkflows } from '../db/workflow-library.ts';
import { accountOption, type Call, type Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { nameOf } from './names.ts';
import { accountOf } from './operator.ts';
import { recordCommand } from './record-command.ts';
import { isoOf, minuteOf, table } from './table.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Makes an API key. It is shown this once.',
    operand: null,
    options: {
      account: { ...accountOption, required: true },
      name: { value: 'name', about: 'What you call it: where it is used, say.' },
      mode: { value: 'live|test', about: 'Real checks of real users, or for trying out; live by default.' },
      for: {
        value: keyPurposes.join('|'),
        about:
          'What it may do: start, read and decide executions, which is the default, or look after webhooks.',
      },
      workflow: {
        value: 'id',
        about: 'A workflow that it is for; all of the account by default. May be given several times.',
        multiple: true,
      },
    },
    notes: `The service keeps a hash of the key alone. Who loses the key makes another and revokes this one. A key for webhooks sees
endpoints and their log, sends events again, and sees no execution; for both make two keys. A test key reaches what test
keys have started, and a live key the rest.`,
    run: createKey,
  },
  {
    name: 'key list',
    summary: 'Names keys with their scope and last use: never the keys themselves.',
    operand: null,
    options: { account: accountOption },
    async run({ operator, text }) {
      const keys = await listApiKeys((await operator.database()).main, text('account'));
      const rows = keys.map((key) => [
        key.id,
        key.mode,
        key.purpose,
        key.workflowIds === null
          ? 'all'
          : `${key.workflowIds.length} workflow${key.workflowIds.length === 1 ? '' : 's'}`,
        key.lastUsedAt === null ? 'never' : minuteOf(key.lastUsedAt),
        key.revokedAt === null ? '' : minuteOf(key.revokedAt),
        key.accountId,
        key.name ?? '',
      ]);
      const headings = ['id', 'mode', 'for', 'scope', 'last used', 'revoked', 'account', 'name'];
      return { data: keys.map(entryOf), text: table(headings, rows, 'There is no key yet: key create …') };
    },
  },
  {
    name: 'key revoke',
    summary: 'Revokes a key for good: the next request with it is refused.',
    operand: 'key id',
    options: {},
    async run({ operator, operand }) {
      const id = keyIdOf(operand);
      const { main } = await operator.database();
      const revokedAt = await main.transaction().execute(async (trx) => {
        const now = operator.clock.now();
        const before = (await listApiKeys(trx)).find((key) => key.id === id);
        if (before?.revokedAt === null)
          await recordCommand(trx, operator, {
            act: 'key.revoke',
            accountId: before.accountId,
            subject: { kind: 'key', id },
            mode: before.mode,
          });
        return revokeApiKey(trx, id, now);
      });
      if (revokedAt === null)
        throw new CommandError(`There is no key "${id}". "key list" names those there are.`);
      return {
        data: { id, revokedAt: isoOf(revokedAt) },
        text: `The key ${id} is revoked since ${minuteOf(revokedAt)}.`,
      };
    },
  },
];

async function createKey({ operator, must, text, texts }: Call) {
  const mode = text('mode') ?? 'live';
  if (!isMode(mode)) throw new UsageError('--mode must be live or test.');
  const purpose = purposeOf(text('for') ?? 'executions');
  if (purpose === 'webhooks' && texts('workflow').length > 0)
    throw new UsageError('--workflow is for keys that start executions: webhooks are those of the account.');
  const given = text('name');
  const name = given === undefined ? null : nameOf('name', given);
  const database = await operator.database();
  const account = await accountOf(database, must('account'));
  const workflows = (await listWorkflows(database.main, account.id)).map(({ id }) => id);
  const workflowIds = texts('workflow').length === 0 ? null : [...new Set(texts('workflow'))];
  for (const id of workflowIds ?? []) {
    if (!workflows.includes(id)) throw new CommandError(`The account has no workflow "${id}".`);
  }
  const { key, id, hash } = createApiKey(mode);
  const now = operator.clock.now();
  const known = { id, accountId: account.id, mode, purpose, name, workflowIds };
  await database.main.transaction().execute(async (trx) => {
    await insertApiKey(trx, { ...known, hash, now });
    await recordCommand(trx, operator, {
      act: 'key.create',
      accountId: account.id,
      subject: { kind: 'key', id },
      mode,
      changes: { purpose, workflows: workflowIds?.join(' ') ?? null },
    });
  });
  const entry = { ...known, createdAt: now, lastUsedAt: null };
  return {
    data: { ...entryOf({ ...entry, revokedAt: null }), key },
    text: `A ${mode} key for ${purpose} of "${account.name}" was created. It is shown this once: keep it now.\n\nid   ${id}\nkey  ${key}`,
  };
}

function isMode(text: string): text is KeyMode {
  return text === 'live' || text === 'test';
}

function purposeOf(text: string): KeyPurpose {
  const purpose = keyPurposes.find((known) => known === text);
  if (!purpose) throw new UsageError(`--for must be one of ${keyPurposes.join(', ')}.`);
  return purpose;
}

function entryOf(key: ApiKeyEntry) {
  return {
    ...key,
    createdAt: isoOf(key.createdAt),
    lastUsedAt: isoOf(key.lastUsedAt),
    revokedAt: isoOf(key.revokedAt),
  };
}

/** Somebody in a hurry has the whole leaked key at hand, not its id. */
function keyIdOf(text: string): string {
  return /^vo_(?:live|test)_(.{12})/.exec(text)?.[1] ?? text;
}
