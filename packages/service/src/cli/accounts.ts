import { randomUUID } from 'node:crypto';
import { isAppScheme } from '@vendor/contract';
import { insertAccount, listAccounts, setRetention } from '../db/accounts.ts';
import { changeRedirectSchemes, redirectSchemesOf } from '../db/redirect-schemes.ts';
import type { Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { nameOf } from './names.ts';
import { accountOf } from './operator.ts';
import { recordCommand } from './record-command.ts';
import { confirmDue, type DuePurge, duePurgeOf } from './retention.ts';
import { isoOf, minuteOf, table } from './table.ts';

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    summary: 'Creates an account, and begins the data where there is none.',
    operand: null,
    options: { name: { value: 'name', about: 'Shown to end users as the one who asks.', required: true } },
    async run({ operator, must }) {
      const name = nameOf('name', must('name'));
      const { main } = await operator.database({ begin: true });
      const account = { id: randomUUID(), name, createdAt: operator.clock.now(), retentionDays: null };
      await main.transaction().execute(async (trx) => {
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
    summary: 'Names all accounts.',
    operand: null,
    options: {},
    async run({ operator }) {
      const accounts = await listAccounts((await operator.database()).main);
      const rows = accounts.map(({ id, name, createdAt, retentionDays }) => [
        id,
        minuteOf(createdAt),
        retentionDays === null ? 'for ever' : `${retentionDays} days`,
        name,
      ]);
      return {
        data: accounts.map((account) => ({ ...account, createdAt: isoOf(account.createdAt) })),
        text: table(
          ['id', 'created', 'keeps data', 'name'],
          rows,
          'There is no account yet: account create --name …',
        ),
      };
    },
  },
  {
    name: 'account retention',
    summary: 'Sets how long personal data is kept once an execution has ended.',
    operand: 'account id',
    options: {
      days: { value: 'number', about: 'After so many days it is purged, for good: 1 to 3650.' },
      'for-ever': { value: null, about: 'It is kept, until it is purged by hand.' },
      confirm: { value: null, about: 'What is over already is purged, however many executions that is.' },
    },
    notes: `The service looks every hour, and purges then what is over already. Where that is an unusual share of the account, it
waits for --confirm, or for "retention confirm".`,
    async run({ operator, operand, text, flag }) {
      const days = daysOf(text('days'), flag('for-ever'));
      const database = await operator.database();
      const isSet = await database.main.transaction().execute(async (trx) => {
        const before = (await listAccounts(trx)).find(({ id }) => id === operand);
        if (!before) return false;
        await recordCommand(trx, operator, {
          act: 'account.retention',
          accountId: operand,
          subject: { kind: 'account', id: operand },
          changes: { retentionDays: [before.retentionDays, days] },
        });
        return setRetention(trx, operand, days);
      });
      if (!isSet)
        throw new CommandError(`There is no account "${operand}". "account list" names those there are.`);
      const now = operator.clock.now();
      const purge = await duePurgeOf(database, operand, now);
      if (days === null || purge === null)
        return {
          data: { id: operand, retentionDays: null },
          text: 'Personal data is kept until it is purged by hand.',
        };
      const waits = purge.waits && !flag('confirm');
      if (purge.waits && !waits) await confirmDue(database, operator, purge, now);
      return {
        data: { id: operand, retentionDays: days, due: purge.due, waitsForConfirmation: waits },
        text: `Personal data is purged ${days} days after an execution has ended.${dueWords(purge, days, waits)}`,
      };
    },
  },
  {
    name: 'account redirects',
    summary: 'Shows or changes to which apps links may send users.',
    operand: 'account id',
    options: {
      allow: {
        value: 'scheme',
        about: 'The scheme of an app, such as myapp. May be given several times.',
        multiple: true,
      },
      forbid: {
        value: 'scheme',
        about: 'It is no longer allowed. May be given several times.',
        multiple: true,
      },
    },
    notes: `completedUrl and incompleteUrl of a link may name http, https and these schemes. Any app on the device of a user may
claim the same scheme: prefer an https address that the app is verified for (Universal Links, App Links). What is forbidden
counts at once, also for links that were sent before.`,
    async run({ operator, operand, texts }) {
      const allow = texts('allow').map(schemeIn);
      const forbid = texts('forbid').map(schemeIn);
      const database = await operator.database();
      const { id } = await accountOf(database, operand);
      await database.main.transaction().execute(async (trx) => {
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
            ? 'Links send users to http and https addresses alone.'
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
function dueWords({ accountId, due }: DuePurge, days: number, waits: boolean): string {
  if (due === 0) return '';
  const over = `\n${due} executions ended longer ago. Their data is purged`;
  return waits
    ? `${over} once you confirm it: account retention ${accountId} --days ${days} --confirm`
    : `${over} within the hour.`;
}

function daysOf(text: string | undefined, forEver: boolean): number | null {
  if (forEver === (text !== undefined)) throw new UsageError('Say either --days or --for-ever.');
  if (text === undefined) return null;
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > 3650)
    throw new UsageError(`--days is a number from 1 to 3650, not "${text}".`);
  return days;
}
