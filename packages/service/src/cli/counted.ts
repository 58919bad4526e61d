import { maxCounted } from '../webhooks/webhook-reads.ts';

/** Describes a number of deliveries. Large numbers are not counted exactly. */
export function counted(count: number): string {
  return count < maxCounted ? String(count) : `${count} or more`;
}
