import { createClockMarkStore } from '../db/clock-marks.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { noLock } from '../transaction-locks.ts';
import type { Command } from './command.ts';
import { recordCommand } from './record-command.ts';
import { isoOf } from './table.ts';

export const clockCommand: Command = {
  name: 'clock confirm',
  summary: 'Confirms that the clock of this machine is right, so that purges and expiries resume.',
  operand: null,
  options: {},
  notes: `After a jump of the clock, or a start far from the last known time, the service postpones everything that cannot be
undone. "doctor" says whether it does. Compare the time with another source before you confirm it.`,
  async run({ operator }) {
    const { main } = await operator.database();
    const now = operator.clock.now();
    const known = await inTransaction(main, noLock, async (trx) => {
      const marks = createClockMarkStore(trx);
      const trustedAt = (await marks.find())?.trustedAt ?? null;
      await marks.confirm(now);
      await recordCommand(trx, operator, {
        act: 'clock.confirm',
        accountId: null,
        subject: null,
        changes: { trustedAt: [isoOf(trustedAt), isoOf(now)] },
      });
      return trustedAt;
    });
    return {
      data: { confirmed: isoOf(now), lastTrusted: isoOf(known) },
      text: `It is ${isoOf(now)}; the last trusted time was ${isoOf(known) ?? 'not stored'}. The service resumes within seconds, purges within the hour. If this is not the time, set the clock and confirm again.`,
    };
  },
};
