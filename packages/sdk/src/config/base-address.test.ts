import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AddressSources, resolveBaseAddress, serviceOrigin } from './base-address.ts';

const regions = { eu: 'https://eu.verify.example', us: 'https://us.verify.example/' };
const secret = 'A'.repeat(43);
const plain = `eu.${secret}`;
/** Creates a token like the service: region, address in base64url, secret. */
const carrying = (address: string, region = 'default') =>
  `${region}.${Buffer.from(address).toString('base64url')}.${secret}`;
const find = (sources: Partial<AddressSources>) => resolveBaseAddress({ regions: {}, ...sources });

test.each([
  ['https://verify.example/', 'https://verify.example'],
  ['https://verify.example/prefix/?a=1#b', 'https://verify.example/prefix'],
  ['https://verify.example/orchestration-api', 'https://verify.example'],
  ['https://verify.example/orchestration-api/v1', 'https://verify.example'],
  ['https://verify.example/orchestration-api/v1//', 'https://verify.example'],
  ['http://10.0.0.5:4000/prefix/orchestration-api/', 'http://10.0.0.5:4000/prefix'],
  ['https://verify.example/my-orchestration-api', 'https://verify.example/my-orchestration-api'],
])(
  'reads the address of the service from baseUrl %s',
  { tags: ['DSDK-52', 'DSDK-54'] },
  (baseUrl, address) => {
    expect(find({ baseUrl, servedFrom: 'https://other.example', token: plain })).toEqual({
      address,
    });
  },
);

test.each(['v1', '1.4.0', '1.2.3-beta.1'])(
  'takes the origin of a script served at /sdk/%s/',
  { tags: ['DSDK-102'] },
  (version) => {
    const servedFrom = serviceOrigin(`http://localhost:4000/sdk/${version}/vendor-orchestration.js`);
    expect(find({ servedFrom, token: plain, regions })).toEqual({ address: 'http://localhost:4000' });
  },
);

test.each([
  'https://verify.example',
  'https://verify.example:8443',
  'https://xn--mller-kva.example',
  'http://localhost:4000',
  'http://127.0.0.1:4000',
  'http://[::1]:4000',
])('takes the address %s that the token carries', { tags: ['DSDK-134'] }, (address) => {
  expect(find({ token: carrying(address) })).toEqual({ address });
  expect(find({ token: carrying(address), baseUrl: `${address}/orchestration-api` })).toEqual({ address });
  expect(find({ token: carrying(address), servedFrom: address })).toEqual({ address });
});

test.each([
  ['plain http on another host', 'http://verify.example'],
  ['plain http on a host that starts like this machine', 'http://127.0.0.1.evil.example'],
  ['plain http on a host that ends like this machine', 'http://evil-localhost'],
  ['plain http on a subdomain named like this machine', 'http://localhost.evil.example'],
  ['this machine in another spelling', 'http://0x7f.1:4000'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['a file', 'file:///etc/passwd'],
  ['another protocol', 'ftp://verify.example'],
  ['a relative address', '/orchestration-api'],
  ['an address without a scheme', 'verify.example'],
  ['a scheme-relative address', '//verify.example'],
  ['user info', 'https://user:pass@verify.example'],
  ['user info that looks like a host', 'https://verify.example@evil.example'],
  ['a path', 'https://verify.example/evil'],
  ['a query', 'https://verify.example?x'],
  ['a backslash', 'https:\\\\verify.example'],
  ['a line break', 'https://verify.example\n'],
  ['a second line', 'javascript:alert(1)//\nhttps://verify.example'],
  ['upper case', 'HTTPS://VERIFY.EXAMPLE'],
  ['an empty address', ''],
])(
  'refuses a token that carries %s, even if the service is configured otherwise',
  { tags: ['DSDK-135'] },
  (_, address) => {
    const problem = 'The token has no https address.';
    const token = carrying(address);
    const servedFrom = 'https://verify.example';
    expect(find({ token })).toEqual({ address: null, problem });
    expect(find({ token, baseUrl: 'https://verify.example' })).toEqual({ address: null, problem });
    expect(find({ token, servedFrom, regions })).toEqual({ address: null, problem });
  },
);

test('refuses a token whose address is not base64url', () => {
  for (const token of [`eu.%%%.${secret}`, 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', 'eu.ü.x'])
    expect(find({ token }).address).toBeNull();
});

test.each([
  ['baseUrl', { baseUrl: 'https://verify.example' }],
  ['the address of the script', { servedFrom: 'https://verify.example' }],
  ['the only region', { regions: { eu: 'https://verify.example/' } }],
])('refuses a token for a service other than %s names', { tags: ['DSDK-135', 'DSDK-136'] }, (_, sources) => {
  expect(find({ ...sources, token: carrying('https://other.example', 'eu') })).toEqual({
    address: null,
    problem: 'The token is for https://other.example, not for https://verify.example.',
  });
});

test('takes the address of a token from the regions of the build', () => {
  expect(find({ regions, token: carrying('https://us.verify.example') }).address).toBe(
    'https://us.verify.example',
  );
});

test.each([
  'https://shop.example/assets/index.js',
  'https://shop.example/sdk/app.js',
  'https://shop.example/static/sdk/v1/main.js',
  'https://cdn.example/npm/sdk/1.4.0/index.js',
  'file:///srv/sdk/v1/index.js',
  'not an address',
  undefined,
])(
  'does not take %s for a service, and uses the region of the token',
  { tags: ['DSDK-102', 'DSDK-103'] },
  (address) => {
    const servedFrom = serviceOrigin(address);
    expect(servedFrom).toBeUndefined();
    expect(find({ servedFrom, token: plain, regions }).address).toBe('https://eu.verify.example');
    expect(find({ servedFrom, token: 'us.abc', regions }).address).toBe('https://us.verify.example');
  },
);

test.each(['default', 'us', 'apac'])(
  'recognizes the region %s by the prefix of the token',
  { tags: ['DSDK-105', 'DSDK-106', 'DSDK-107'] },
  (region) => {
    const table = {
      default: 'https://default.verify.example',
      us: 'https://us.verify.example',
      apac: 'https://apac.verify.example',
    };
    expect(find({ token: `${region}.${secret}`, regions: table }).address).toBe(
      `https://${region}.verify.example`,
    );
  },
);

test('returns no address if no source has one', () => {
  expect(find({ token: 'apac.abc', regions })).toEqual({ address: null });
  expect(find({ token: 'constructor.abc', regions })).toEqual({ address: null });
  expect(find({ token: 'abc' })).toEqual({ address: null });
});

test.each(['', 'verify.example', '/sdk', 'javascript:alert(1)', 42])(
  'reports %s as an unusable address instead of guessing',
  (baseUrl) => {
    const servedFrom = 'https://verify.example';
    expect(find({ baseUrl, servedFrom, token: carrying('https://verify.example'), regions })).toEqual({
      address: null,
      problem: '`baseUrl` must be an http(s) URL.',
    });
  },
);

test('parses tokens only in base-address.ts', { tags: ['DSDK-85'] }, () => {
  const sources = new URL('../', import.meta.url);
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name),
  );
  const apart = /token\b[^;\n]{0,20}\.(split|slice|substring|indexOf|match|startsWith|replace)\b/i;
  const looking = files.filter((name) => apart.test(readFileSync(new URL(name, sources), 'utf8')));
  expect(looking).toEqual(['config/base-address.ts']);
});
