import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveBaseAddress } from './base-address.ts';

const regions = { eu: 'https://eu.verify.example', us: 'https://us.verify.example/' };
const token = 'eu.abc';

test('takes the address the page gives, without its end slash, query and fragment', () => {
  const baseUrl = 'https://verify.example/prefix/?a=1#b';
  expect(
    resolveBaseAddress({ baseUrl, servedFrom: 'https://other.example/sdk/v1/x.js', token, regions }),
  ).toBe('https://verify.example/prefix');
});

test('takes the origin of a script that a service served', () => {
  for (const version of ['v1', '0.1.0', '1.2.3-beta.1']) {
    const servedFrom = `http://localhost:4000/sdk/${version}/vendor-orchestration.js`;
    expect(resolveBaseAddress({ servedFrom, token, regions })).toBe('http://localhost:4000');
  }
});

test.each([
  'https://shop.example/assets/index.js',
  'https://shop.example/sdk/app.js',
  'https://shop.example/static/sdk/v1/main.js',
  'https://cdn.example/npm/sdk/0.1.0/index.js',
  'file:///srv/sdk/v1/index.js',
  'not an address',
  undefined,
])('does not take %s for a service and asks the region of the token', (servedFrom) => {
  expect(resolveBaseAddress({ servedFrom, token, regions })).toBe('https://eu.verify.example');
  expect(resolveBaseAddress({ servedFrom, token: 'us.abc', regions })).toBe('https://us.verify.example');
});

test.each(['default', 'us', 'apac'])('knows the region %s by the prefix of the token', (region) => {
  const table = {
    default: 'https://default.verify.example',
    us: 'https://us.verify.example',
    apac: 'https://apac.verify.example',
  };
  const found = resolveBaseAddress({ token: `${region}.${'A'.repeat(43)}`, regions: table });
  expect(found).toBe(`https://${region}.verify.example`);
});

test('names no address when nothing does', () => {
  expect(resolveBaseAddress({ token: 'apac.abc', regions })).toBeNull();
  expect(resolveBaseAddress({ token: 'constructor.abc', regions })).toBeNull();
  expect(resolveBaseAddress({ token: 'abc', regions: {} })).toBeNull();
});

test.each(['', 'verify.example', '/sdk', 'javascript:alert(1)', 42])(
  'does not guess what %s could mean',
  (baseUrl) => {
    const servedFrom = 'https://verify.example/sdk/v1/x.js';
    expect(resolveBaseAddress({ baseUrl, servedFrom, token, regions })).toBeNull();
  },
);

test('nothing else takes a token apart', () => {
  const sources = new URL('../', import.meta.url);
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name),
  );
  const apart = /token\b[^;\n]{0,20}\.(split|slice|substring|indexOf|match|startsWith|replace)\b/i;
  const looking = files.filter((name) => apart.test(readFileSync(new URL(name, sources), 'utf8')));
  expect(looking).toEqual(['config/base-address.ts']);
});
