import { installationOf } from '../../db/opening/open-data.ts';
import { openMedia } from '../../media/open-media.ts';
import { openJournal } from '../../retention/open-journal.ts';
import { purgeExecution } from '../../retention/purge-execution.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { requireSealedStates } from './own-execution.ts';

/** Removes the personal data of one execution, for example after a request for erasure. */
export const purgeCommand: Command = {
  name: 'execution purge',
  summary: 'Removes all personal data of a finished execution permanently.',
  operand: 'execution id',
  options: {},
  notes: `Its status stays, and type, status and times of its checks. Backups are not changed: after a restore, the next start
purges the data again by the list of purges (PURGE_JOURNAL; by default purges.log in the data folder), which must not be
restored itself.`,
  async run({ operator, operand }) {
    const stores = await openStores(operator);
    await requireSealedStates(stores);
    const { purges } = stores;
    const services = {
      actor: operator.actor,
      purges,
      journal: openJournal(operator.environment, (text) => operator.vault().keyedHash('purge-list', text)),
      media: await openMedia(operator.environment, operator.vault(), installationOf(operator.environment)),
    };
    const outcome = await purgeExecution(services, operand, operator.clock.now());
    if (outcome === 'missing') throw new CommandError(`There is no execution "${operand}".`);
    if (outcome === 'in-progress')
      throw new CommandError('This execution has not ended yet. It ends at its deadline at the latest.');
    const isEmptied = await purges.emptyLog();
    const gone =
      outcome === 'purged' ? 'Its personal data was purged.' : 'Its personal data had already been purged.';
    return {
      data: { id: operand, purged: outcome === 'purged' ? 'now' : 'before', logEmptied: isEmptied },
      text: isEmptied
        ? gone
        : `${gone} Sealed copies stay in the log of the database until the service empties it, within the hour.`,
    };
  },
};
