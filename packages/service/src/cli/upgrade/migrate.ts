import { recordAct } from '../../db/audit/audit-trail.ts';
import { isDataBegun, migrateData, refuseUnsupportedData } from '../../db/opening/open-data.ts';
import { FolderInUseError } from '../../db/opening/open-database.ts';
import { peekVault } from '../../secrets/open-vault.ts';
import { masterKeySourceOf } from '../../settings/environment.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command-error.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrates the database to this version. Run it before replacing instances on PostgreSQL.',
  operand: null,
  options: {},
  notes: `All migrations are carried out in one transaction: when one fails, nothing is changed. With PostgreSQL, instances of the
release before go on meanwhile where "upgrade check" says "rolling"; else the command refuses while any is running. With SQLite
the service must be stopped, and a copy of the database is kept in the data folder for 7 days.`,
  async run({ operator }) {
    const { environment } = operator;
    const { dataFolder, databaseUrl } = environment;
    await refuseUnsupportedData(environment, (proof) => peekVault(masterKeySourceOf(environment), proof));
    if (databaseUrl === null && !isDataBegun(environment))
      throw new CommandError(`There is no data in ${dataFolder}. Name its folder with --data or DATA_DIR.`);
    const migrated = await migrateData(environment, async (db, carriedOut) => {
      await recordAct(db, {
        actor: operator.actor,
        act: 'database.migrate',
        at: operator.clock.now(),
        accountId: null,
        subject: { kind: 'database', id: 'schema' },
        mode: null,
        changes: { migrations: carriedOut.join(', ') },
      });
    }).catch((cause) => {
      if (!(cause instanceof FolderInUseError)) throw cause;
      throw new CommandError(`${cause.message} Stop the service first, or restart it: its start migrates.`);
    });
    const { carriedOut, snapshot } = migrated;
    const lines =
      carriedOut.length === 0
        ? ['The database has all migrations of this version: nothing was changed.']
        : [`Carried out: ${carriedOut.join(', ')}.`];
    if (snapshot !== null)
      lines.push(
        `The database from before is kept for 7 days: ${snapshot}. It still contains data purged in the meantime.`,
      );
    return { data: migrated, text: lines.join('\n') };
  },
};
