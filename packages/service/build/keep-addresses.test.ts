import { expect, it } from 'vitest';
import { keepAddresses } from './keep-addresses.mjs';

const { transform } = keepAddresses('/app/dist', '/app/dist/bundled', { worker: 'checks/worker.js' });
const bundled = (code: string, file = '/app/dist/checks/open.js') => transform.handler(code, file).code;

it.each([
  [
    'the address of the module',
    'createRequire(import.meta.url)',
    `createRequire(new URL('../checks/open.js', import.meta.url).href)`,
  ],
  [
    'a file beside the module',
    `new URL('../../samples/', import.meta.url)`,
    `new URL('../../samples/', new URL('../checks/open.js', import.meta.url))`,
  ],
  ['an entry', `new URL('./worker.js', import.meta.url)`, `new URL('./worker.js', import.meta.url)`],
  [
    'a computed path',
    'new URL(entry, import.meta.url)',
    `new URL(entry, new URL('../checks/open.js', import.meta.url).href)`,
  ],
])('keeps the meaning of %s', (_, written, built) => {
  expect(bundled(written)).toBe(built);
});

it('refuses other properties of import.meta', () => {
  expect(() => bundled('import.meta.dirname')).toThrow('uses more of import.meta than its address');
});

it('refuses a package that asks for its address', () => {
  expect(() => bundled('import.meta.url', '/app/node_modules/a/index.js')).toThrow(
    'leave its package outside',
  );
});
