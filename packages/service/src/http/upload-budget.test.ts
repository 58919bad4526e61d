import { describe, expect, it } from 'vitest';
import { createUploadBudget, type UploadBudgetOptions } from './upload-budget.ts';

const refused = expect.objectContaining({ code: 'RATE_LIMITED' });
const plenty = {
  bytes: 1000,
  bytesPerSession: 1000,
  incoming: 99,
  whole: 99,
  perSession: 99,
  accountShare: 1,
};
const budgetOf = (limits: Partial<UploadBudgetOptions>) => createUploadBudget({ ...plenty, ...limits });

describe('the upload budget', () => {
  it('takes so many uploads of one session at a time, coming or whole, and the next when one is over', () => {
    const budget = budgetOf({ perSession: 2 });
    const first = budget.take('a', 'shop');
    first.complete();
    budget.take('a', 'shop');
    expect(() => budget.take('a', 'shop')).toThrow(refused);
    budget.take('b', 'shop');
    first.end();
    expect(() => budget.take('a', 'shop')).not.toThrow();
  });

  it('counts bytes as they come, and none before', () => {
    const budget = budgetOf({ bytes: 100 });
    for (let index = 0; index < 50; index++) budget.take(`silent ${index}`, 'shop');
    const first = budget.take('a', 'shop');
    first.add(60);
    const second = budget.take('b', 'shop');
    second.add(40);
    expect(() => second.add(1)).toThrow(refused);
    first.end();
    expect(() => second.add(60)).not.toThrow();
  });

  it('lets one session hold its part of them', () => {
    const budget = budgetOf({ bytesPerSession: 30 });
    budget.take('a', 'shop').add(20);
    const second = budget.take('a', 'shop');
    expect(() => second.add(11)).toThrow(refused);
    second.add(10);
    budget.take('b', 'shop').add(30);
  });

  it('leaves something to other accounts, whatever one has under way', () => {
    const budget = budgetOf({ bytes: 100, incoming: 8, whole: 4, accountShare: 0.75 });
    for (let index = 0; index < 3; index++) {
      const upload = budget.take(`a ${index}`, 'shop');
      upload.add(25);
      upload.complete();
    }
    expect(() => budget.take('a', 'shop')).toThrow(refused);
    const other = budget.take('b', 'another shop');
    other.add(25);
    other.complete();
    const many = budgetOf({ incoming: 8, accountShare: 0.75 });
    for (let index = 0; index < 6; index++) many.take(`a ${index}`, 'shop');
    expect(() => many.take('a', 'shop')).toThrow(refused);
    many.take('b', 'another shop');
  });

  it('lets more come in than may be whole, and takes no more once these are', () => {
    const budget = budgetOf({ incoming: 3, whole: 1 });
    const [first, second] = ['a', 'b', 'c'].map((session) => budget.take(session, 'shop'));
    expect(() => budget.take('d', 'shop')).toThrow(refused);
    first!.complete();
    expect(() => second!.complete()).toThrow(refused);
    second!.end();
    expect(() => budget.take('d', 'shop')).toThrow(refused);
    first!.end();
    expect(() => budget.take('d', 'shop')).not.toThrow();
  });

  it('holds nothing of what it refused or what is over', () => {
    const budget = budgetOf({ bytes: 100, perSession: 1 });
    for (let index = 0; index < 1000; index += 1) {
      const upload = budget.take('a', 'shop');
      upload.add(100);
      expect(() => upload.add(1)).toThrow(refused);
      expect(() => budget.take('a', 'shop')).toThrow(refused);
      if (index % 2) upload.complete();
      upload.end();
    }
  });
});
