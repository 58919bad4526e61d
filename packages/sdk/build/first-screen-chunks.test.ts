import { expect, test } from 'vitest';
import { exportedModule, firstScreenChunks } from './first-screen-chunks.mjs';

/** Static imports of each module of a program. */
const imports: Readonly<Record<string, readonly string[]>> = {
  entry: ['both', 'window', 'again', 'begin'],
  begin: ['both', 'alone'],
  alone: [],
  again: [],
  both: ['deep'],
  deep: ['both'],
  shell: ['both', 'library', 'screen'],
  screen: ['library'],
  later: ['library', 'screen'],
  rest: ['screen', 'words', 'again'],
  words: [],
  capture: ['screen', 'words', 'viewfinder'],
  viewfinder: ['library'],
  face: ['viewfinder', 'timeouts'],
  kit: ['timeouts'],
  timeouts: [],
  library: [],
  hints: [],
  offer: ['window', 'screen'],
  window: [],
};

function chunkOf(module: string, start?: string): string | null {
  const { groups } = firstScreenChunks({
    start,
    entry: 'entry',
    shell: 'shell',
    offer: 'offer',
    rest: 'rest',
    capture: 'capture',
    cameras: ['kit', 'hints'],
  });
  const context = { getModuleInfo: (id: string) => ({ importedIds: imports[id] }) };
  const names = [...(groups ?? [])]
    .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
    .map(({ name }) => (typeof name === 'function' ? name(module, context as never) : name));
  return names.find((name) => typeof name === 'string') ?? null;
}

test('puts everything that only the shell needs into one chunk', () => {
  expect(['shell', 'screen', 'library'].map((module) => chunkOf(module))).toEqual([
    'shell',
    'shell',
    'shell',
  ]);
});

test('puts code that the entry also needs into another chunk, so that the entry does not wait for the shell', () => {
  expect(['both', 'deep'].map((module) => chunkOf(module))).toEqual(['request', 'request']);
});

test('puts code shared by entry and hosted-page offer into the request chunk', () => {
  expect(['window', 'offer'].map((module) => chunkOf(module))).toEqual(['request', null]);
});

test('puts code shared by entry and later chunks into the request chunk, without another request before the first screen', () => {
  expect(chunkOf('again')).toBe('request');
});

test('puts the code that starts the flow into the request chunk, but not the entry itself', () => {
  expect(['begin', 'alone'].map((module) => chunkOf(module))).toEqual([null, null]);
  expect(['entry', 'begin', 'alone', 'shell'].map((module) => chunkOf(module, 'begin'))).toEqual([
    null,
    'request',
    'request',
    'shell',
  ]);
});

test('puts code that only the capture screens need into one chunk', () => {
  expect(['capture', 'viewfinder'].map((module) => chunkOf(module))).toEqual([
    'capture-screens',
    'capture-screens',
  ]);
});

test('puts code that every camera needs into one chunk', () => {
  expect(['kit', 'timeouts', 'hints'].map((module) => chunkOf(module))).toEqual([
    'capture-kit',
    'capture-kit',
    'capture-kit',
  ]);
});

test('leaves all other modules to the bundler', () => {
  const others = ['entry', 'later', 'rest', 'words', 'face'];
  expect(others.map((module) => chunkOf(module))).toEqual(others.map(() => null));
});

test('finds a module by its exports, whatever name the bundler gave it', () => {
  const chunk = { a: 7, t: { openFlow() {} }, openFlow: undefined };
  expect(exportedModule(chunk, 'openFlow')).toBe('t');
  expect(() => exportedModule({ a: {} }, 'openFlow')).toThrow('openFlow');
});
