import type { z } from 'zod';
import { faultsOf, unstorableFaults } from '../faults.ts';
import { Refusal } from '../refusal.ts';

/** A body after its schema. @throws {Refusal} INVALID_REQUEST_BODY with every fault. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const result = schema.safeParse(body);
  const faults = result.success ? [] : faultsOf(body, result.error.issues, 'INVALID_REQUEST_BODY');
  faults.push(...unstorableFaults(body, 'INVALID_REQUEST_BODY', faults));
  if (result.success && faults.length === 0) return result.data;
  throw new Refusal('INVALID_REQUEST_BODY', 'Some members of the body are missing or malformed.', faults);
}
