import { randomUUID } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NotedPurge, openPurgeJournal, type PurgeJournal } from './purge-journal.ts';
import type { PurgeStore } from './purge-store.ts';
import { createPurgeReplay } from './replay-purges.ts';

const at = Date.UTC(2030, 0, 15, 12);
const lineOf = (id: string) => `\n${new Date(at).toISOString()} ${id}\n`;
let folder: string;
let file: string;
let journal: PurgeJournal;
/** Byte counts of the file reads since the last call of `readSince`. */
let reads: number[];

/** Opens files like Node, and counts the bytes read from them. */
const counted: typeof open = async (...given) => {
  const handle = await open(...given);
  return new Proxy(handle, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        const result: unknown = await Reflect.apply(value, target, args);
        if (name === 'read') reads.push((result as { bytesRead: number }).bytesRead);
        else if (/^read/i.test(String(name))) reads.push(Number.POSITIVE_INFINITY);
        return result;
      };
    },
  });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purge-journal-'));
  file = join(folder, 'purges.log');
  reads = [];
  journal = openPurgeJournal(file, counted);
});
afterEach(() => rmSync(folder, { recursive: true }));

const readSince = () => reads.splice(0).reduce((sum, bytes) => sum + bytes, 0);
async function entries(of: PurgeJournal = journal): Promise<NotedPurge[]> {
  const all: NotedPurge[] = [];
  for await (const piece of of.pieces()) all.push(...piece.entries);
  return all;
}

describe('purge journal in a file', () => {
  it('appends an entry without reading existing ones', async () => {
    writeFileSync(file, lineOf(randomUUID()).repeat(5000));
    const executionId = randomUUID();
    await journal.note({ executionId, at });
    expect(reads).toEqual([]);
    expect((await entries()).at(-1)).toEqual({ executionId, at });
    expect((await entries()).length).toBe(5001);
  });

  it('reads in small chunks, in order, with no entry missing or repeated', async () => {
    const ids = Array.from({ length: 5000 }, () => randomUUID());
    writeFileSync(file, ids.map(lineOf).join(''));
    const sizes: number[] = [];
    const found: string[] = [];
    for await (const piece of journal.pieces()) {
      sizes.push(piece.entries.length);
      found.push(...piece.entries.map(({ executionId }) => executionId));
    }
    expect(found).toEqual(ids);
    expect(Math.max(...sizes)).toBeLessThan(600);
    expect(Math.max(...reads)).toBeLessThanOrEqual(32 * 1024);
  });

  it('reads from the start if the file was replaced or is shorter', { tags: ['DRUN-45'] }, async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (const executionId of [first, second]) await journal.note({ executionId, at });
    const firstFrom = async (from: Parameters<PurgeJournal['pieces']>[0]) => {
      for await (const piece of journal.pieces(from)) return piece.entries[0]?.executionId;
      return undefined;
    };
    let end: Parameters<PurgeJournal['pieces']>[0];
    for await (const piece of journal.pieces()) end = piece.end;
    expect(await firstFrom(end)).toBeUndefined();
    truncateSync(file, lineOf(first).length);
    expect(await firstFrom(end)).toBe(first);
    const other = join(folder, 'other.log');
    writeFileSync(other, lineOf(second).repeat(3));
    renameSync(other, file);
    expect(await firstFrom(end)).toBe(second);
  });

  it('returns an incomplete last line, and again once it is complete', async () => {
    const executionId = randomUUID();
    writeFileSync(file, lineOf(executionId).trimEnd());
    let end: Parameters<PurgeJournal['pieces']>[0];
    for await (const piece of journal.pieces()) end = piece.end;
    expect(await entries()).toEqual([{ executionId, at }]);
    writeFileSync(file, lineOf(executionId));
    const again: NotedPurge[] = [];
    for await (const piece of openPurgeJournal(file).pieces(end && { ...end })) again.push(...piece.entries);
    expect(again).toEqual([{ executionId, at }]);
  });

  it('returns no entries for a missing file, and skips invalid lines', async () => {
    expect(await entries()).toEqual([]);
    const executionId = randomUUID();
    writeFileSync(
      file,
      `${'x'.repeat(100_000)}${lineOf(executionId)}yesterday ${executionId}\n2030-01-15T12:00`,
    );
    expect(await entries()).toEqual([{ executionId, at }]);
  });
});

describe('replay of purges', () => {
  it('looks up a few hundred entries at a time, and later only new ones', {
    tags: ['DRUN-45'],
  }, async () => {
    const asked: number[] = [];
    const purges = {
      emptyLog: async () => true,
      dueErasures: async () => [],
      unpurged: async (ids: readonly string[]) => {
        asked.push(ids.length);
        return new Set<string>();
      },
    } as Partial<PurgeStore> as PurgeStore;
    writeFileSync(file, Array.from({ length: 5000 }, () => lineOf(randomUUID())).join(''));
    const replay = createPurgeReplay({ purges, journal, media: { delete: async () => {} } });
    await replay();
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(5000);
    expect(Math.max(...asked)).toBeLessThan(600);
    readSince();
    asked.length = 0;

    await replay();
    expect([asked, readSince()]).toEqual([[], 0]);
    await journal.note({ executionId: randomUUID(), at });
    await replay();
    expect(asked).toEqual([1]);
    expect(readSince()).toBe(lineOf(randomUUID()).length);
  });
});
