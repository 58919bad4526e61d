import { expect, test } from 'vitest';
import { exportedModule, firstScreenChunks } from './first-screen-chunks.mjs';

/** A program by what each of its modules imports without waiting. */
const imports: Readonly<Record<string, readonly string[]>> = {
  entry: ['both'],
  both: ['deep'],
  deep: ['both'],
  shell: ['both', 'library', 'screen'],
  screen: ['library'],
  later: ['library', 'screen'],
  library: [],
};

function chunkOf(module: string): string | null {
  const { groups } = firstScreenChunks({ entry: 'entry', shell: 'shell' });
  const context = { getModuleInfo: (id: string) => ({ importedIds: imports[id] }) };
  const names = [...(groups ?? [])]
    .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
    .map(({ name }) => (typeof name === 'function' ? name(module, context as never) : name));
  return names.find((name) => typeof name === 'string') ?? null;
}

test('what the shell needs is in one chunk, whoever needs it later', () => {
  expect(['shell', 'screen', 'library'].map(chunkOf)).toEqual(['shell', 'shell', 'shell']);
});

test('what the entry needs as well is in another, so that the entry does not wait for the shell', () => {
  expect(['both', 'deep'].map(chunkOf)).toEqual(['request', 'request']);
});

test('the rest is left to the bundler', () => {
  expect(['entry', 'later'].map(chunkOf)).toEqual([null, null]);
});

test('finds a module by what it exports, whatever the bundler calls it', () => {
  const chunk = { a: 7, t: { openFlow() {} }, openFlow: undefined };
  expect(exportedModule(chunk, 'openFlow')).toBe('t');
  expect(() => exportedModule({ a: {} }, 'openFlow')).toThrow('openFlow');
});
