import { z } from 'zod';

/** Header by which a call is carried out once. @param meaning effect of a second call. */
export function idempotencyKey(meaning: string) {
  const describe = `If a request is repeated with the same key and body within 24 hours, ${meaning}.`;
  return { 'idempotency-key': z.string().min(1).max(255).optional().describe(describe) };
}
