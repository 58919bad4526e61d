import type { Actor } from '../../access/actor.ts';
import { findObstacle } from '../../access/find-obstacle.ts';
import { keyModes } from '../../accounts/api-key.ts';
import type { RecordRead } from '../../audit/record-read.ts';
import type { Clock } from '../../clock.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { SearchKind } from '../stored-execution.ts';
import type { ExecutionDirectory, ExecutionPage, ListCursor } from './execution-directory.ts';
import { listPageSize } from './list-executions.ts';
import { hashesToFind } from './search-hashes.ts';

/** A search for the executions of a person. */
export interface Search {
  readonly accountId: string;
  readonly kind: SearchKind;
  readonly text: string;
}

export interface FindServices {
  readonly directory: Pick<ExecutionDirectory, 'hashed' | 'isSearchComplete' | 'countUnsearchable'>;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly recordRead: RecordRead;
}

/** A page of found executions. */
export interface FoundPage extends ExecutionPage {
  /** False while some executions from before searching was introduced are not yet found. */
  readonly isComplete: boolean;
  /** Number of executions of the account that no search finds, because their data cannot be read. */
  readonly unsearchable: number;
}

/**
 * Finds the executions of an account by an exact value of their user, or by a name, in any order and spelling of its words.
 * Purged executions are not found.
 *
 * @returns null for a value that no execution can have, such as a phone number without a country code.
 */
export async function findExecutions(
  { directory, vault, clock, recordRead }: FindServices,
  actor: Actor,
  { accountId, kind, text }: Search,
  after: ListCursor | null,
  limit: number = listPageSize,
): Promise<FoundPage | null> {
  const none: FoundPage = { entries: [], next: null, isComplete: true, unsearchable: 0 };
  const act = actor.kind === 'person' ? 'execution.find' : 'execution.read';
  const modes = keyModes.filter((mode) => findObstacle(actor, act, { accountId, mode }) === null);
  if (modes.length === 0) return none;
  const mode = modes.length === keyModes.length ? null : (modes[0] ?? null);
  const choices = hashesToFind(vault, accountId, kind, text);
  if (choices === null) return null;
  const [page, isComplete, unsearchable] = await Promise.all([
    directory.hashed(accountId, choices, after, limit, mode),
    directory.isSearchComplete(),
    directory.countUnsearchable(accountId),
  ]);
  const entries = page.entries.filter((entry) => findObstacle(actor, act, entry) === null);
  // That a person is a user is personal data too. The audit trail does not record who was searched for.
  await recordRead({
    actor,
    act: 'execution.find',
    at: clock.now(),
    accountId,
    subject: { kind: 'account', id: accountId },
    mode: null,
    changes: { by: kind, found: entries.length },
  });
  return { entries, next: page.next, isComplete, unsearchable };
}
