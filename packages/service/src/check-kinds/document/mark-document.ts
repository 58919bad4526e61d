import type { EvaluationOf } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import { type Marking, markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/**
 * Stores a mark of the document with the execution, by which later executions recognise it: its number, country and birth date.
 *
 * @returns whether another user of the account has shown the same document before; null if it was not read well enough to be
 *   marked, or the data of the execution was purged in the meantime.
 */
export async function markDocument(
  services: Services,
  execution: StoredExecution,
  inputs: Inputs,
  { outcomes, extracted }: Extract<EvaluationOf<'document'>, { kind: 'evaluated' }>,
): Promise<boolean | null> {
  const { documentNumber, birthDate, country } = extracted;
  const isRead = outcomes.dataIntegrityCheckResult === 'PASS';
  if (!isRead || documentNumber === null || birthDate === null) return null;
  const counts = await markUser(services, execution, inputs, [
    documentMarking(documentNumber, country, birthDate),
  ]);
  return counts?.[0]?.wasSeenBefore ?? null;
}

/** Builds the trait by which a document is recognised. */
export function documentMarking(number: string, country: string | null, birthDate: string): Marking {
  return { kind: 'document', value: JSON.stringify([number, country, birthDate]) };
}
