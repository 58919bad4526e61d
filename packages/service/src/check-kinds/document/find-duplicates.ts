import type { EvaluationOf } from '@vendor/checks';
import type { Inputs } from '@vendor/contract';
import { type Marking, markUser } from '../../executions/evaluation/user-marks.ts';
import type { ExecutionServices } from '../../executions/execution-services.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';

type Services = Pick<ExecutionServices, 'store' | 'vault' | 'clock'>;

/**
 * Returns whether another user of the account has shown the same document: the same number, country and birth date.
 *
 * @returns null if the document was not read well enough.
 */
export async function findDuplicates(
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

/** Builds the marking by which a document is recognised. */
export function documentMarking(number: string, country: string | null, birthDate: string): Marking {
  return { kind: 'document', value: JSON.stringify([number, country, birthDate]) };
}
