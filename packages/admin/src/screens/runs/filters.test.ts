import { describe, expect, it } from 'vitest';
import { dayBefore } from '../../parts/filters/days.ts';
import { exampleRow } from '../../testing/example-run.ts';
import { addressOf, belongs, callQuery, readFilters } from './filters.ts';

describe('filters of the list', () => {
  it('reads the filters back from the address', () => {
    const filters = { status: 'REVIEW', check: 'DOCUMENT_CHECK', code: 'A_B', from: '2026-11-01' };
    const address = addressOf(filters, 'test');
    const query = new URLSearchParams(address.split('?')[1]);
    expect(readFilters(query)).toEqual(filters);
    expect(query.get('mode')).toBe('test');
  });

  it('drops empty and unknown filters', () => {
    expect(addressOf({ status: '', code: 'X' }, 'live')).toBe('/runs?mode=live&code=X');
    expect(readFilters(new URLSearchParams('status=&email=a&code=X'))).toEqual({ code: 'X' });
  });

  it.each(['from=abc', 'to=2026-02-30', 'from=2026-13-01', 'to=12026-01-01', 'from=', 'version=two'])(
    'drops %s, which no link of the panel contains',
    (damaged) => {
      expect(readFilters(new URLSearchParams(`${damaged}&code=X`))).toEqual({ code: 'X' });
    },
  );

  it("queries whole days in the browser's time zone", () => {
    const query = callQuery({ from: '2026-11-01', to: '2026-11-01' }, 'live', null);
    const [from, to] = [new Date(query.from!), new Date(query.to!)];
    expect([from.getDate(), from.getHours(), to.getDate(), to.getHours()]).toEqual([1, 0, 2, 0]);
  });
});

describe('belongs', () => {
  const row = exampleRow();
  const dayOfRow = dayBefore(new Date(row.createdAt), 0);
  it.each([
    [{}, 'live', true],
    [{}, 'test', false],
    [{ status: 'REVIEW' }, 'live', true],
    [{ status: 'DECLINED' }, 'live', false],
    [{ version: '2' }, 'live', false],
    [{ to: '2020-01-01' }, 'live', false],
    [{ to: dayOfRow }, 'live', true],
    [{ from: dayOfRow, to: dayOfRow }, 'live', true],
    [{ code: 'X' }, 'live', null],
  ])('matches %o in mode %s: %s', (filters, mode, expected) => {
    expect(belongs(row, filters, mode)).toBe(expected);
  });
});
