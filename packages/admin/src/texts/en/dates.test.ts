import { describe, expect, it } from 'vitest';
import { dateAndTime } from './dates.ts';

const now = new Date(2026, 10, 28);

describe('date and time', () => {
  it('omits the current year', () => {
    expect(dateAndTime(new Date(2026, 8, 3, 9, 5), now)).toBe('3 Sept, 09:05');
  });

  it('includes another year', () => {
    expect(dateAndTime(new Date(2025, 11, 31, 23, 59), now)).toBe('31 Dec 2025, 23:59');
  });

  it.each([...Array(12).keys()])('abbreviates month %i as British English does', (month) => {
    const date = new Date(2025, month, 15, 12, 30);
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
    expect(dateAndTime(date, now)).toBe(format.format(date));
  });
});
