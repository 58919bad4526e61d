import { expect, it, vi } from 'vitest';
import { createMemoryLedger } from './memory-ledger.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lets a smaller process overtake the first in line a few times, then nobody', () => {
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

it('wakes those who wait when the first in line gives up', async () => {
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

it('gives all there is to a process that is larger, once nobody else has any', () => {
  const ledger = createMemoryLedger(1);
  const [faces, cards] = [vi.fn(), vi.fn()];
  expect(ledger.take(520, faces)).toBe(true);
  expect(ledger.take(240, cards)).toBe(false);
  ledger.give(520);
  expect(ledger.take(240, cards)).toBe(true);
});
