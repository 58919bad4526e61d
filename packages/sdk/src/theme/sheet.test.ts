import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveTheme } from './resolve-theme.ts';
import { tokensCss } from './tokens.ts';

const source = new URL('../', import.meta.url);
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, css: readFileSync(new URL(name, source), 'utf8') }));
const all = sheets.map(({ css }) => css).join('\n');

describe.each(sheets)('$name', ({ css }) => {
  it('uses logical properties, except for the camera picture and symmetric edges', () => {
    const oneSided = css.match(/(?:margin|padding)-(?:left|right)|text-align: (?:left|right)|float:/g);
    expect(oneSided).toBeNull();
  });

  it('uses no feature that the oldest supported browsers lack', () => {
    // Flex gap, inset, aspect-ratio, :is and :where are newer than Chromium 81 (browser compatibility data of the web
    // platform).
    expect(css).not.toMatch(
      /\binset:|aspect-ratio|:is\(|:where\(|color-mix|@layer|@container|(?<!grid-|column-|row-)\bgap:/,
    );
  });

  it('uses only the font sizes 13, 15, 17, 22 and 28 px', () => {
    const sizes = [...css.matchAll(/font-size: (\d+)px/g)].map(([, size]) => Number(size));
    expect(sizes.filter((size) => ![13, 15, 17, 22, 28].includes(size))).toEqual([]);
  });
});

it('uses only custom properties that are defined', () => {
  const tokens = tokensCss(resolveTheme(undefined).theme);
  const used = new Set([...all.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name));
  const missing = [...used].filter((name) => !`${tokens}${all}`.includes(`${name}:`));
  expect(missing).toEqual([]);
});

it('animates only if the user has not asked for reduced motion', () => {
  const still = sheets.filter(({ name }) => !name.endsWith('motion.css')).map(({ css }) => css);
  expect(still.join('\n').match(/transition|animation: (?!appear 0\.2s 0\.3s)/g)).toBeNull();
});
