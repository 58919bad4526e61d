import { randomUUID } from 'node:crypto';
import { isAppScheme } from '@vendor/contract';
import { type KeyMode, keyModes } from '../accounts/api-key.ts';
import { findRetention, insertAccount, listAccounts, setRetention } from '../db/accounts/accounts.ts';
import { changeRedirectSchemes, redirectSchemesOf } from '../db/accounts/redirect-schemes.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { DuePurge } from '../db/retention/purge-store.ts';
import type { Database } from '../db/schema.ts';
import { noLock } from '../transaction-locks.ts';
import type { Command } from './command.ts';
import { UsageError } from './command-error.ts';
import { nameOf } from './names.ts';
import { accountOf, type Operator } from './operator.ts';
import { recordCommand } from './record-command.ts';
import { confirmDue, countOf, duePurgesOf } from './retention.ts';
import { isoOf, minuteOf, table } from './table.ts';

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    summary: 'Creates an account, and the data folder if there is none.',
    operand: null,
    options: { name: { value: 'name', about: 'Shown to end users as the one who asks.', required: true } },
    async run({ operator, must }) {
      const name = nameOf('name', must('name'));
      const { main } = await operator.database({ begin: true });
      const account = { id: randomUUID(), name, createdAt: operator.clock.now() };
      await inTransaction(main, noLock, async (trx) => {
        await insertAccount(trx, account);
        await recordCommand(trx, operator, {
          act: 'account.create',
          accountId: account.id,
          subject: { kind: 'account', id: account.id },
        });
      });
      return {
        data: { id: account.id, name, createdAt: isoOf(account.createdAt) },
        text: `The account "${name}" was created.\n\nid  ${account.id}\n\nNext: a workflow (workflow import) and a key (key create).`,
      };
    },
  },
  {
    name: 'account list',
    summary: 'Lists all accounts.',
    operand: null,
    options: {},
    async run({ operator }) {
      const accounts = await listAccounts((await operator.database()).main);
      const rows = accounts.map(({ id, name, createdAt, retentionDays }) => [
        id,
        minuteOf(createdAt),
        keptWords(retentionDays.live),
        keptWords(retentionDays.test),
        name,
      ]);
      return {
        data: accounts.map(({ retentionDays, ...account }) => ({
          ...account,
          createdAt: isoOf(account.createdAt),
          retentionDays: retentionDays.live,
          testRetentionDays: retentionDays.test,
        })),
        text: table(
          ['id', 'created', 'keeps live data', 'keeps test data', 'name'],
          rows,
          'There is no account yet: account create --name …',
        ),
      };
    },
  },
  {
    name: 'account retention',
    summary: 'Sets how long personal data is kept after an execution has ended.',
    operand: 'account id',
    options: {
      days: { value: 'number', about: 'Purges it permanently after this many days: 1 to 3650.' },
      'for-ever': { value: null, about: 'Keeps it until it is purged by hand.' },
      mode: { value: 'mode', about: 'Only executions of this mode: live or test. Default: both.' },
      confirm: {
        value: null,
        about: 'Also purges data that is already older, however many executions that is.',
      },
    },
    notes: `The service purges due data every hour. An unusual share of the account needs --confirm, or "retention confirm".`,
    async run({ operator, operand, text, flag }) {
      const days = daysOf(text('days'), flag('for-ever'));
      const modes = modesOf(text('mode'));
      const database = await operator.database();
      await accountOf(database, operand);
      await inTransaction(database.main, { account: operand }, (trx) =>
        keepFor(trx, operator, operand, modes, days),
      );
      const now = operator.clock.now();
      if (days === null)
        return {
          data: { id: operand, retentionDays: null },
          text: `Personal data${ofMode(modes)} is kept until it is purged by hand.`,
        };
      const all = await duePurgesOf(database, operand, now);
      const purges = all.filter(({ mode }) => modes.includes(mode));
      const held = purges.filter(({ waits }) => waits);
      const isConfirmed = flag('confirm');
      if (isConfirmed) for (const purge of held) await confirmDue(database, operator, purge, now);
      const waits = held.length > 0 && !isConfirmed;
      const mode = modes.length === 1 ? ` --mode ${modes[0]}` : '';
      return {
        data: { id: operand, retentionDays: days, due: countOf(purges), waitsForConfirmation: waits },
        text: `Personal data${ofMode(modes)} is purged ${days} days after an execution has ended.${purges
          .map((purge) => dueWords(purge, `${days}${mode}`, purge.waits && !isConfirmed))
          .join('')}`,
      };
    },
  },
  {
    name: 'account redirects',
    summary: 'Shows or changes the apps that links may send users to.',
    operand: 'account id',
    options: {
      allow: {
        value: 'scheme',
        about: 'The scheme of an app, such as myapp. May be given several times.',
        multiple: true,
      },
      forbid: {
        value: 'scheme',
        about: 'A scheme that is no longer allowed. May be given several times.',
        multiple: true,
      },
    },
    notes: `completedUrl and incompleteUrl of a link may name http, https and these schemes. Any app on the device of a user may
claim the same scheme: prefer an https address that the app is verified for (Universal Links, App Links). --forbid takes
effect at once, also for links that were already sent.`,
    async run({ operator, operand, texts }) {
      const allow = texts('allow').map(schemeIn);
      const forbid = texts('forbid').map(schemeIn);
      const database = await operator.database();
      const { id } = await accountOf(database, operand);
      await inTransaction(database.main, { account: operand }, async (trx) => {
        if (allow.length + forbid.length === 0) return;
        await changeRedirectSchemes(trx, id, { allow, forbid });
        await recordCommand(trx, operator, {
          act: 'account.redirects',
          accountId: id,
          subject: { kind: 'account', id },
          changes: { allowed: allow.join(' '), forbidden: forbid.join(' ') },
        });
      });
      const schemes = await redirectSchemesOf(database.main, id);
      return {
        data: { id, schemes },
        text:
          schemes.length === 0
            ? 'Links send users only to http and https addresses.'
            : `Links send users to http and https addresses, and to apps by: ${schemes.join(', ')}.`,
      };
    },
  },
];

/** The scheme of an app, in lower case. @throws {UsageError} when no app may have it. */
function schemeIn(text: string): string {
  const scheme = text.toLowerCase();
  if (isAppScheme(scheme)) return scheme;
  throw new UsageError(
    `"${text}" is not the scheme of an app: letters, digits, "+", "-" and ".", without "://", and none that browsers use themselves.`,
  );
}

/** Says how many executions are over already, and what becomes of them. */
function dueWords({ accountId, mode, due }: DuePurge, days: string, waits: boolean): string {
  if (due === 0) return '';
  const over = `\n${due} ${mode} executions ended longer ago. Their data is purged`;
  return waits
    ? `${over} once you confirm it: account retention ${accountId} --days ${days} --confirm`
    : `${over} within the hour.`;
}

function daysOf(text: string | undefined, forEver: boolean): number | null {
  if (forEver === (text !== undefined)) throw new UsageError('Give either --days or --for-ever.');
  if (text === undefined) return null;
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > 3650)
    throw new UsageError(`--days is a number from 1 to 3650, not "${text}".`);
  return days;
}

function modesOf(text: string | undefined): readonly KeyMode[] {
  if (text === undefined) return keyModes;
  const mode = keyModes.find((known) => known === text);
  if (mode) return [mode];
  throw new UsageError(`--mode is live or test, not "${text}".`);
}

function ofMode(modes: readonly KeyMode[]): string {
  return modes.length === 1 ? ` of ${modes[0]} executions` : '';
}

function keptWords(days: number | null): string {
  return days === null ? 'for ever' : `${days} days`;
}

/** Sets the retention time of some modes, and records each that it changes. */
async function keepFor(
  db: Database,
  operator: Operator,
  accountId: string,
  modes: readonly KeyMode[],
  days: number | null,
): Promise<void> {
  const before = await findRetention(db, accountId);
  for (const mode of modes) {
    await recordCommand(db, operator, {
      act: 'account.retention',
      accountId,
      subject: { kind: 'account', id: accountId },
      mode,
      changes: { retentionDays: [before?.[mode] ?? null, days] },
    });
    await setRetention(db, accountId, mode, days);
  }
}
