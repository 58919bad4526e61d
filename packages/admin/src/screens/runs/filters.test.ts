import { describe, expect, it } from 'vitest';
import { exampleRow } from '../../testing/example-run.ts';
import { addressOf, belongs, callQuery, dayBefore, readFilters } from './filters.ts';

describe('the filters of the list', () => {
  it('come back from the address as they were put into it', () => {
    const filters = { status: 'REVIEW', check: 'DOCUMENT_CHECK', code: 'A_B', from: '2026-11-01' };
    const address = addressOf(filters, 'test');
    const query = new URLSearchParams(address.split('?')[1]);
    expect(readFilters(query)).toEqual(filters);
    expect(query.get('mode')).toBe('test');
  });

  it('leave out what is empty or unknown', () => {
    expect(addressOf({ status: '', code: 'X' }, 'live')).toBe('/runs?mode=live&code=X');
    expect(readFilters(new URLSearchParams('status=&email=a&code=X'))).toEqual({ code: 'X' });
  });

  it('ask for whole days of the browser', () => {
    const query = callQuery({ from: '2026-11-01', to: '2026-11-01' }, 'live', null);
    const [from, to] = [new Date(query.from!), new Date(query.to!)];
    expect([from.getDate(), from.getHours(), to.getDate(), to.getHours()]).toEqual([1, 0, 2, 0]);
  });

  it('count days over the ends of months', () => {
    expect(dayBefore(new Date(2026, 2, 1, 23, 59), 1)).toBe('2026-02-28');
  });
});

describe('whether a run belongs into the list', () => {
  const row = exampleRow();
  it.each([
    [{}, 'live', true],
    [{}, 'test', false],
    [{ status: 'REVIEW' }, 'live', true],
    [{ status: 'DECLINED' }, 'live', false],
    [{ version: '2' }, 'live', false],
    [{ to: '2020-01-01' }, 'live', false],
    [{ code: 'X' }, 'live', null],
  ])('by %o in %s is %s', (filters, mode, expected) => {
    expect(belongs(row, filters, mode)).toBe(expected);
  });
});
