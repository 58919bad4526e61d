import { expect, test } from 'vitest';
import { plainExports } from './plain-namespaces.mjs';

test('writes exports as getters, without the helper', () => {
  const code = [
    'import { t as __exportAll } from "./rolldown-runtime-!~{000}~.js";',
    'import { a as t } from "./request-!~{001}~.js";',
    'var kit_exports = /* @__PURE__ */ __exportAll({',
    '\topen: () => open$1,',
    '\tclose: () => close',
    '});',
    'function open$1() {}',
  ].join('\n');
  expect(plainExports(code).split('\n')).toEqual([
    '',
    'import { a as t } from "./request-!~{001}~.js";',
    'var kit_exports = {',
    '\tget open() { return open$1; },',
    '\tget close() { return close; }',
    '};',
    'function open$1() {}',
  ]);
});

test('fails the build for code of another form', () => {
  const other = 'import { t as __exportAll } from "./a.js";\nfoo = __exportAll(bar);';
  expect(() => plainExports(other)).toThrow('another way');
});
