import type { ProblemFault } from '@vendor/contract';
import type { z } from 'zod';
import { faultsOf, unstorableFaults } from '../faults.ts';
import { Refusal } from '../refusal.ts';

/**
 * A body after its schema.
 *
 * @param besides - the faults of its request that are not in the body: they are named together.
 * @throws {Refusal} INVALID_REQUEST_BODY with every fault.
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  besides: readonly ProblemFault[] = [],
): z.infer<Schema> {
  const result = schema.safeParse(body);
  const faults = result.success ? [] : faultsOf(body, result.error.issues, 'INVALID_REQUEST_BODY');
  faults.push(...unstorableFaults(body, 'INVALID_REQUEST_BODY', faults), ...besides);
  if (result.success && faults.length === 0) return result.data;
  throw new Refusal('INVALID_REQUEST_BODY', 'Some members of the body are missing or malformed.', faults);
}
