import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareWithRelease, describeBuild, describePart, differences } from './release-record.mjs';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'release-record-'));
  for (const path of [
    'script/v1/hosted.js',
    'script/v1/vendor-orchestration.js',
    'script/v1/vendor-orchestration.mjs',
    'script/v1/chunks/shell-Bx93kQ2a.js',
    'npm/index.cjs',
    'npm/index.js',
    'npm/chunks/shell-Cy04lR3b.js',
    'types/index.d.cts',
    'types/index.d.ts',
    'types/theme/theme-config.d.ts',
  ]) {
    write(path, 'released');
  }
});
afterEach(() => rmSync(dist, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}

describe('the record of a build', () => {
  it('contains one digest for each part, and the hash of each entry', async () => {
    const { script, npm, types } = await describeBuild(dist);
    const hash = expect.stringMatching(/^sha384-[A-Za-z0-9+/]{64}$/);
    expect(script).toEqual({
      digest: hash,
      entries: { 'hosted.js': hash, 'vendor-orchestration.js': hash, 'vendor-orchestration.mjs': hash },
    });
    expect(npm).toEqual({ digest: hash, entries: { 'index.cjs': hash, 'index.js': hash } });
    expect(types).toEqual({ digest: hash, entries: { 'index.d.cts': hash, 'index.d.ts': hash } });
  });

  it('ignores source maps and compressed files', async () => {
    const before = await describeBuild(dist);
    write('npm/index.js.map', 'map');
    write('script/v1/hosted.js.br', 'compressed');
    expect(await describeBuild(dist)).toEqual(before);
  });

  it('does not depend on the order of the files', () => {
    const files = { 'hosted.js': 'a', 'chunks/shell-Bx93kQ2a.js': 'b' };
    const turned = Object.fromEntries(Object.entries(files).reverse());
    expect(describePart('script', turned)).toEqual(describePart('script', files));
  });

  it.each([
    ['an entry changes', 'script/v1/hosted.js', ['script (hosted.js)']],
    ['a chunk changes', 'npm/chunks/shell-Cy04lR3b.js', ['npm (other files than its entries)']],
    ['a file is added', 'types/added.d.ts', ['types (other files than its entries)']],
  ])('names the differences when %s', async (_, path, expected) => {
    const released = await describeBuild(dist);
    write(path, 'changed');
    expect(differences(released, await describeBuild(dist))).toEqual(expected);
  });

  it('names a part that the build lacks', async () => {
    const { npm } = await describeBuild(dist);
    expect(differences({}, { npm })).toEqual(['npm (index.cjs, index.js)']);
  });
});

describe('the build of a version', () => {
  const compare = async (change: Partial<Parameters<typeof compareWithRelease>[0]> = {}) => {
    const built = await describeBuild(dist);
    return compareWithRelease({
      version: '1.4.0',
      releases: { '1.4.0': built },
      built,
      hasRegions: false,
      ...change,
    });
  };

  it('passes for the released build', async () => {
    expect(await compare()).toEqual({ isFit: true });
  });

  it('passes with any files if the version was not released', async () => {
    expect(await compare({ version: '1.5.0-dev' })).toEqual({ isFit: true });
  });

  it('fails if the build differs from the released one, and explains what to do', async () => {
    const releases = { '1.4.0': await describeBuild(dist) };
    write('script/v1/vendor-orchestration.js', 'changed');
    write('npm/index.js', 'changed');
    expect(await compare({ releases })).toEqual({
      isFit: false,
      message:
        '1.4.0 was released with other files: script (vendor-orchestration.js), npm (index.js). ' +
        'Raise the version in packages/sdk/package.json: see docs/how-to/release.md.',
    });
  });

  it('skips the comparison with a message if region addresses are built in', async () => {
    const releases = { '1.4.0': await describeBuild(dist) };
    write('npm/index.js', 'changed');
    expect(await compare({ releases, hasRegions: true })).toEqual({
      isFit: true,
      message: 'VO_REGIONS is set: not compared with the released 1.4.0.',
    });
  });
});
