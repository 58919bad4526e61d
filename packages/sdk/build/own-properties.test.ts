import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foreignNames, ownProperties, withOwnNames } from './own-properties.mjs';

const source = new URL('../src/', import.meta.url);
const transform = ownProperties().transform as unknown as (
  code: string,
  id: string,
) => { code: string } | null;

test.each([
  ['.flow {\n  --room: 100vh;\n}', '.flow {\n  --vo-room: 100vh;\n}'],
  [
    'a{--from:1px;left:calc(var(--from) * var( --to-end, var(--x)))}',
    'a{--vo-from:1px;left:calc(var(--vo-from) * var( --vo-to-end, var(--vo-x)))}',
  ],
  [`style.setProperty('--room', x)`, `style.setProperty('--vo-room', x)`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of a module.
  ['`--${kebabCase(role)}:${i--}`', '`--vo-${kebabCase(role)}:${i--}`'],
  ['.block--wide{color:red}', '.block--wide{color:red}'],
])('builds %j as %j', (written, built) => {
  expect(withOwnNames(written)).toBe(built);
});

test('finds an unchanged name in built code', () => {
  expect(foreignNames('a{color:var(--text);top:var(--vo-room)}e.setProperty(`--room`,1),b--')).toEqual([
    '--text',
    '--room',
  ]);
});

test('covers every file of the SDK that uses a custom property', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:css|tsx?)$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const left = files.flatMap((name) => {
    const path = new URL(name, source).pathname;
    const code = readFileSync(path, 'utf8');
    return foreignNames(transform(code, path)?.code ?? code).map((property) => `${name} ${property}`);
  });
  expect(files.length).toBeGreaterThan(100);
  expect(left).toEqual([]);
});
