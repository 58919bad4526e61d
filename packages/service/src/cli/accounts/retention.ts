import { confirmPurges, duePurges } from '../../administration/retention/confirm-purges.ts';
import type { DuePurge } from '../../administration/retention/retention-store.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { accountOf } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';

export const retentionCommands: readonly Command[] = [
  {
    name: 'retention due',
    summary:
      'Shows how many executions are due to be purged by age, and which accounts await a confirmation.',
    operand: null,
    options: {},
    notes: `An account needs a confirmation if at least 10 executions, and over 20 % of those that it keeps in that mode, have been due
for over six hours: the clock may be wrong, or the retention time new. Executions that end later do not change that. Changes
nothing.`,
    async run({ operator }) {
      const { accounts, retention } = await openStores(operator);
      const now = operator.clock.now();
      const all = await accounts.accounts();
      const purges = (await Promise.all(all.map(({ id }) => duePurges(retention, id, now)))).flat();
      const rows = purges.map(({ accountId, mode, due, until, waits }) => [
        accountId,
        mode,
        String(due),
        minuteOf(until),
        waits ? 'waits: retention confirm' : 'purged within the hour',
      ]);
      return {
        data: purges.map((purge) => ({ ...purge, until: toIsoString(purge.until) })),
        text: table(
          ['account', 'mode', 'due', 'ended until', 'then'],
          rows,
          'All accounts keep data forever.',
        ),
      };
    },
  },
  {
    name: 'retention confirm',
    summary: 'Lets the service purge the due data of an account, however many executions that is.',
    operand: 'account id',
    options: {},
    notes: `Does not cover executions that become due later, and ends when the retention changes. "retention due" shows what would be
purged.`,
    async run({ operator, operand }) {
      const { accounts, retention } = await openStores(operator);
      await accountOf(accounts, operand);
      const { actor, clock } = operator;
      const purges = await duePurges(retention, operand, clock.now());
      const [first] = purges;
      if (!first) throw new CommandError('This account keeps data forever: account retention …');
      await confirmPurges({ retention, clock }, actor, purges);
      const until = Math.max(...purges.map((purge) => purge.until));
      const confirmed = countOf(purges);
      return {
        data: { id: operand, confirmed, until: toIsoString(until) },
        text: `${purges.map(confirmedWords).join('\n')}`,
      };
    },
  },
];

/** Sums the executions of several purges. */
export function countOf(purges: readonly DuePurge[]): number {
  return purges.reduce((sum, { due }) => sum + due, 0);
}

function confirmedWords({ mode, due, until }: DuePurge): string {
  return `The personal data of ${due} ${mode} executions that ended by ${minuteOf(until)} is purged within the hour.`;
}
