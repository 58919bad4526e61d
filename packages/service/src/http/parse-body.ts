import type { z } from 'zod';
import { faultsOf } from '../faults.ts';
import { Refusal } from '../refusal.ts';

/** A body after its schema. @throws {Refusal} INVALID_REQUEST_BODY with every fault. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new Refusal(
    'INVALID_REQUEST_BODY',
    'Some members of the body are missing or malformed.',
    faultsOf(body, result.error.issues, 'INVALID_REQUEST_BODY'),
  );
}
