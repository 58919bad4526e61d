import { describe, expect, it } from 'vitest';
import { addressOf, callQuery, readFilters } from './filters.ts';

describe('filters of the audit trail', () => {
  it('reads the filters back from the address', () => {
    const filters = { act: 'key.create', actor: 'root', subject: '0123456789aB', from: '2026-11-01' };
    expect(readFilters(new URLSearchParams(addressOf(filters).split('?')[1]))).toEqual(filters);
    expect(addressOf({ act: '' })).toBe('/settings/audit');
  });

  it.each([
    'act=no.act',
    'act=toString',
    'actor=a%20b',
    'subject=anna',
    'from=2026-02-30',
    'mode=live',
    'to=',
  ])('drops %s, which no link of the panel contains', (damaged) => {
    expect(readFilters(new URLSearchParams(`${damaged}&act=key.create`))).toEqual(
      damaged.startsWith('act=') ? {} : { act: 'key.create' },
    );
  });

  it("queries whole days in the browser's time zone", () => {
    const { from = '', to = '' } = callQuery({ from: '2026-11-01', to: '2026-11-01' });
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000);
    expect([new Date(from).getDate(), new Date(from).getHours()]).toEqual([1, 0]);
  });
});
