import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maxConnections } from './max-connections.ts';

it('reserves half of the file descriptors for files, and sets no limit if the number is unknown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'));
  try {
    const file = join(folder, 'limits');
    const limits = (soft: string) =>
      writeFileSync(file, `Limit  Soft Limit  Hard Limit  Units\nMax open files   ${soft}   4096   files\n`);
    limits('1024');
    expect(maxConnections(file)).toBe(512);
    limits('unlimited');
    expect(maxConnections(file)).toBeUndefined();
    expect(maxConnections(join(folder, 'none'))).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
