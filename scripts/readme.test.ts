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

  it.each([
    'README.md',
    'packages/sdk/README.md',
    'docs/mrz.md',
    'docs/document-finder.md',
    'docs/workflows.md',
    'docs/webhooks.md',
    'docs/sandbox.md',
    'docs/errors.md',
    'examples/ci/README.md',
    'examples/webhooks/README.md',
  ])('and the other pages lead to files that are there: %s', (page) => {
    const home = page.replace(/[^/]*$/, '');
    const links = matches(read(page), /\]\((?!https?:|#)([^)#\s]+)/g).map((link) => join(home, link));
    const paths = matches(read(page), /`((?:packages|e2e|scripts|bench)\/[\w./-]+)`/g);
    const kept = paths.filter((path) => !path.includes('/.cache/'));
    expect([...links, ...kept].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('the README of the SDK', () => {
  const readme = read('packages/sdk/README.md');
  const missing = (wanted: string[], told: string[]) => wanted.filter((one) => !told.includes(one));
  /** The cells of each row of a section's tables, by what stands as code in its first. */
  const tableOf = (heading: string) => {
    const section = new RegExp(`^## ${heading}\\n([\\s\\S]*?)^## `, 'm').exec(readme)?.[1] ?? '';
    const lines = section.split('\n').filter((line) => line.startsWith('| `'));
    const cells = lines.map((line) =>
      line.split(' | ').map((cell) => cell.replace(/^\| | *\|$/g, '').trim()),
    );
    return new Map(cells.map(([first = '', ...rest]) => [matches(first, /^`(.+)`$/g)[0] ?? first, rest]));
  };
  const unexplained = (table: Map<string, string[]>, columns: number) =>
    [...table].filter(([, cells]) => cells.length !== columns || cells.includes('')).map(([name]) => name);

  it('tells every option of start, and no other', () => {
    const options = /interface Configuration \{([\s\S]*?)^\}/m.exec(
      read('packages/sdk/src/config/configuration.ts'),
    );
    const names = matches(options?.[1] ?? '', /^ {2}readonly (\w+)\??:/gm);
    expect(names.length).toBeGreaterThan(5);
    const table = tableOf('Configuration');
    expect([...table.keys()].toSorted()).toEqual(names.toSorted());
    // Type, default, meaning, and what becomes of a value that cannot be used; a default is all that may be missing.
    for (const [name, cells] of table) {
      expect(cells, name).toHaveLength(4);
      expect([cells[0], cells[2], cells[3]], name).not.toContain('');
    }
  });

  it('tells every value of a theme, and no other', () => {
    const source = read('packages/sdk/src/theme/theme-config.ts');
    const names = matches(source, /^ {2}readonly (\w+)\??:/gm).filter(
      (name) => !['light', 'dark'].includes(name),
    );
    expect(names.length).toBeGreaterThan(7);
    expect([...tableOf('Theme').keys()].toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it('tells every language, its aliases, and no other', () => {
    const source = read('packages/sdk/src/config/configuration.ts');
    const tags = matches(/SUPPORTED_LANGUAGES = \[(.*?)\]/.exec(source)?.[1] ?? '', /'(\w+)'/g);
    const table = tableOf('Languages');
    expect([...table.keys()]).toEqual(tags);
    const aliases = [...read('packages/sdk/src/config/language.ts').matchAll(/\b(\w\w): '(\w\w)'/g)];
    expect(aliases.length).toBeGreaterThan(1);
    for (const [, alias, tag = ''] of aliases) expect(table.get(tag)?.[1]).toContain(`\`${alias}\``);
  });

  it('tells every name that the package exports', () => {
    const source = read('packages/sdk/src/index.ts');
    const lists = matches(source, /^export (?:type )?\{([^}]*)\}/gm).flatMap((list) => list.split(','));
    const names = [
      ...lists.map((name) => name.replace('type ', '').trim()).filter(Boolean),
      ...matches(source, /^export const (\w+)/gm),
    ];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
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
    const messagesIn = (text: string) =>
      matches(text, /new (?:Error|DOMException)\(\s*(?:['"`])(.*?)['"`](?:\)|, ')/g).map((message) =>
        message.replace(/\$\{(\w+)\}/g, '{$1}'),
      );
    expect(messagesIn(source)).toHaveLength(8);
    const all = messagesIn(read('packages/sdk/src/config/exceptions.ts'));
    const table = tableOf('When start rejects');
    expect([...table.keys()].toSorted()).toEqual(all.toSorted());
    expect(unexplained(table, 2), 'without cause or remedy').toEqual([]);
  });

  it('tells every error code, event and completion value', () => {
    const source = read('packages/sdk/src/events/sdk-events.ts');
    const valuesOf = (type: string) =>
      matches(new RegExp(`export type ${type} =([\\s\\S]*?);`).exec(source)?.[1] ?? '', /\| '(\w+)'/g);
    const codes = tableOf('Error codes');
    expect([...codes.keys()]).toEqual(valuesOf('ErrorCodes'));
    expect(codes.size).toBe(6);
    expect(unexplained(codes, 2), 'without cause or remedy').toEqual([]);

    const names = matches(source, /^ {2}(\w+): \(.*\) => void;/gm);
    const events = tableOf('Events');
    expect(names).toHaveLength(6);
    expect([...events.keys()].toSorted()).toEqual(names.toSorted());
    for (const [name, [argument, when]] of events) {
      expect(when, name).toBeTruthy();
      expect(Boolean(argument), name).toBe(new RegExp(`^ {2}${name}: \\(\\w`, 'm').test(source));
    }
    expect(valuesOf('CompletionTypes')).toHaveLength(4);
    for (const value of valuesOf('CompletionTypes')) expect(events.get('completed')?.[0]).toContain(value);
  });

  it('tells every finding of preflight', () => {
    const source = read('packages/sdk/src/preflight/finding.ts');
    const list = /preflightCodes = \[([\s\S]*?)\] as const/.exec(source)?.[1] ?? '';
    const codes = matches(list, /'([\w-]+)'/g);
    expect(codes.length).toBeGreaterThan(15);
    expect(missing(codes, [...tableOf('Is everything ready\\?').keys()])).toEqual([]);
  });

  it('leads to sections that are there', () => {
    const anchors = matches(readme, /^##+ (.*)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    );
    const used = matches(readme, /\]\(#([\w-]+)\)/g);
    expect(used.length).toBeGreaterThan(5);
    expect(missing(used, anchors)).toEqual([]);
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
