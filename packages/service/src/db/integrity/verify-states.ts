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

/** An execution that is not as the service wrote it. */
export interface BrokenState {
  readonly executionId: string;
  readonly fault: StateFault | 'STATE_MISSING';
}

/** Result of verifying stored executions. */
export interface StatesReport {
  readonly executions: number;
  readonly broken: readonly BrokenState[];
}

const perLook = 500;

/** Verifies the state of each execution, and that each one that the audit trail saw start is there. */
export async function verifyStates(db: Database, seal: StateSeal): Promise<StatesReport> {
  const isSealed = await areStatesSealed(db, seal);
  const broken: BrokenState[] = [];
  let [executions, after] = [0, ''];
  for (;;) {
    const states = await statesAfter(db, after, perLook);
    executions += states.length;
    broken.push(...brokenOf(states, seal, isSealed));
    after = states.at(-1)?.id ?? '';
    if (states.length < perLook) break;
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

/** The same for the newest executions alone. */
export async function verifyNewestStates(
  db: Database,
  seal: StateSeal,
  count: number,
): Promise<StatesReport> {
  const [states, isSealed] = [await newestStates(db, count), await areStatesSealed(db, seal)];
  return { executions: states.length, broken: brokenOf(states, seal, isSealed) };
}

/** The same for some executions, such as those that a list shows. */
export async function verifyStatesOf(
  db: Database,
  seal: StateSeal,
  ids: readonly string[],
): Promise<readonly BrokenState[]> {
  const [states, isSealed] = [await statesOf(db, ids), await areStatesSealed(db, seal)];
  return brokenOf(states, seal, isSealed);
}

/** @param isSealed - false if executions of an earlier version are not sealed yet. */
function brokenOf(states: readonly StateRow[], seal: StateSeal, isSealed: boolean): BrokenState[] {
  return states.flatMap((state) => {
    const fault = findStateFault(seal, state);
    const waits = fault === 'STATE_UNSEALED' && !isSealed && state.recorded_seq === null;
    return fault === null || waits ? [] : [{ executionId: state.id, fault }];
  });
}
