import type { ClientState, DocumentType } from '@vendor/contract';
import { awaitedAttempt } from './attempt.ts';
import type { Attempt, ChoiceMemory } from './ports.ts';

/**
 * Remembers the chosen document type in the tab's session storage, so that a reload asks only for what is missing. The type is not
 * personal data, and the entry ends with the tab. Creating the memory does not access the storage, because the first access of a
 * page blocks until the browser has read it.
 */
export function choiceMemory(executionId: string, storageOf = tabStorage): ChoiceMemory {
  const key = ({ stepId, attempt }: Attempt) => `vendor-orchestration:${executionId}:${stepId}:${attempt}`;
  return {
    recall: (attempt) => (storageOf()?.getItem(key(attempt)) ?? null) as DocumentType | null,
    keep(attempt, document) {
      try {
        storageOf()?.setItem(key(attempt), document);
      } catch {
        // Storage is full or forbidden: the user is asked again after a reload.
      }
    },
  };
}

/**
 * Reads the document type chosen for the attempt that the service awaits; null if none was chosen, or no attempt is awaited.
 */
export function recallChoice(memory: ChoiceMemory, state: ClientState): DocumentType | null {
  const attempt = awaitedAttempt(state);
  return attempt && memory.recall(attempt);
}

function tabStorage(): Pick<Storage, 'getItem' | 'setItem'> | null {
  try {
    return sessionStorage;
  } catch {
    return null; // storage is blocked by the browser's settings
  }
}
