import { listAccounts } from '../db/accounts.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { confirmPurge, countOverdue, findBacklog } from '../db/purge-store.ts';
import { needsConfirmation } from '../retention/purge-brake.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { accountOf, type Operator } from './operator.ts';
import { recordCommand } from './record-command.ts';
import { isoOf, minuteOf, table } from './table.ts';

/** Executions that the next round would purge of an account. */
export interface DuePurge {
  readonly accountId: string;
  /** Executions to be purged. */
  readonly due: number;
  /** Those of them that ended until then, in ms since 1970. */
  readonly until: number;
  /** Whether they wait until an operator confirms them. */
  readonly waits: boolean;
}

/** Reads what the next round would purge of an account. @param days - as if it kept data for so many days; left out: as it is set. */
export async function duePurgeOf(
  { reader }: Pick<OpenDatabase, 'reader'>,
  accountId: string,
  now: number,
  days?: number,
): Promise<DuePurge | null> {
  const backlog = await findBacklog(reader, accountId, now, days);
  if (backlog === null) return null;
  const due = await countOverdue(reader, accountId, backlog.until);
  return { accountId, due, until: backlog.until, waits: needsConfirmation(backlog) };
}

export const retentionCommands: readonly Command[] = [
  {
    name: 'retention due',
    summary:
      'Shows how many executions are due to be purged by age, and which accounts wait for a confirmation.',
    operand: null,
    options: {},
    notes: `An account waits when 10 executions or more, and over 20 % of what it keeps, have been due for over six hours: the
clock may be wrong, or the retention time new. It changes nothing.`,
    async run({ operator }) {
      const database = await operator.database();
      const now = operator.clock.now();
      const accounts = await listAccounts(database.reader);
      const found = await Promise.all(accounts.map(({ id }) => duePurgeOf(database, id, now)));
      const purges = found.filter((one) => one !== null);
      const rows = purges.map(({ accountId, due, until, waits }) => [
        accountId,
        String(due),
        minuteOf(until),
        waits ? 'waits: retention confirm' : 'purged within the hour',
      ]);
      return {
        data: purges.map((purge) => ({ ...purge, until: isoOf(purge.until) })),
        text: table(['account', 'due', 'ended until', 'then'], rows, 'Every account keeps data for ever.'),
      };
    },
  },
  {
    name: 'retention confirm',
    summary: 'Lets the service purge what is due of an account, however many executions that is.',
    operand: 'account id',
    options: {},
    notes: 'What ends later is not part of it. "retention due" shows what would be purged.',
    async run({ operator, operand }) {
      const database = await operator.database();
      await accountOf(database, operand);
      const now = operator.clock.now();
      const purge = await duePurgeOf(database, operand, now);
      if (purge === null) throw new CommandError('This account keeps data for ever: account retention …');
      await confirmDue(database, operator, purge, now);
      return {
        data: { id: operand, confirmed: purge.due, until: isoOf(purge.until) },
        text: `${confirmedWords(purge)} within the hour.`,
      };
    },
  },
];

/** Lets the next round purge what is due. */
export async function confirmDue(
  { main }: Pick<OpenDatabase, 'main'>,
  operator: Pick<Operator, 'actor' | 'clock'>,
  { accountId, due, until }: DuePurge,
  now: number,
): Promise<void> {
  await main.transaction().execute(async (trx) => {
    await confirmPurge(trx, { accountId, until, executions: due, now });
    await recordCommand(trx, operator, {
      act: 'retention.confirm',
      accountId,
      subject: { kind: 'account', id: accountId },
      changes: { executions: due, until },
    });
  });
}

function confirmedWords({ due, until }: DuePurge): string {
  return `The personal data of ${due} executions that ended until ${minuteOf(until)} is purged`;
}
