import type { AdminExecution } from '@vendor/contract/admin';

type Seen = Pick<AdminExecution, 'revision' | 'status' | 'decisions'>;

/**
 * The status that a run came to since it was last read.
 *
 * @param personId - who looks at it: their own decision is no news to them.
 * @returns `same`: nothing changed; null: nothing but their own decision.
 */
export function tellNews(before: Seen, now: Seen, personId: string | null): string | 'same' | null {
  if (now.revision === before.revision) return 'same';
  const added = now.decisions.slice(before.decisions.length);
  const isOwn = added.length > 0 && added.every(({ by }) => by.kind === 'person' && by.id === personId);
  return isOwn && now.revision === before.revision + added.length ? null : now.status;
}
