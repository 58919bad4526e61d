import { expect, it } from 'vitest';
import { parseDateOrTime } from './date-or-time.ts';

it.each([
  ['2026-11-27', Date.UTC(2026, 10, 27)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
  ['2026-11-27T09:00Z', Date.UTC(2026, 10, 27, 9)],
  ['2026-11-27T09:00:30.5+01:00', Date.UTC(2026, 10, 27, 8, 0, 30, 500)],
  ['2026-02-29', null],
  ['2026-02-30T10:00Z', null],
  ['2026-04-31', null],
  ['2026-13-01', null],
  ['2026-00-10', null],
  ['2026-11-00', null],
  ['2026-11-27T25:00Z', null],
  ['2026-11-27T09:00', null],
  ['27 November 2026', null],
  ['', null],
])('parses %j to %j', (text, time) => {
  expect(parseDateOrTime(text)).toBe(time);
});
