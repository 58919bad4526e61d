import { mostCounted } from '../webhooks/webhook-reads.ts';

/** A number of deliveries in words. Large numbers are not counted to the end. */
export function counted(count: number): string {
  return count < mostCounted ? String(count) : `${count} or more`;
}
