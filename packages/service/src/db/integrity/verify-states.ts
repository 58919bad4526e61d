import type { StateFault } from '../../executions/state-broken-error.ts';
import {
  findStateFault,
  newestStates,
  type StateRow,
  type StateSeal,
  statesAfter,
  statesOf,
} from '../executions/execution-states.ts';
import type { Database } from '../schema.ts';
import { areStatesSealed } from './seal-earlier-states.ts';

/** An execution whose state was not written by the service in this form. */
export interface BrokenState {
  readonly executionId: string;
  readonly fault: StateFault | 'STATE_MISSING';
}

/** Result of verifying stored executions. */
export interface StatesReport {
  readonly executions: number;
  readonly broken: readonly BrokenState[];
}

const batchSize = 500;

/** Verifies the state of each execution, and that no execution whose start is in the audit trail is missing. */
export async function verifyStates(db: Database, seal: StateSeal): Promise<StatesReport> {
  const isSealed = await areStatesSealed(db, seal);
  const broken: BrokenState[] = [];
  let [executions, after] = [0, ''];
  for (;;) {
    const states = await statesAfter(db, after, batchSize);
    executions += states.length;
    broken.push(...brokenOf(states, seal, isSealed));
    after = states.at(-1)?.id ?? '';
    if (states.length < batchSize) break;
  }
  const missing = await db
    .selectFrom('audit_events')
    .leftJoin('executions', 'executions.id', 'audit_events.subject_id')
    .select('subject_id')
    .where('act', '=', 'execution.start')
    .where('executions.id', 'is', null)
    .execute();
  for (const { subject_id } of missing)
    broken.push({ executionId: subject_id ?? '', fault: 'STATE_MISSING' });
  return { executions, broken };
}

/** Verifies the states of the newest executions only. */
export async function verifyNewestStates(
  db: Database,
  seal: StateSeal,
  count: number,
): Promise<StatesReport> {
  const [states, isSealed] = [await newestStates(db, count), await areStatesSealed(db, seal)];
  return { executions: states.length, broken: brokenOf(states, seal, isSealed) };
}

/** Verifies the states of some executions, such as those in a list. */
export async function verifyStatesOf(
  db: Database,
  seal: StateSeal,
  ids: readonly string[],
): Promise<readonly BrokenState[]> {
  const [states, isSealed] = [await statesOf(db, ids), await areStatesSealed(db, seal)];
  return brokenOf(states, seal, isSealed);
}

/**
 * Returns the broken states.
 *
 * @param isSealed - false if executions of an earlier version are not sealed yet.
 */
function brokenOf(states: readonly StateRow[], seal: StateSeal, isSealed: boolean): BrokenState[] {
  return states.flatMap((state) => {
    const fault = findStateFault(seal, state);
    const awaitsSeal = fault === 'STATE_UNSEALED' && !isSealed && state.recorded_seq === null;
    return fault === null || awaitsSeal ? [] : [{ executionId: state.id, fault }];
  });
}
