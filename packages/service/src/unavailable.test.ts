import { openSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { causeOfUnavailability } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

/** Error that a call throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

describe('the machine as the cause of an error', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EFBIG', 'EIO', 'ENOMEM', 'EACCES', 'EPERM'])(
    'names a cause for %s, also where another error wraps it',
    (code) => {
      expect(causeOfUnavailability(withCode(code))).toMatch(/^[a-z -]+$/);
      expect(causeOfUnavailability(new Error('outer', { cause: withCode(code) }))).not.toBeNull();
    },
  );

  it('names a cause when the database is full, read-only or cannot be opened', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table t (a blob); pragma max_page_count = 3');
    const full = thrownBy(() => database.exec('insert into t values (zeroblob(100000))'));
    expect(causeOfUnavailability(full)).toBe('the disk is full');
    database.exec('pragma query_only = on');
    expect(causeOfUnavailability(thrownBy(() => database.exec('insert into t values (1)')))).toBe(
      'the database is read-only',
    );
    database.close();
    const missing = thrownBy(() => new DatabaseSync('/nowhere/at/all.db'));
    expect(causeOfUnavailability(missing)).toBe('the database file cannot be opened');
  });

  it.each([
    ['a mistake of ours', new TypeError('x is undefined')],
    ['a missing file', thrownBy(() => openSync('/nowhere/at/all', 'r'))],
    ['a code that every object has', withCode('toString')],
    ['no error', 'ENOSPC'],
    ['damage', Object.assign(new Error('malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 11 })],
    ['a broken constraint', Object.assign(new Error('unique'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 })],
  ])('names no cause for %s', (_case, error) => {
    expect(causeOfUnavailability(error)).toBeNull();
  });
});
