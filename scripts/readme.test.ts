import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Returns the Markdown files of a folder, by their path from the root. */
function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => join(folder, path))
    .toSorted();
}

/** Pages for readers outside docs/ and examples/. */
const otherPages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'packages/sdk/README.md',
  'packages/sdk/ARCHITECTURE.md',
  'packages/service/ARCHITECTURE.md',
].filter((page) => existsSync(join(root, page)));
const pages = [...otherPages, ...pagesIn('docs'), ...pagesIn('examples')];

/** Returns the addresses of other files to which a page links, without fragments. */
function linksOf(page: string): string[] {
  return matches(read(page), /\]\((?!https?:|#)([^)#\s]+)/g).map((link) => join(dirname(page), link));
}

/** Returns the fragments of the headings of a page, as GitHub generates them. */
function fragmentsOf(page: string): string[] {
  return matches(read(page), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}

/** Names of all commands of the command line. */
const commands = readdirSync(join(root, 'packages/service/src/cli'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .flatMap((path) =>
    matches(
      read(join('packages/service/src/cli', path)),
      /(?:^ +name: |activation\(\s*)'([a-z][a-z-]*(?: [a-z-]+)?)'/gm,
    ),
  );

describe('README', () => {
  it('fits on one screen: at most 4,500 bytes', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(4500);
  });

  it('names five limits of the product', () => {
    const section = /^## What it does not do yet\n([\s\S]*?)^## /m.exec(read('README.md'))?.[1] ?? '';
    expect(section.match(/^- /gm)).toHaveLength(5);
  });
});

describe('page of settings', () => {
  it('lists exactly the variables that the service reads', () => {
    const schema = /environmentSchema = z\.object\(\{([\s\S]*?)^\}\);/m.exec(
      read('packages/service/src/settings/environment.ts'),
    );
    const known = matches(schema?.[1] ?? '', /^ {2}([A-Z_]+): /gm);
    const cells = matches(read('docs/settings.md'), /^\| (`[A-Z_`, ]+`) \|/gm);
    expect(known.length).toBeGreaterThan(8);
    expect(cells.flatMap((cell) => matches(cell, /`([A-Z_]+)`/g)).toSorted()).toEqual(known.toSorted());
  });
});

describe('page of operation', () => {
  it('lists exactly the commands of the command line', () => {
    const cells = matches(read('docs/operate.md'), /^\| (`[a-z`, -]+`) \|/gm);
    const listed = cells.flatMap((cell) => matches(cell, /`([a-z][a-z -]*)`/g));
    expect(commands.length).toBeGreaterThan(30);
    expect(listed.toSorted()).toEqual(commands.toSorted());
  });
});

describe.each(pages)('page %s', (page) => {
  const text = read(page);

  it('links to existing files and sections', () => {
    const paths = matches(text, /`((?:packages|lab|e2e|scripts|bench)\/[\w./-]+)`/g);
    const kept = paths.filter((path) => !path.includes('/.cache/'));
    expect([...linksOf(page), ...kept].filter((path) => !existsSync(join(root, path)))).toEqual([]);

    const sections = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
      ([, link = '', fragment = '']) => ({ target: link ? join(dirname(page), link) : page, fragment }),
    );
    expect(sections.filter(({ target, fragment }) => !fragmentsOf(target).includes(fragment))).toEqual([]);
  });

  it('names existing npm scripts and commands', () => {
    const manifests = ['package.json', join(dirname(page), 'package.json')];
    const scripts = manifests
      .filter((path) => existsSync(join(root, path)))
      .flatMap((path) => Object.keys(JSON.parse(read(path)).scripts ?? {}));
    const named = [
      ...matches(text, /\bnpm (start|test)\b/g),
      ...matches(text, /\bnpm run (?:--silent )?([a-z][\w:]*)/g),
    ];
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);

    const called = matches(text, /orchestration -- (?:orchestration )?([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g);
    const isKnown = (words: string) => commands.some((command) => `${words} `.startsWith(`${command} `));
    expect(called.filter((words) => !isKnown(words))).toEqual([]);
  });
});

describe('index of the documentation', () => {
  it('links every page, directly or in the index of measurements', () => {
    const linked = ['docs/README.md', 'docs/measurements/README.md'].flatMap((index) => [
      index,
      ...linksOf(index),
    ]);
    expect(linksOf('docs/README.md')).toContain('docs/measurements/README.md');
    expect(pagesIn('docs').filter((page) => !linked.includes(page))).toEqual([]);
  });
});

describe('README of the SDK', () => {
  const readme = read('packages/sdk/README.md');
  const missing = (wanted: string[], documented: string[]) =>
    wanted.filter((one) => !documented.includes(one));
  /** Returns the cells of each row of a section's tables, by the code in the first cell. */
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

  it('documents exactly the options of start', { tags: ['DSDK-138'] }, () => {
    const options = /interface Configuration \{([\s\S]*?)^\}/m.exec(
      read('packages/sdk/src/config/configuration.ts'),
    );
    const names = matches(options?.[1] ?? '', /^ {2}readonly (\w+)\??:/gm);
    expect(names.length).toBeGreaterThan(5);
    const table = tableOf('Configuration');
    expect([...table.keys()].toSorted()).toEqual(names.toSorted());
    // Type, default, meaning, and the effect of an invalid value. Only the default may be missing.
    for (const [name, cells] of table) {
      expect(cells, name).toHaveLength(4);
      expect([cells[0], cells[2], cells[3]], name).not.toContain('');
    }
  });

  it('warns against tokens from a URL in the pages about tokens', { tags: ['DSDK-139'] }, () => {
    expect(readme).toContain('**Never take a token from a URL**');
    expect(read('docs/backend.md')).toContain('Never let a page take a token from its own address');
  });

  it('documents exactly the values of a theme', () => {
    const source = read('packages/sdk/src/theme/theme-config.ts');
    const names = matches(source, /^ {2}readonly (\w+)\??:/gm).filter(
      (name) => !['light', 'dark'].includes(name),
    );
    expect(names.length).toBeGreaterThan(7);
    expect([...tableOf('Theme').keys()].toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it('documents exactly the languages, with their aliases', () => {
    const source = read('packages/texts/src/languages.ts');
    const tags = matches(/languages = \[(.*?)\]/.exec(source)?.[1] ?? '', /'(\w+)'/g);
    const table = tableOf('Languages');
    expect([...table.keys()]).toEqual(tags);
    const aliases = [...read('packages/sdk/src/config/language.ts').matchAll(/\b(\w\w): '(\w\w)'/g)];
    expect(aliases.length).toBeGreaterThan(1);
    for (const [, alias, tag = ''] of aliases) expect(table.get(tag)?.[1]).toContain(`\`${alias}\``);
  });

  it('documents every name that the package exports', () => {
    const source = read('packages/sdk/src/index.ts');
    const lists = matches(source, /^export (?:type )?\{([^}]*)\}/gm).flatMap((list) => list.split(','));
    const names = [
      ...lists.map((name) => name.replace('type ', '').trim()).filter(Boolean),
      ...matches(source, /^export const (\w+)/gm),
    ];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('documents the supported browsers, and that Internet Explorer is not supported', {
    tags: ['S4.5-49'],
  }, () => {
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

  it('quotes every exception of start, with cause and remedy', () => {
    const source = read('packages/sdk/src/config/exceptions.ts').split('notABrowser:')[0] ?? '';
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

  it('documents every error code, event and completion value', () => {
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

  it('documents every finding of preflight', () => {
    const source = read('packages/sdk/src/preflight/finding.ts');
    const list = /preflightCodes = \[([\s\S]*?)\] as const/.exec(source)?.[1] ?? '';
    const codes = matches(list, /'([\w-]+)'/g);
    expect(codes.length).toBeGreaterThan(15);
    expect(missing(codes, [...tableOf('Is everything ready\\?').keys()])).toEqual([]);
  });
});
