import { keyModes } from '../accounts/api-key.ts';
import { listAccounts } from '../db/accounts/accounts.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { confirmPurge, type DuePurge, findDuePurge } from '../db/retention/purge-store.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { accountOf, type Operator } from './operator.ts';
import { recordCommand } from './record-command.ts';
import { isoOf, minuteOf, table } from './table.ts';

/** Reads what the next round would purge of an account, in each mode whose data it does not keep for ever. */
export async function duePurgesOf(
  { reader }: Pick<OpenDatabase, 'reader'>,
  accountId: string,
  now: number,
): Promise<DuePurge[]> {
  const found = await Promise.all(keyModes.map((mode) => findDuePurge(reader, accountId, mode, now)));
  return found.filter((one) => one !== null);
}

export const retentionCommands: readonly Command[] = [
  {
    name: 'retention due',
    summary:
      'Shows how many executions are due to be purged by age, and which accounts await a confirmation.',
    operand: null,
    options: {},
    notes: `An account needs a confirmation if at least 10 executions, and over 20 % of those that it keeps in that mode, have been due
for over six hours: the clock may be wrong, or the retention time new. Changes nothing.`,
    async run({ operator }) {
      const database = await operator.database();
      const now = operator.clock.now();
      const accounts = await listAccounts(database.reader);
      const purges = (await Promise.all(accounts.map(({ id }) => duePurgesOf(database, id, now)))).flat();
      const rows = purges.map(({ accountId, mode, due, until, waits }) => [
        accountId,
        mode,
        String(due),
        minuteOf(until),
        waits ? 'waits: retention confirm' : 'purged within the hour',
      ]);
      return {
        data: purges.map((purge) => ({ ...purge, until: isoOf(purge.until) })),
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
    notes: 'Does not cover executions that become due later. "retention due" shows what would be purged.',
    async run({ operator, operand }) {
      const database = await operator.database();
      await accountOf(database, operand);
      const now = operator.clock.now();
      const purges = await duePurgesOf(database, operand, now);
      const [first] = purges;
      if (!first) throw new CommandError('This account keeps data forever: account retention …');
      for (const purge of purges) await confirmDue(database, operator, purge, now);
      const until = Math.max(...purges.map((purge) => purge.until));
      const confirmed = countOf(purges);
      return {
        data: { id: operand, confirmed, until: isoOf(until) },
        text: `${purges.map(confirmedWords).join('\n')}`,
      };
    },
  },
];

/** Lets the next round purge what is due. */
export async function confirmDue(
  { main }: Pick<OpenDatabase, 'main'>,
  operator: Pick<Operator, 'actor' | 'clock'>,
  { accountId, mode, due, until }: DuePurge,
  now: number,
): Promise<void> {
  await inTransaction(main, { account: accountId }, async (trx) => {
    await confirmPurge(trx, { accountId, mode, until, executions: due, now });
    await recordCommand(trx, operator, {
      act: 'retention.confirm',
      accountId,
      subject: { kind: 'account', id: accountId },
      mode,
      changes: { executions: due, until },
    });
  });
}

/** How many executions some purges are of. */
export function countOf(purges: readonly DuePurge[]): number {
  return purges.reduce((sum, { due }) => sum + due, 0);
}

function confirmedWords({ mode, due, until }: DuePurge): string {
  return `The personal data of ${due} ${mode} executions that ended by ${minuteOf(until)} is purged within the hour.`;
}
