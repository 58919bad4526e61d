import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('the README', () => {
  const readme = read('README.md');

  it('tells every variable that the service reads, and no other', () => {
    const schema = /environmentSchema = z\.object\(\{([\s\S]*?)^\}\);/m.exec(
      read('packages/service/src/environment.ts'),
    );
    const known = matches(schema?.[1] ?? '', /^ {2}([A-Z_]+): /gm);
    const rows = matches(readme, /^\| (`[A-Z_`, ]+`) \|/gm).flatMap((cell) => matches(cell, /`([A-Z_]+)`/g));
    expect(known.length).toBeGreaterThan(8);
    expect(rows.toSorted()).toEqual(known.toSorted());
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = matches(readme, /npm (?:run )?(start|test|(?<=run )[\w:]+)/g);
    expect(named).toContain('start');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(['README.md', 'packages/sdk/README.md', 'docs/mrz.md', 'docs/document-finder.md'])(
    'and the other pages lead to files that are there: %s',
    (page) => {
      const home = page.replace(/[^/]*$/, '');
      const links = matches(read(page), /\]\((?!https?:|#)([^)#\s]+)/g).map((link) => join(home, link));
      const paths = matches(read(page), /`((?:packages|e2e|scripts|bench)\/[\w./-]+)`/g);
      const kept = paths.filter((path) => !path.includes('/.cache/'));
      expect([...links, ...kept].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    },
  );
});
