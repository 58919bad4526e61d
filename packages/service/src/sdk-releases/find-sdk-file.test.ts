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
  ['marks a version as immutable in production', true, 'entry.js', true],
  ['marks a version as replaceable in development', false, 'entry.js', false],
  ['marks a file named by its content hash as immutable', false, 'chunks/capture-Bx93kQ2a.js', true],
])('%s', async (_, areReleasesFinal, name, isImmutable) => {
  const folders = { builtFolder: join(folder, 'built'), releasesFolder: folder, areReleasesFinal };
  expect(await findSdkFile(folders, `1.0.0/${name}`)).toMatchObject({ isImmutable });
});
