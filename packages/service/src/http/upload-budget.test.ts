import { describe, expect, it } from 'vitest';
import { createUploadBudget } from './upload-budget.ts';

const refused = expect.objectContaining({ code: 'RATE_LIMITED' });

describe('the upload budget', () => {
  it('takes so many uploads of one session at a time, and the next when one is over', () => {
    const budget = createUploadBudget({ bytes: 1000, perSession: 2, uploads: 9 });
    const first = budget.take('a', 1);
    budget.take('a', 1);
    expect(() => budget.take('a', 1)).toThrow(refused);
    budget.take('b', 1);
    first();
    expect(() => budget.take('a', 1)).not.toThrow();
  });

  it('takes so many bytes of all sessions together', () => {
    const budget = createUploadBudget({ bytes: 100, perSession: 9, uploads: 9 });
    const first = budget.take('a', 60);
    expect(() => budget.take('b', 41)).toThrow(refused);
    budget.take('b', 40);
    first();
    expect(() => budget.take('c', 60)).not.toThrow();
  });

  it('takes so many uploads of all sessions together, however small', () => {
    const budget = createUploadBudget({ bytes: 100, perSession: 9, uploads: 2 });
    const first = budget.take('a', 1);
    budget.take('b', 1);
    expect(() => budget.take('c', 1)).toThrow(refused);
    first();
    expect(() => budget.take('c', 1)).not.toThrow();
  });

  it('holds nothing of what it refused or what is over', () => {
    const budget = createUploadBudget({ bytes: 100, perSession: 1, uploads: 9 });
    for (let index = 0; index < 1000; index += 1) {
      const over = budget.take('a', 100);
      expect(() => budget.take('a', 1)).toThrow(refused);
      expect(() => budget.take('b', 1)).toThrow(refused);
      over();
    }
  });
});
