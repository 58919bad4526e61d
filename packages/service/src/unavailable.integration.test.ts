import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { orLost } from './db/opening/postgres/lost-database.ts';
import { causeOfUnavailability, describeFailure, explainFailure } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

/** Returns the error that a call throws. */
function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

describe('causes of unavailability', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EFBIG', 'EIO', 'ENOMEM', 'EACCES', 'EPERM'])(
    'names a cause for %s, also when wrapped by another error',
    (code) => {
      expect(causeOfUnavailability(withCode(code))).toMatch(/^[a-z -]+$/);
      expect(causeOfUnavailability(new Error('outer', { cause: withCode(code) }))).not.toBeNull();
    },
  );

  it.each([
    ['DATABASE_LOST', 'the database server does not answer'],
    ['57P01', 'the database server does not answer'],
    ['25006', 'the database can only be read'],
    ['53300', 'the database server has no connections left'],
    ['40001', 'database transactions wait for each other too long'],
  ])("names a cause for the database server's error %s", (code, cause) => {
    expect(causeOfUnavailability(withCode(code))).toBe(cause);
  });

  it('names a cause if the database server did not answer, and none for an invalid call', async () => {
    const lost = (error: Error) => orLost(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
    expect(causeOfUnavailability(await lost(new Error('Connection terminated unexpectedly')))).toBe(
      'the database server does not answer',
    );
    expect(causeOfUnavailability(await lost(new TypeError('not serializable')))).toBeNull();
    const syntax = Object.assign(new Error('syntax error'), { code: '42601', severity: 'ERROR' });
    expect(causeOfUnavailability(await lost(syntax))).toBeNull();
  });

  it('names a cause when the database is full, read-only or cannot be opened', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table t (a blob); pragma max_page_count = 3');
    const full = catchError(() => database.exec('insert into t values (zeroblob(100000))'));
    expect(causeOfUnavailability(full)).toBe('the disk is full');
    database.exec('pragma query_only = on');
    expect(causeOfUnavailability(catchError(() => database.exec('insert into t values (1)')))).toBe(
      'the database is read-only',
    );
    database.close();
    const missing = catchError(() => new DatabaseSync('/nowhere/at/all.db'));
    expect(causeOfUnavailability(missing)).toBe('the database file cannot be opened');
  });

  it.each([
    ['a programming error', new TypeError('x is undefined')],
    ['a missing file', catchError(() => openSync('/nowhere/at/all', 'r'))],
    ['a code that every object has as a member', withCode('toString')],
    ['a value that is not an error', 'ENOSPC'],
    ['damaged data', Object.assign(new Error('malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 11 })],
    [
      'a violated constraint',
      Object.assign(new Error('unique'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 }),
    ],
  ])('names no cause for %s', (_case, error) => {
    expect(causeOfUnavailability(error)).toBeNull();
  });
});

describe('errors of libraries', () => {
  /** Returns the error of `work` on a database file with the given content. */
  function errorOf(content: string, work: (database: InstanceType<typeof DatabaseSync>) => void): unknown {
    const file = join(mkdtempSync(join(tmpdir(), 'vo-fault-')), 'x.db');
    writeFileSync(file, content);
    const database = new DatabaseSync(file);
    try {
      return catchError(() => work(database));
    } finally {
      database.close();
      rmSync(dirname(file), { recursive: true });
    }
  }

  it.each([
    [
      errorOf('not a database '.repeat(100), (database) => database.exec('select * from sqlite_master')),
      'The database file is damaged or not a database (SQLITE_NOTADB).',
      /restore the last backup/,
    ],
    [
      errorOf('', (database) =>
        database.exec('pragma max_page_count = 2; create table t as select zeroblob(99999)'),
      ),
      'The disk is full (SQLITE_FULL).',
      /Free some disk space/,
    ],
    [
      Object.assign(new Error('malformed'), {
        errcode: 11 | (1 << 8),
        sqliteCodeName: 'SQLITE_CORRUPT_VTAB',
      }),
      'The database is damaged (SQLITE_CORRUPT_VTAB).',
      /restore the last backup/,
    ],
    [
      Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/srv/data/lists' }),
      'Permission denied (/srv/data/lists, EACCES).',
      /chown -R/,
    ],
    [withCode('EROFS'), 'The disk is read-only (EROFS).', /Mount the disk writable/],
    [withCode('EMFILE'), 'The process has no file descriptors left (EMFILE).', /LimitNOFILE/],
  ])('explains cause and remedy of %s', (error, cause, remedy) => {
    expect(explainFailure(error)).toEqual({ cause, remedy: expect.stringMatching(remedy) });
    expect(describeFailure(error)).toContain(cause);
  });

  it('keeps the message of an error of ours', () => {
    const ours = new Error('Another process is using the folder.', { cause: withCode('EACCES') });
    expect(explainFailure(ours)).toBeNull();
    expect(describeFailure(ours)).toBe('Another process is using the folder.');
  });
});
