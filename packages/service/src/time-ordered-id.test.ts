import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { timeOrderedId } from './time-ordered-id.ts';

describe('timeOrderedId', () => {
  it('makes a UUID of version 7 that contains the time', () => {
    const at = Date.UTC(2026, 10, 27, 12, 0, 0, 7);
    const id = timeOrderedId(at);
    expect(z.uuidv7().safeParse(id).success, id).toBe(true);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
  });

  it('sorts ids by their times', () => {
    const times = [0, 1, 255, 65_536, 1_795_000_000_000, 1_795_000_000_001, 2 ** 48 - 1];
    expect(times.map(timeOrderedId).sort()).toEqual(times.map((at) => expect.stringContaining(prefixOf(at))));
  });

  it('never repeats within a millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => timeOrderedId(1_795_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps every other bit random', () => {
    const ids = Array.from({ length: 200 }, () => BigInt(`0x${timeOrderedId(0).replaceAll('-', '')}`));
    const ever = ids.reduce((all, id) => all | id, 0n);
    const always = ids.reduce((all, id) => all & id);
    expect(ever.toString(16)).toBe('7fffbfffffffffffffff');
    expect(always.toString(16)).toBe('70008000000000000000');
  });
});

function prefixOf(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
