import type { AdminParts } from '../admin-routes/admin-routes.ts';
import { ChangeFeed } from '../administration/runs/change-feed.ts';
import { createAccountTrail } from '../db/audit/account-trail.ts';
import { createAuditStore } from '../db/audit/audit-trail.ts';
import { createExecutionDirectory } from '../db/executions/execution-directory.ts';
import type { StateSeal } from '../db/executions/execution-states.ts';
import type { RowSeal } from '../db/integrity/sealed-rows.ts';
import { verifyStatesOf } from '../db/integrity/verify-states.ts';
import type { OpenDatabase } from '../db/opening/open-database.ts';
import { createActorNames } from '../db/people/actor-names.ts';
import { createPeopleStore } from '../db/people/people-store.ts';
import { createPendingErasures } from '../db/retention/pending-erasures.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import type { Logger } from '../logging/logger.ts';

/** Puts together the services by which the Admin Panel reads and decides executions. Its feed then reports every change. */
export function openRuns(
  services: ExecutionServices & Pick<AdminParts['runs'], 'references'>,
  database: OpenDatabase,
  {
    seal,
    rows,
  }: {
    readonly seal: StateSeal;
    readonly rows: RowSeal;
  },
  logger: Logger,
): AdminParts['runs'] {
  const audit = createAuditStore(database);
  const people = createPeopleStore(database, rows);
  const directory = createExecutionDirectory(database.reader);
  const feed = new ChangeFeed({
    directory,
    audit,
    elapsed: services.elapsed,
    onFailure: (error) => logger.error('Changes of executions could not be read for the panel.', {}, error),
  });
  services.watch.listenToAll((executionId) => feed.note(executionId));
  return {
    ...services,
    directory,
    audit,
    trail: createAccountTrail(database),
    erasures: createPendingErasures(database),
    feed,
    waits: new Map(),
    callsInProgress: new Set(),
    findBroken: async (ids) => {
      const broken = await verifyStatesOf(database.reader, seal, ids);
      return new Set(broken.map(({ executionId }) => executionId));
    },
    people,
    names: createActorNames(database.reader),
    onUnreadable: (executionId, error) =>
      logger.error('The results of an execution cannot be decrypted.', { executionId }, error),
  };
}
