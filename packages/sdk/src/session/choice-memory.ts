import type { ClientState, DocumentType } from '@vendor/contract';
import { attemptOf } from './attempt.ts';
import type { Attempt, ChoiceMemory } from './ports.ts';

/**
 * Remembers in the tab's session storage which document the user chose, so that a reload asks only for what is missing.
 * A kind of document is no personal data; the entry is forgotten with the tab. Making the memory does not touch the storage:
 * the first look into that of a page waits for the browser to read it.
 */
export function choiceMemory(executionId: string, storageOf = tabStorage): ChoiceMemory {
  const key = ({ stepId, attempt }: Attempt) => `vendor-orchestration:${executionId}:${stepId}:${attempt}`;
  return {
    recall: (attempt) => (storageOf()?.getItem(key(attempt)) ?? null) as DocumentType | null,
    keep(attempt, document) {
      try {
        storageOf()?.setItem(key(attempt), document);
      } catch {
        // Full, or forbidden: the user is asked again after a reload.
      }
    },
  };
}

/** Reads the document chosen for the attempt that the service awaits; null when none was chosen, or no attempt is awaited. */
export function recallChoice(memory: ChoiceMemory, state: ClientState): DocumentType | null {
  const attempt = attemptOf(state);
  return attempt && memory.recall(attempt);
}

function tabStorage(): Pick<Storage, 'getItem' | 'setItem'> | null {
  try {
    return sessionStorage;
  } catch {
    return null; // storage is blocked by the browser's settings
  }
}
