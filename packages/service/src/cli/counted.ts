import { mostCounted } from '../webhooks/webhook-reads.ts';

/** A number of deliveries in words: where there are many, not all are counted. */
export function counted(count: number): string {
  return count < mostCounted ? String(count) : `${count} or more`;
}
