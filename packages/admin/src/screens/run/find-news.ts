import type { AdminExecution } from '@vendor/contract/admin';

type Seen = Pick<AdminExecution, 'revision' | 'status' | 'decisions'>;

/**
 * Finds the new status of a run since it was last read.
 *
 * @param personId - the viewer, whose own decisions are not news.
 * @returns `same` if nothing changed; null if only the viewer's own decision did.
 */
export function findNews(before: Seen, now: Seen, personId: string | null): string | 'same' | null {
  if (now.revision === before.revision) return 'same';
  const added = now.decisions.slice(before.decisions.length);
  const isOwn = added.length > 0 && added.every(({ by }) => by.kind === 'person' && by.id === personId);
  return isOwn && now.revision === before.revision + added.length ? null : now.status;
}
