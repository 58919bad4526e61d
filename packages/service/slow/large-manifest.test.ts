import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEntryList } from '../src/backups/entry-list.ts';
import { type BackupSummary, headOf, readManifest, writeManifest } from '../src/backups/manifest.ts';
import { createVault } from '../src/secrets/vault.ts';

const maxBytes = 400 * 1024 * 1024;

it('writes and reads a manifest that is longer than a string can be', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'large-manifest-'));
  const list = await createEntryList(join(folder, 'entries'));
  try {
    const sha256 = 'a'.repeat(64);
    for (let file = 0; file < 4_000_000; file += 1)
      await list.add({ path: `media/ab/${String(file).padStart(32, '0')}`, size: 100_000, sha256 });
    const head = headOf({ version: '1.0.0', createdAt: new Date(0).toISOString(), migrations: [] });
    const summary: BackupSummary = { ...head, counts: {}, removed: [], missing: [] };
    const vault = createVault(new Uint8Array(32));
    const { size, pieces } = writeManifest(vault, summary, list);
    expect(size).toBeGreaterThan(maxBytes);
    const maxMemory = { bytes: 0 };
    async function* watched() {
      for await (const piece of pieces) {
        maxMemory.bytes = Math.max(maxMemory.bytes, process.memoryUsage.rss());
        yield piece;
      }
    }
    expect(await readManifest(vault, watched(), list.read())).toEqual({ summary, difference: null });
    expect(maxMemory.bytes).toBeLessThan(size);
  } finally {
    await list.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
