import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSdkFile } from './find-sdk-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-sdk-file-'));
  mkdirSync(join(folder, '1.0.0', 'chunks'), { recursive: true });
  writeFileSync(join(folder, '1.0.0', 'entry.js'), 'entry');
  writeFileSync(join(folder, '1.0.0', 'chunks', 'capture-Bx93kQ2a.js'), 'chunk');
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['in production a version may be kept for ever', true, 'entry.js', true],
  ['while developing it may be built again', false, 'entry.js', false],
  ['a file that is named by its content stays', false, 'chunks/capture-Bx93kQ2a.js', true],
])('%s', async (_, areReleasesFinal, name, isImmutable) => {
  const folders = { builtFolder: join(folder, 'built'), releasesFolder: folder, areReleasesFinal };
  expect(await findSdkFile(folders, `1.0.0/${name}`)).toMatchObject({ isImmutable });
});
