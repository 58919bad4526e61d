import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
const pages = ['.', 'e2e', 'lab', 'lab/specimens', ...packages].map((folder) =>
  join(folder, 'ARCHITECTURE.md'),
);

/** Maximum length of a page, so that it can be read at once and kept up to date. */
const maxLines = 72;
const maxLineLength = 130;

/**
 * Returns the folders and files that a page names: the words before the blanks in its trees, and in the first column of its
 * tables.
 */
function namedPlaces(text: string): string[] {
  const trees = [...text.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, tree = '']) => placesInTree(tree));
  const tables = [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w./-]+)`/g)].map(([, place = '']) => place),
  );
  return [...trees, ...tables].filter((place) => /^[\w.-]+(\/|\.(ts|tsx|mjs|json)$)/.test(place));
}

/** Returns the paths in a tree. Entries indented by two columns are inside the folder above. */
function placesInTree(tree: string): string[] {
  let folder = '';
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', places = ''] =
      /^( {0,2})((?:[\w.-]+[\w./-]*)(?:, [\w.-]+[\w./-]*)*)/.exec(line) ?? [];
    const found = places.split(', ').filter(Boolean);
    if (indent === '') folder = found.length === 1 && found[0]?.endsWith('/') ? found[0] : '';
    return found.map((place) => (indent === '' ? place : folder + place));
  });
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const home = dirname(page);

  it(`keeps each page to ${maxLines} lines of ${maxLineLength} characters`, () => {
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(maxLines);
    expect(lines.filter((line) => [...line].length > maxLineLength)).toEqual([]);
  });

  it('names only existing folders and files', () => {
    const named = namedPlaces(text);
    expect(named.length).toBeGreaterThan(2);
    const roots = [home, join(home, 'src')];
    expect(named.filter((place) => !roots.some((from) => existsSync(join(root, from, place))))).toEqual([]);
  });
});

const withSource = pages.filter((page) => existsSync(join(root, dirname(page), 'src')));

it.each(withSource)('%s names every folder of the source', (page) => {
  const named = namedPlaces(readFileSync(join(root, page), 'utf8')).map((place) => `/${place}`);
  const folders = readdirSync(join(root, dirname(page), 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/${name}/`);
  expect(folders.filter((folder) => !named.some((place) => place.includes(folder)))).toEqual([]);
});

describe('paths in a page', () => {
  it('collects paths from the trees and the first column of the tables', () => {
    const page = [
      'Words about `elsewhere/`.',
      '```',
      'src/',
      '  a/       one → two',
      '  b.ts, c/ others',
      'slow/      more',
      '```',
      '| folder      | idea   |',
      '| ----------- | ------ |',
      '| `d/`, `e.ts` | `f/` |',
    ].join('\n');
    expect(namedPlaces(page)).toEqual(['src/', 'src/a/', 'src/b.ts', 'src/c/', 'slow/', 'd/', 'e.ts']);
  });
});
