import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareRelease, keepRelease } from './keep-release.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-releases-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a build of one entry and one chunk, whose hashes distinguish it from other builds. */
function build(version: unknown, content: string): void {
  const files = join(folder, 'built', 'v1');
  mkdirSync(join(files, 'chunks'), { recursive: true });
  writeFileSync(join(files, 'entry.js'), content);
  writeFileSync(join(files, 'chunks', 'capture-Bx93kQ2a.js'), content);
  writeFileSync(join(files, 'integrity.json'), JSON.stringify({ version, files: { 'entry.js': content } }));
}

const keep = (mayReplace = false) =>
  keepRelease({
    builtFolder: join(folder, 'built'),
    releasesFolder: join(folder, 'data', 'releases'),
    mayReplace,
  });
const released = (version: string, name = 'entry.js') =>
  readFileSync(join(folder, 'data', 'releases', version, name), 'utf8');

describe('keepRelease', () => {
  it('copies a new version with its chunks', async () => {
    build('1.4.0', 'a');
    expect(await keep()).toEqual({ kind: 'kept', version: '1.4.0' });
    expect([released('1.4.0'), released('1.4.0', 'chunks/capture-Bx93kQ2a.js')]).toEqual(['a', 'a']);
  });

  it('leaves an identical build unchanged', async () => {
    build('1.4.0', 'a');
    await keep();
    expect(await keep()).toEqual({ kind: 'already-kept', version: '1.4.0' });
  });

  it('keeps earlier versions beside a new one', async () => {
    build('1.4.0', 'a');
    await keep();
    build('1.5.0-beta.1', 'b');
    expect(await keep()).toEqual({ kind: 'kept', version: '1.5.0-beta.1' });
    expect([released('1.4.0'), released('1.5.0-beta.1')]).toEqual(['a', 'b']);
  });

  it('never replaces a released version with another build', async () => {
    build('1.4.0', 'a');
    await keep();
    build('1.4.0', 'b');
    expect(await keep()).toEqual({ kind: 'conflict', version: '1.4.0' });
    expect(released('1.4.0')).toBe('a');
  });

  it('replaces the build of a version in development', async () => {
    build('1.4.0', 'a');
    await keep(true);
    build('1.4.0', 'b');
    expect(await keep(true)).toEqual({ kind: 'replaced', version: '1.4.0' });
    expect(released('1.4.0')).toBe('b');
  });

  it('removes unfinished copies left by a crash', async () => {
    mkdirSync(join(folder, 'data', 'releases', '.incoming-1'), { recursive: true });
    build('1.4.0', 'a');
    await keep();
    expect(readdirSync(join(folder, 'data', 'releases'))).toEqual(['1.4.0']);
  });

  it('reports a missing build as absent', async () => {
    expect(await keep()).toEqual({ kind: 'absent' });
  });

  it.each(['1.4', 'v1', '..', '../1.4.0', '1.4.0/..', '', `1.4.0-${'a'.repeat(60)}`, 14, undefined])(
    'refuses a build with the invalid version %s',
    async (version) => {
      build(version, 'a');
      await expect(keep()).rejects.toThrow('does not state its version');
    },
  );
});

describe('compareRelease', () => {
  const compare = () =>
    compareRelease({
      builtFolder: join(folder, 'built'),
      releasesFolder: join(folder, 'data', 'releases'),
    });

  it('distinguishes a new version, an identical build and another build, without keeping any', async () => {
    expect(await compare()).toEqual({ kind: 'absent' });
    build('1.4.0', 'a');
    expect(await compare()).toEqual({ kind: 'new', version: '1.4.0' });
    expect(readdirSync(folder)).toEqual(['built']);
    await keep();
    expect(await compare()).toEqual({ kind: 'already-kept', version: '1.4.0' });
    build('1.4.0', 'b');
    expect(await compare()).toEqual({ kind: 'conflict', version: '1.4.0' });
    expect(released('1.4.0')).toBe('a');
  });
});
