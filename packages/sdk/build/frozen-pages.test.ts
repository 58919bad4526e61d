import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withoutAssignments } from './frozen-pages.mjs';

const here = createRequire(import.meta.url);
const moduleOf = (main: string) => readFileSync(main.replace(/\.js$/, '.module.js'), 'utf8');
const signals = moduleOf(createRequire(here.resolve('@preact/signals')).resolve('@preact/signals-core'));
const preact = moduleOf(here.resolve('preact'));

/** Runs a library in a page of its own that has frozen what all objects inherit; answers what it exports by a name. */
function runFrozen(library: string, name: string) {
  const [, local] = new RegExp(`(\\w+) as ${name}\\b`).exec(library) as unknown as [string, string];
  const script = library.replace(/export\{[^}]*\};?/, '');
  return runInNewContext(`'use strict'; Object.freeze(Object.prototype); ${script}; ${local}`);
}

test('signals work in a page that has frozen what all objects inherit, as they do not by themselves', () => {
  expect(() => runFrozen(signals, 'signal')).toThrow('valueOf');
  const seen = runFrozen(withoutAssignments(signals, 'signals-core'), 'signal')(1);
  seen.value += 1;
  expect(seen.value).toBe(2);
});

test('leaves out only members of signals that nothing uses', () => {
  const source = new URL('../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => readFileSync(new URL(name, source), 'utf8').includes('.subscribe('))).toEqual(
    [],
  );
});

test('Preact copies what was drawn before without writing members one by one', () => {
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
] as const)('%s that writes it in another way is noticed: %s', (library, code) => {
  expect(() => withoutAssignments(code, library)).toThrow('another way');
});
