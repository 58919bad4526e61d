import { isAppScheme } from '@vendor/contract';
import { type KeyMode, keyModes } from '../../accounts/api-key.ts';
import { changeRedirects, createAccount } from '../../administration/accounts/administer-accounts.ts';
import { setRetention } from '../../administration/retention/administer-retention.ts';
import { confirmPurges, duePurges } from '../../administration/retention/confirm-purges.ts';
import type { DuePurge } from '../../administration/retention/retention-store.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { nameOf } from '../names.ts';
import { openStores } from '../open-stores.ts';
import { accountOf } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { countOf } from './retention.ts';

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    summary: 'Creates an account, and the data folder if there is none.',
    operand: null,
    options: { name: { value: 'name', about: 'The company name that end users see.', required: true } },
    async run({ operator, must }) {
      const name = nameOf('name', must('name'));
      const { accounts } = await openStores(operator, { begin: true });
      const account = await createAccount({ accounts, clock: operator.clock }, operator.actor, name);
      return {
        data: { id: account.id, name, createdAt: toIsoString(account.createdAt) },
        text: `The account "${name}" was created.\n\nid  ${account.id}\n\nNext, import a workflow (workflow import) and create a key (key create).`,
      };
    },
  },
  {
    name: 'account list',
    summary: 'Lists all accounts.',
    operand: null,
    options: {},
    async run({ operator }) {
      const accounts = await (await openStores(operator)).accounts.accounts();
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
          createdAt: toIsoString(account.createdAt),
          retentionDays: retentionDays.live,
          testRetentionDays: retentionDays.test,
        })),
        text: table(
          ['id', 'created', 'keeps live data', 'keeps test data', 'name'],
          rows,
          'There are no accounts yet. Create one: account create --name …',
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
    notes: `The service purges due data every hour. An unusually large share of the account needs --confirm, or "retention confirm".`,
    async run({ operator, operand, text, flag }) {
      const days = daysOf(text('days'), flag('for-ever'));
      const modes = modesOf(text('mode'));
      const { actor, clock } = operator;
      const { accounts, retention } = await openStores(operator);
      await accountOf(accounts, operand);
      const services = { retention, clock };
      await setRetention(services, actor, { accountId: operand, modes, days });
      if (days === null)
        return {
          data: { id: operand, retentionDays: null },
          text: `Personal data${ofMode(modes)} is kept until it is purged by hand.`,
        };
      const purges = (await duePurges(retention, operand, clock.now())).filter(({ mode }) =>
        modes.includes(mode),
      );
      const held = purges.filter(({ waits }) => waits);
      const isConfirmed = flag('confirm');
      if (isConfirmed) await confirmPurges(services, actor, held);
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
      const { accounts } = await openStores(operator);
      const { id } = await accountOf(accounts, operand);
      await changeRedirects({ accounts, clock: operator.clock }, operator.actor, id, { allow, forbid });
      const schemes = await accounts.redirectSchemes(id);
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

/**
 * Parses the scheme of an app, in lower case.
 *
 * @throws {UsageError} if apps may not use this scheme.
 */
function schemeIn(text: string): string {
  const scheme = text.toLowerCase();
  if (isAppScheme(scheme)) return scheme;
  throw new UsageError(
    `"${text}" is not a valid app scheme: use letters, digits, "+", "-" and ".", without "://", and no scheme that browsers handle themselves.`,
  );
}

/** Describes how many executions the new setting makes due, and when they will be purged. */
function dueWords({ accountId, mode, due }: DuePurge, daysAndMode: string, waits: boolean): string {
  if (due === 0) return '';
  const over = `\n${due} ${mode} executions ended longer ago. Their data is purged`;
  return waits
    ? `${over} once you confirm it: account retention ${accountId} --days ${daysAndMode} --confirm`
    : `${over} within the hour.`;
}

function daysOf(text: string | undefined, forEver: boolean): number | null {
  if (forEver === (text !== undefined)) throw new UsageError('Give either --days or --for-ever.');
  if (text === undefined) return null;
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > 3650)
    throw new UsageError(`--days must be a number from 1 to 3650, not "${text}".`);
  return days;
}

function modesOf(text: string | undefined): readonly KeyMode[] {
  if (text === undefined) return keyModes;
  const mode = keyModes.find((known) => known === text);
  if (mode) return [mode];
  throw new UsageError(`--mode must be live or test, not "${text}".`);
}

function ofMode(modes: readonly KeyMode[]): string {
  return modes.length === 1 ? ` of ${modes[0]} executions` : '';
}

function keptWords(days: number | null): string {
  return days === null ? 'for ever' : `${days} days`;
}
