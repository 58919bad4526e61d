import type { EvaluationOf } from '@vendor/checks';
import type { DocumentExtractedData, Inputs } from '@vendor/contract';
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
  const markings = documentMarkings(extracted);
  if (outcomes.dataIntegrityCheckResult !== 'PASS' || markings.length === 0) return null;
  const counts = await markUser(services, execution, inputs, markings);
  return counts?.some(({ wasSeenBefore }) => wasSeenBefore) ?? null;
}

/** The parts of a document's data that its marks depend on. */
type MarkedData = Pick<DocumentExtractedData, 'documentNumber' | 'country' | 'birthDate' | 'age'>;

/**
 * Builds the traits by which a document is recognised; none if number or birth date are unknown. The MRZ has two digits of the
 * birth year, so the first trait has the latest year with these digits, whatever century the user gave. The second, for an age
 * of a hundred years or more, has the year as it was extracted, as all marks of earlier versions do.
 */
export function documentMarkings({ documentNumber, country, birthDate, age }: MarkedData): Marking[] {
  if (documentNumber === null || birthDate === null) return [];
  const centuries = Math.floor(Math.max(age ?? 0, 0) / 100);
  const latest = `${Number(birthDate.slice(0, 4)) + centuries * 100}${birthDate.slice(4)}`;
  return [...new Set([latest, birthDate])].map((date) => ({
    kind: 'document',
    value: JSON.stringify([documentNumber, country, date]),
  }));
}
