import { z } from 'zod';

/** Describes the header that makes repeated calls idempotent. @param meaning - effect of a repeated call. */
export function idempotencyKey(meaning: string) {
  const describe = `If a request is repeated with the same key and body within 24 hours, ${meaning}.`;
  return { 'idempotency-key': z.string().min(1).max(255).optional().describe(describe) };
}
