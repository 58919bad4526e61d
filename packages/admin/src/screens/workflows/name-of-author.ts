import type { AdminWorkflowDraft } from '@vendor/contract/admin';
import { workflows } from '../../texts/en/workflows.ts';

/** Names the author of a draft or version, for people to read. */
export function nameOfAuthor({ kind, id, name }: AdminWorkflowDraft['author']): string {
  const words = workflows.versions.kinds[kind];
  if (name !== null) return name;
  return words ? `${words} ${id}`.trim() : id;
}
