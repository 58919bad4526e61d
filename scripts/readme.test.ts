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

describe('the README of the SDK', () => {
  const readme = read('packages/sdk/README.md');
  const rows = matches(readme, /^\| `([^`]+)`\s*\|/gm);
  const missing = (wanted: string[], told: string[]) => wanted.filter((one) => !told.includes(one));

  it('tells every option of start, and no other', () => {
    const options = /interface Configuration \{([\s\S]*?)^\}/m.exec(
      read('packages/sdk/src/config/configuration.ts'),
    );
    const names = matches(options?.[1] ?? '', /^ {2}readonly (\w+)\??:/gm);
    expect(names.length).toBeGreaterThan(5);
    const section = /^## Configuration\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
    expect(matches(section, /^\| `(\w+)`\s*\|/gm).toSorted()).toEqual(names.toSorted());
  });

  it('tells which browsers are supported, and that Internet Explorer is not', () => {
    const section = /^## Browsers\n([\s\S]*?)^## /m.exec(readme)?.[1]?.replace(/\s+/g, ' ') ?? '';
    const oldest = [
      'Chrome 96',
      'Safari 15',
      'Firefox 79',
      'Opera 82',
      'iOS Safari 15',
      'Android Browser 81',
    ];
    const onAndroid = ['Chrome for Android 96', 'Firefox for Android 79'];
    for (const browser of [...oldest, ...onAndroid]) expect(section).toContain(browser);
    expect(section).toContain('Internet Explorer is not supported');
  });

  it('tells every exception of start in its own words', () => {
    const source = read('packages/sdk/src/config/exceptions.ts').split('/** Beyond section 7.4')[0] ?? '';
    const messages = matches(source, /new Error\(['"`](.*)['"`]\)/g).map((text) =>
      text.replace(/\$\{(\w+)\}/g, '{$1}'),
    );
    expect(messages).toHaveLength(8);
    expect(missing(messages, rows)).toEqual([]);
  });

  it('tells every error code, event and completion value', () => {
    const source = read('packages/sdk/src/events/sdk-events.ts');
    const codes = matches(source, /\| '(error_code_\d)'/g);
    expect(codes).toHaveLength(5);
    expect(missing([...codes, 'unknown'], rows)).toEqual([]);
    const events = matches(source, /^ {2}(\w+): \(.*\) => void;/gm);
    expect(events).toHaveLength(6);
    const unnamed = events.filter((name) => !new RegExp(`\\b${name}\\b`).test(readme));
    expect(unnamed).toEqual([]);
    for (const value of ['success', 'pending', 'failed', 'unknown']) expect(readme).toContain(value);
  });
});

describe('the figures of the document finder', () => {
  it('are in the README as on the page of their own', () => {
    const shareOf = (frames: string) =>
      Number(new RegExp(`^\\| whole document, ${frames} .*?\\| ([\\d.]+) %`, 'm').exec(finder)?.[1]);
    const finder = read('docs/document-finder.md');
    const readme = read('README.md').replace(/\s+/g, ' ');
    expect(readme).toContain(`${Math.round(shareOf('320 × 180'))} % of hard synthetic frames lying across`);
    expect(readme).toContain(`of those of a phone held upright ${Math.round(shareOf('180 × 320'))} %`);
  });
});
