import type { ProblemFault } from '@vendor/contract';
import type { z } from 'zod';
import { checkBody } from '../../faults.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Validates a body by its schema.
 *
 * @param besides - faults of the request outside of the body, to report together.
 * @throws {Refusal} INVALID_REQUEST_BODY with all faults.
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  besides: readonly ProblemFault[] = [],
): z.infer<Schema> {
  const { data, faults } = checkBody(schema, body, 'INVALID_REQUEST_BODY');
  const all = [...faults, ...besides];
  if (all.length === 0) return data as z.infer<Schema>;
  throw new Refusal(
    'INVALID_REQUEST_BODY',
    'Some members of the body are missing or have the wrong format.',
    all,
  );
}
