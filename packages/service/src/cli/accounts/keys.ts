import { type ApiKeyEntry, type KeyMode, type KeyPurpose, keyPurposes } from '../../accounts/api-key.ts';
import {
  createKey,
  type KeyServices,
  maxOverlapMs,
  revokeKey,
  rotateKey,
} from '../../administration/keys/administer-keys.ts';
import { Refusal } from '../../refusal.ts';
import { accountOption, type Call, type Command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { nameOf } from '../names.ts';
import { openStores } from '../open-stores.ts';
import { accountOf, type Operator } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Creates an API key. It is shown only once.',
    operand: null,
    options: {
      account: { ...accountOption, required: true },
      name: { value: 'name', about: 'A name for it, for example where it is used.' },
      mode: { value: 'live|test', about: 'Real users, or tests; live by default.' },
      for: {
        value: keyPurposes.join('|'),
        about: 'What it may do: start, read and decide executions (the default), or manage webhooks.',
      },
      workflow: {
        value: 'id',
        about: 'A workflow that it may start; all workflows by default. May be given several times.',
        multiple: true,
      },
      days: { value: 'number', about: 'Expires after this many days; never by default.' },
    },
    notes: `The service stores only a hash of the key. If you lose the key, create another and revoke this one. A key for webhooks reads
endpoints and their log and resends events, but reads no executions; for both, create two keys. A test key reaches executions
that test keys started, a live key all others.`,
    run: create,
  },
  {
    name: 'key list',
    summary: 'Lists keys with scope and last use, never the keys themselves.',
    operand: null,
    options: { account: accountOption },
    async run({ operator, text }) {
      const keys = await (await openStores(operator)).keys.keys(text('account'));
      const rows = keys.map((key) => [
        key.id,
        key.mode,
        key.purpose,
        key.workflowIds === null
          ? 'all'
          : `${key.workflowIds.length} workflow${key.workflowIds.length === 1 ? '' : 's'}`,
        key.lastUsedAt === null ? 'never' : minuteOf(key.lastUsedAt),
        key.expiresAt === null ? 'never' : minuteOf(key.expiresAt),
        key.revokedAt === null ? '' : minuteOf(key.revokedAt),
        key.accountId,
        key.name ?? '',
      ]);
      const headings = ['id', 'mode', 'for', 'scope', 'last used', 'ends', 'revoked', 'account', 'name'];
      return {
        data: keys.map(entryOf),
        text: table(headings, rows, 'There are no keys yet. Create one: key create …'),
      };
    },
  },
  {
    name: 'key revoke',
    summary: 'Revokes a key permanently: the next request with it is refused.',
    operand: 'key id',
    options: {},
    async run({ operator, operand }) {
      const id = keyIdOf(operand);
      const revokedAt = await explainMissingKey(
        id,
        revokeKey(await servicesOf(operator), operator.actor, id),
      );
      return {
        data: { id, revokedAt: toIsoString(revokedAt) },
        text: `The key ${id} was revoked at ${minuteOf(revokedAt)}.`,
      };
    },
  },
  {
    name: 'key rotate',
    summary:
      'Replaces a key by a new one with the same rights; the old one expires later. The new key is shown only once.',
    operand: 'key id',
    options: {
      hours: {
        value: 'number',
        about: 'How long the old key stays valid: 24 by default, at most 720.',
      },
    },
    notes: `Deploy the new key within that time. If the old one may have leaked, revoke it: key revoke. The new key has the lifetime
that the old one was created with. If you lost a new key before storing it, rotate the old one again: replacements of it that
were never used are then revoked.`,
    run: rotate,
  },
];

async function create({ operator, must, text, texts }: Call) {
  const mode = text('mode') ?? 'live';
  if (!isMode(mode)) throw new UsageError('--mode must be live or test.');
  const purpose = purposeOf(text('for') ?? 'executions');
  if (purpose === 'webhooks' && texts('workflow').length > 0)
    throw new UsageError(
      '--workflow applies only to keys that start executions; webhooks belong to the account.',
    );
  const given = text('name');
  const name = given === undefined ? null : nameOf('name', given);
  const days = text('days') === undefined ? null : wholeNumber('days', text('days') ?? '', 3650);
  const account = await accountOf((await openStores(operator)).accounts, must('account'));
  const workflowIds = texts('workflow').length === 0 ? null : texts('workflow');
  const expiresAt = days === null ? null : operator.clock.now() + days * 24 * 3_600_000;
  const { entry, key } = await createKey(await servicesOf(operator), operator.actor, {
    accountId: account.id,
    mode,
    purpose,
    name,
    workflowIds,
    expiresAt,
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'WORKFLOW_NOT_FOUND') throw error;
    const index = Number(error.faults[0]?.pointer?.split('/').pop());
    throw new CommandError(`The account has no workflow "${workflowIds?.[index]}".`);
  });
  const end = expiresAt === null ? '' : ` It expires at ${minuteOf(expiresAt)}.`;
  return {
    data: { ...entryOf(entry), key },
    text: `A ${mode} key for ${purpose} of "${account.name}" was created. It is shown only once: store it now.${end}\n\nid   ${entry.id}\nkey  ${key}`,
  };
}

async function rotate({ operator, operand, text }: Call) {
  const maxHours = maxOverlapMs / 3_600_000;
  const hours = wholeNumber('hours', text('hours') ?? '24', maxHours);
  const id = keyIdOf(operand);
  const services = await servicesOf(operator);
  const { entry, key, before, revokedIds, workingIds } = await explainMissingKey(
    id,
    rotateKey(services, operator.actor, id, hours * 3_600_000),
  );
  const end = entry.expiresAt === null ? 'never expires' : `expires at ${minuteOf(entry.expiresAt)}`;
  const lines = [
    `A key with the rights of ${before.id} was created; ${before.id} expires at ${minuteOf(before.expiresAt)}. The new key ${end}. It is shown only once: store it now.`,
    ...revokedIds.map((one) => `The earlier replacement ${one} was never used, and is revoked.`),
    ...workingIds.map(
      (one) => `! The earlier replacement ${one} was used, and stays valid. To end it: key revoke ${one}`,
    ),
  ];
  return {
    data: { ...entryOf(entry), key, before: entryOf(before), revokedIds, workingIds },
    text: `${lines.join('\n')}\n\nid   ${entry.id}\nkey  ${key}`,
  };
}

async function servicesOf(operator: Operator): Promise<KeyServices> {
  const { keys } = await openStores(operator);
  return { keys, clock: operator.clock };
}

/**
 * Returns the result of a command for a key.
 *
 * @throws {CommandError} if the key does not exist.
 */
function explainMissingKey<Result>(id: string, act: Promise<Result>): Promise<Result> {
  return act.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'NOT_FOUND')
      throw new CommandError(`There is no active key "${id}". "key list" lists all keys.`);
    throw error;
  });
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most)
    throw new UsageError(`--${option} must be a number from 1 to ${most}.`);
  return number;
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
    createdAt: toIsoString(key.createdAt),
    lastUsedAt: toIsoString(key.lastUsedAt),
    revokedAt: toIsoString(key.revokedAt),
    expiresAt: toIsoString(key.expiresAt),
  };
}

/** Returns the id of a key. Accepts a whole key as well, because after a leak that is what the operator has. */
function keyIdOf(text: string): string {
  return /^vo_(?:live|test)_(.{12})/.exec(text)?.[1] ?? text;
}
