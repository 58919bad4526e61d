import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Folders of installed, built and temporary files. */
const skipped = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report']);

/** Returns the source files below a folder, by their path from the root. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory())
      return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

const files = filesBelow('');
const manifests = files.filter((path) => /(^|\/)package\.json$/.test(path));
const sdk = JSON.parse(read('packages/sdk/package.json'));

describe('licence', () => {
  it('sets the licence MIT in every package.json', { tags: ['DALL-1'] }, () => {
    expect(manifests.length).toBeGreaterThan(12);
    expect(manifests.filter((path) => JSON.parse(read(path)).license !== 'MIT')).toEqual([]);
  });

  it('finds the licence at the root and in every published package', { tags: ['DALL-1'] }, () => {
    expect(read('LICENSE')).toMatch(
      /^MIT License\n\nCopyright \(c\) \d{4} Vendor Orchestration contributors\n/,
    );
    const published = manifests.filter((path) => !JSON.parse(read(path)).private);
    expect(published).toEqual(['packages/sdk/package.json']);
    for (const path of published) expect(read(path.replace('package.json', 'LICENSE'))).toBe(read('LICENSE'));
  });
});

describe('metadata of the published package', () => {
  const [, repository] = /^git\+(https:.*)\.git$/.exec(sdk.repository.url) ?? [];

  it('uses one address for the repository and its pages', () => {
    expect(repository).toBeDefined();
    expect(sdk.repository.directory).toBe('packages/sdk');
    expect([sdk.homepage, sdk.bugs]).toEqual([`${repository}#readme`, `${repository}/issues`]);
  });

  it("contains the repository's address in one file only, so that publishers set it in one place", () => {
    const naming = files.filter(
      (path) => /\.(md|json|ya?ml|m?js|tsx?|html)$/.test(path) && read(path).includes(`${repository}`),
    );
    expect(naming).toEqual(['packages/sdk/package.json']);
  });
});

const papers = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.changeset/README.md',
  'docs/how-to/release.md',
  'packages/sdk/CHANGELOG.md',
];

describe.each(papers)('%s', (page) => {
  const text = read(page);

  it('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
    const paths = [...text.matchAll(/`((?:packages|lab|scripts|docs|e2e)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    const named = [...links.map((link) => join(dirname(page), link)), ...paths];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names npm commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...text.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names test files and folders that exist', () => {
    const named = [...text.matchAll(/\bvitest run ([\w./-]+)/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('version of the SDK', () => {
  /** The version available to readers: the one being built or, if that is a prerelease, the last release. */
  const released = Object.keys(JSON.parse(read('packages/sdk/releases.json')));
  const offered = sdk.version.includes('-') ? released.at(-1) : sdk.version;

  it('matches the version in addresses of the SDK on all pages', () => {
    const pages = files.filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'));
    const named = pages.flatMap((path) =>
      [...read(path).matchAll(/\/sdk\/(\d+\.\d+\.\d+[\w.-]*)\//g)].map(
        ([, version]) => `${path}: ${version}`,
      ),
    );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((line) => !line.endsWith(`: ${offered}`))).toEqual([]);
  });

  it('matches the version on which the examples depend', () => {
    const examples = manifests.filter((path) => path.startsWith('examples/'));
    const named = examples.flatMap(
      (path) => JSON.parse(read(path)).dependencies?.['@vendor/orchestration'] ?? [],
    );
    expect(named.length).toBeGreaterThan(2);
    expect([...new Set(named)]).toEqual([offered]);
  });

  it.each(['CHANGELOG.md', 'packages/sdk/CHANGELOG.md'])('matches the newest dated section of %s', (page) => {
    const [newest] = [...read(page).matchAll(/^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/gm)];
    expect(newest?.[1]).toBe(offered);
  });
});
