import { expect, test } from 'vitest';
import { choiceMemory } from './choice-memory.ts';

const attempt = { stepId: 'document', attempt: 1 };

function storage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

test('recalls the choice only for the same attempt of the same execution', () => {
  const tab = storage();
  choiceMemory('one', () => tab).keep(attempt, 'NATIONAL_ID');
  expect(choiceMemory('one', () => tab).recall(attempt)).toBe('NATIONAL_ID');
  expect(choiceMemory('one', () => tab).recall({ ...attempt, attempt: 2 })).toBeNull();
  expect(choiceMemory('two', () => tab).recall(attempt)).toBeNull();
});

test('remembers nothing if storage is blocked or full', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError');
    },
  };
  choiceMemory('one', () => full).keep(attempt, 'PASSPORT');
  expect(choiceMemory('one', () => full).recall(attempt)).toBeNull();
  expect(choiceMemory('one', () => null).recall(attempt)).toBeNull();
});
