import { confirmClock } from '../administration/holds/holds.ts';
import type { Command } from './command.ts';
import { openStores } from './open-stores.ts';
import { toIsoString } from './table.ts';

export const clockCommand: Command = {
  name: 'clock confirm',
  summary: 'Confirms that the clock of this machine is right, so that purges and expiries resume.',
  operand: null,
  options: {},
  notes: `After a jump of the clock, or a start far from the last known time, the service postpones everything that cannot be
undone. "doctor" says whether it does. Compare the time with another source before you confirm it.`,
  async run({ operator }) {
    const { holds } = await openStores(operator);
    const { now, trustedAt } = await confirmClock({ holds, clock: operator.clock }, operator.actor);
    return {
      data: { confirmed: toIsoString(now), lastTrusted: toIsoString(trustedAt) },
      text: `It is ${toIsoString(now)}; the last trusted time was ${toIsoString(trustedAt) ?? 'not stored'}. The service resumes within seconds, purges within the hour. If this is not the time, set the clock and confirm again.`,
    };
  },
};
