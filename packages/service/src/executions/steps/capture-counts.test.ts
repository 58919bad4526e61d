import { expect, it } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { createCaptureCounts } from './capture-counts.ts';

const limits = { perSlot: 3, perSession: 5 };
const reached = expect.objectContaining({ code: 'CAPTURE_LIMIT_REACHED' });
const stored = () => Promise.resolve('stored');

it('refuses further files for a slot, but accepts them for another slot and session', async () => {
  const counts = createCaptureCounts(limits);
  for (const digest of ['a', 'b', 'c']) await counts.store('session', 'front', digest, stored);
  expect(() => counts.admit('session', 'front', 'd')).toThrow(reached);
  await expect(counts.store('session', 'front', 'd', stored)).rejects.toEqual(reached);
  await expect(counts.store('session', 'back', 'd', stored)).resolves.toBe('stored');
  await expect(counts.store('another', 'front', 'd', stored)).resolves.toBe('stored');
});

it('refuses further files of a session in any slot', async () => {
  const counts = createCaptureCounts(limits);
  for (let slot = 0; slot < 5; slot++) await counts.store('session', `${slot}`, 'a', stored);
  expect(() => counts.admit('session', 'another', 'a')).toThrow(reached);
});

it('accepts the last stored file repeatedly, even beyond the limit', async () => {
  const counts = createCaptureCounts(limits);
  for (let time = 0; time < 9; time++) await counts.store('session', 'front', 'a', stored);
  for (const digest of ['b', 'c']) await counts.store('session', 'front', digest, stored);
  counts.admit('session', 'front', 'c');
  await expect(counts.store('session', 'front', 'c', stored)).resolves.toBe('stored');
  expect(() => counts.admit('session', 'front', undefined)).toThrow(reached);
  expect(() => counts.admit('session', 'front', 'a')).toThrow(reached);
});

it.each([
  ['counts a file that could not be stored', new Error('The decoder died.'), 3],
  ['counts a file that is refused', new Refusal('UNSUPPORTED_MEDIA_TYPE', 'A video in another format.'), 3],
  ['does not count a file that must be sent again', new Refusal('RATE_LIMITED', 'Too many wait.'), 9],
])('%s', async (_, failure, tries) => {
  const counts = createCaptureCounts(limits);
  const fail = () => Promise.reject(failure);
  for (let time = 0; time < tries; time++)
    await expect(counts.store('session', 'front', 'a', fail)).rejects.toBe(failure);
  if (tries === 3) expect(() => counts.admit('session', 'front', 'a')).toThrow(reached);
  else counts.admit('session', 'front', 'a');
});

it('forgets the least recently used session beyond ten thousand', async () => {
  const counts = createCaptureCounts({ perSlot: 1, perSession: 1 });
  for (let session = 0; session <= 10_000; session++) await counts.store(`${session}`, 'front', 'a', stored);
  counts.admit('0', 'front', 'b');
  expect(() => counts.admit('1', 'front', 'b')).toThrow(reached);
});
