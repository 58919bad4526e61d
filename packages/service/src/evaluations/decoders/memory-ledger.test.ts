import { expect, it, vi } from 'vitest';
import { createMemoryLedger } from './memory-ledger.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lets a smaller request overtake the first in the queue three times', () => {
  const ledger = createMemoryLedger(600);
  const [letters, faces, cards] = [vi.fn(), vi.fn(), vi.fn()];
  expect(ledger.take(350, letters)).toBe(true);
  expect(ledger.take(520, faces)).toBe(false);
  const overtakes = Array.from({ length: 5 }, () => {
    const isTaken = ledger.take(240, cards);
    if (isTaken) ledger.give(240);
    return isTaken;
  });
  expect(overtakes).toEqual([true, true, true, false, false]);
  ledger.give(350);
  expect(ledger.take(520, faces)).toBe(true);
  expect(ledger.take(240, cards)).toBe(false);
  ledger.give(520);
  expect(ledger.take(240, cards)).toBe(true);
});

it('wakes the waiting requests when the first in the queue is withdrawn', async () => {
  const ledger = createMemoryLedger(600);
  const [letters, faces, cards] = [vi.fn(), vi.fn(), vi.fn()];
  ledger.take(600, letters);
  ledger.take(520, faces);
  ledger.take(240, cards);
  ledger.forget(faces);
  await settle();
  expect(cards).toHaveBeenCalledTimes(1);
  expect(faces).not.toHaveBeenCalled();
});

it('gives all memory to a request for more than the total, once nothing else is reserved', () => {
  const ledger = createMemoryLedger(1);
  const [faces, cards] = [vi.fn(), vi.fn()];
  expect(ledger.take(520, faces)).toBe(true);
  expect(ledger.take(240, cards)).toBe(false);
  ledger.give(520);
  expect(ledger.take(240, cards)).toBe(true);
});
