import { confirmOrphans } from '../administration/holds/holds.ts';
import type { Command } from './command.ts';
import { openStores } from './open-stores.ts';
import { minuteOf, toIsoString } from './table.ts';

/** Lists media without a capture that wait for a confirmation, and allows the service to remove them. */
export const orphansCommand: Command = {
  name: 'media orphans',
  summary: 'Shows media that no capture names and that wait for a confirmation before they are removed.',
  operand: null,
  options: {
    confirm: { value: null, about: 'Lets the service remove them within the hour. It cannot be undone.' },
  },
  notes: `The service removes media without a capture by itself, as an upload leaves them that was cut off. More than 100 at a time, and
over 1 % of all, wait: the database may be older than the media, or another installation's. Media that are stored later do not
end that.`,
  async run({ operator, flag }) {
    const { holds } = await openStores(operator);
    const hold = await holds.orphans();
    if (hold === null) return { data: { waiting: null }, text: 'None waits.' };
    const { orphans, objects, foundAt } = hold;
    const isConfirmed = hold.isConfirmed || flag('confirm');
    if (flag('confirm')) await confirmOrphans({ holds, clock: operator.clock }, operator.actor, hold);
    const then = isConfirmed
      ? 'They are removed within the hour.'
      : 'Nothing is removed before: media orphans --confirm';
    return {
      data: { waiting: { orphans, objects, foundAt: toIsoString(foundAt), isConfirmed } },
      text: `${orphans} of ${objects} media have no capture, as of ${minuteOf(foundAt)}. ${then}`,
    };
  },
};
