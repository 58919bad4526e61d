import { expect, test } from 'vitest';
import { borrow, hold, lend } from './lend-exports.mjs';

const files = { lender: 'shell-x.js', holder: 'request-y.js' };

test('replaces the imports of later chunks by reads of an object, on the same lines', () => {
  const holder = hold('const a = 1;\nexport { a as x };\n');
  expect(holder).toBe('const a = 1;\nconst lent = {};export { a as x, lent };\n');
  expect(lend('function draw() {}\nconst b = 2;\nexport { draw as d, b };\n', files.holder)).toBe(
    'import { lent } from "./request-y.js";function draw() {}\nconst b = 2;\nObject.assign(lent, { d: draw, b: b });export { draw as d, b };\n',
  );
  expect(borrow('import { d as draw, b } from "./shell-x.js";\ndraw(b);\n', files)).toBe(
    'import { lent } from "./request-y.js";const { d: draw, b } = lent;\ndraw(b);\n',
  );
  const other = 'import { d } from "./shell-z.js";\n';
  expect(borrow(other, files)).toBe(other);
});

test.each(['a = 2', 'a++', '--a', 'a += 1', 'a ??= 1'])(
  'refuses to lend a variable that changes later: %s',
  (change) => {
    expect(() => lend(`let a = 1;\nfunction f() { ${change}; }\nexport { a };\n`, files.holder)).toThrow(
      'a changes',
    );
  },
);

test.each(['b.a = 2', 'a == 2', '(a) => 1', 'f({ a: 1 })'])(
  'lends a variable that only seems to change: %s',
  (use) => {
    expect(lend(`let a = 1;\n${use};\nexport { a };\n`, files.holder)).toContain('{ a: a }');
  },
);

test('rejects code whose exports have another form', () => {
  expect(() => lend('export const a = 1;\n', files.holder)).toThrow('another way');
});
