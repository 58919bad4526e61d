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

const operators = ['+', '-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '^', '|', '&&', '||', '??'];
test.each([
  'a = 2',
  'a++',
  '--a',
  ...operators.map((operator) => `a ${operator}= 1`),
  '[a] = [2]',
  '({ a } = b)',
  '({ b: a = 1 } = b)',
  '[{ b: [...a] }] = b',
  '({ ...a } = b)',
  'for (a of b);',
  'for (a in b);',
  'return () => (a = 1)',
])('refuses to lend a variable that changes later: %s', (change) => {
  for (const declaration of ['let a = 1', 'let a', 'var a'])
    expect(() => lend(`${declaration};\nfunction f() { ${change}; }\nexport { a };\n`, files.holder)).toThrow(
      'a changes',
    );
});

test.each(['b.a = 2', 'a == 2', 'a >= 2', '(a) => 1', 'f({ a: 1 })', '({ a: b } = a)', '[b[a]] = a'])(
  'lends a variable that only seems to change: %s',
  (use) => {
    expect(lend(`let a = 1;\nfunction f(b) { ${use}; }\nexport { a };\n`, files.holder)).toContain(
      '{ a: a }',
    );
  },
);

test.each(['let a;\na = 1', 'var a;\n[a] = [1]', 'function a() {}', 'class a {}', 'const a = 1'])(
  'lends what no function assigns: %s',
  (declaration) => {
    expect(lend(`${declaration};\nfunction f(b) { b = a; }\nexport { a };\n`, files.holder)).toContain(
      '{ a: a }',
    );
  },
);

test('refuses to lend a variable that each object of a class changes', () => {
  expect(() => lend('let a = 1;\nclass B { c = a++; }\nexport { a };\n', files.holder)).toThrow('a changes');
});

test('lends a function whose name is that of a variable in another function', () => {
  const code = 'function a() {}\nfunction f() { let a; a = 1; }\nexport { a };\n';
  expect(lend(code, files.holder)).toContain('{ a: a }');
});

test('rejects code whose exports have another form', () => {
  expect(() => lend('export const a = 1;\n', files.holder)).toThrow('another way');
});
