import { z } from 'zod';

/** The header by which a call is carried out once. @param meaning what a second call comes to. */
export function idempotencyKey(meaning: string) {
  const describe = `Sent again with the same body within 24 hours, ${meaning}.`;
  return { 'idempotency-key': z.string().min(1).max(255).optional().describe(describe) };
}
