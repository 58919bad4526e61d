import { describe, expect, it } from 'vitest';
import { dayBefore, timesOf } from './days.ts';

describe('days', () => {
  it('subtracts days across the end of a month', () => {
    expect(dayBefore(new Date(2026, 2, 1, 23, 59), 1)).toBe('2026-02-28');
  });

  it('ends a span at the end of its last day, and leaves an open end open', () => {
    const { from = '', to = '' } = timesOf({ from: '2026-02-28', to: '2026-02-28' });
    expect(new Date(from)).toEqual(new Date(2026, 1, 28));
    expect(new Date(to)).toEqual(new Date(2026, 2, 1));
    expect(timesOf({ from: '', to: '2026-02-28' })).toEqual({ to });
  });
});
