import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withoutAssignments } from './frozen-pages.mjs';

const here = createRequire(import.meta.url);
const moduleOf = (main: string) => readFileSync(main.replace(/\.js$/, '.module.js'), 'utf8');
const signals = moduleOf(createRequire(here.resolve('@preact/signals')).resolve('@preact/signals-core'));
const preact = moduleOf(here.resolve('preact'));

/** Runs a library in a page that has frozen the built-in prototypes; returns one of its exports. */
function runFrozen(library: string, name: string) {
  const [, local] = new RegExp(`(\\w+) as ${name}\\b`).exec(library) as unknown as [string, string];
  const script = library.replace(/export\{[^}]*\};?/, '');
  return runInNewContext(`'use strict'; Object.freeze(Object.prototype); ${script}; ${local}`);
}

test('runs signals in a page with frozen prototypes, where the unpatched library fails', () => {
  expect(() => runFrozen(signals, 'signal')).toThrow('valueOf');
  const seen = runFrozen(withoutAssignments(signals, 'signals-core'), 'signal')(1);
  seen.value += 1;
  expect(seen.value).toBe(2);
});

test('finds no file of the SDK that calls `subscribe`, which the patch removes from signals', () => {
  const source = new URL('../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => readFileSync(new URL(name, source), 'utf8').includes('.subscribe('))).toEqual(
    [],
  );
});

test('makes Preact copy props without assigning members one by one', () => {
  expect(preact).toContain('m({},');
  const { props } = runFrozen(withoutAssignments(preact, 'preact'), 'cloneElement')(
    { type: 'a', props: { constructor: 'Shop' } },
    { href: '#' },
  );
  expect(props).toEqual({ constructor: 'Shop', href: '#' });
  expect(() => runFrozen(preact, 'cloneElement')({ type: 'a', props: { constructor: 'Shop' } }, {})).toThrow(
    'constructor',
  );
});

test.each([
  ['signals-core', 'S.prototype.toString = function () { return ""; };'],
  ['preact', 'o=assign({},u)'],
  ['preact', 'o={...u}'],
] as const)('fails if the code of %s has another form: %s', (library, code) => {
  expect(() => withoutAssignments(code, library)).toThrow('another way');
});
