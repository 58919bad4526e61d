import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessService } from '../../../testing/in-process-service.ts';

let service: InProcessService;

beforeAll(async () => {
  service = await InProcessService.open();
  const write = (path: string, text: string) => {
    const full = join(service.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  };
  write('sdk/v1/vendor-orchestration.js', 'entry');
  write('sdk/v1/vendor-orchestration.js.br', 'entry in brotli');
  write('sdk/v1/vendor-orchestration.js.gz', 'entry in gzip');
  write('sdk/v1/vendor-orchestration.js.map', '{}');
  write('sdk/v1/third-party-licenses.md', '# Licenses');
  write('sdk/v1/vendor-orchestration.mjs', 'module');
  write('sdk/v1/integrity.json', '{"version":"2.0.0"}');
  write('sdk/v1/chunks/capture-Bx93kQ2a.js', 'chunk');
  write('sdk/v1/notes.txt', 'not for the public');
  write('sdk-releases/2.0.0/vendor-orchestration.js', 'entry');
  write('sdk-releases/1.9.3/vendor-orchestration.js', 'earlier entry');
  write('sdk-releases/1.9.3/chunks/capture-Ak20dR8z.js', 'earlier chunk');
  write('sdk-releases/1.9.3/chunks/notes.txt', 'not for the public');
  write('sdk-releases/.incoming-1/vendor-orchestration.js', 'half a copy');
  write('secret.js', 'secret');
  write('sdk-releases/secret.js', 'secret');
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => service.app.request(path, { headers });
const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control');
/** Sets the clock to a given time after the last change of a build file. */
const letPass = (ms: number, name: string) => {
  service.clock.time = statSync(join(service.folder, 'sdk/v1', name)).ctimeMs + ms;
};
const immutable = 'public, max-age=31536000, immutable';

describe('GET /sdk/v1/*', () => {
  it('reads a chunk with a hash in its name once, but the entry file for each request', async () => {
    const write = (name: string, text: string) => writeFileSync(join(service.folder, 'sdk/v1', name), text);
    const textsOf = async (name: string, change: () => void) => {
      const before = await (await get(`/sdk/v1/${name}`)).text();
      change();
      return [before, await (await get(`/sdk/v1/${name}`)).text()];
    };
    write('chunks/capture-Once0000.js', 'read');
    letPass(60_000, 'chunks/capture-Once0000.js');
    const chunk = await textsOf('chunks/capture-Once0000.js', () => write('chunks/capture-Once0000.js', 'x'));
    expect(chunk).toEqual(['read', 'read']);
    write('again.js', 'one');
    expect(await textsOf('again.js', () => write('again.js', 'two'))).toEqual(['one', 'two']);
    write('chunks/capture-Once0000.js.br', 'in brotli');
    const other = await get('/sdk/v1/chunks/capture-Once0000.js', { 'accept-encoding': 'br' });
    expect([other.headers.get('content-encoding'), await other.text()]).toEqual(['br', 'in brotli']);
  });

  it.each([
    ['', ''],
    ['.br', 'br'],
  ])(
    'does not cache a chunk%s that is still being written, but caches it afterwards',
    async (suffix, accepted) => {
      const name = `chunks/capture-Half000${suffix.length}.js`;
      const write = (text: string) => writeFileSync(join(service.folder, 'sdk/v1', name + suffix), text);
      const read = async () => (await get(`/sdk/v1/${name}`, { 'accept-encoding': accepted })).text();
      writeFileSync(join(service.folder, 'sdk/v1', name), 'long there');
      write('half');
      letPass(1000, name + suffix);
      expect(await read()).toBe('half');
      write('half and half');
      letPass(60_000, name + suffix);
      expect(await read()).toBe('half and half');
      write('something else');
      expect(await read()).toBe('half and half');
    },
  );

  it('serves the entry file to pages of any origin, with a short cache lifetime', async () => {
    const reply = await get('/sdk/v1/vendor-orchestration.js');
    expect(await reply.text()).toBe('entry');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': '5',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      sourcemap: 'vendor-orchestration.js.map',
    });
  });

  it.each([
    ['vendor-orchestration.mjs', 'text/javascript; charset=utf-8', 'public, max-age=300'],
    ['vendor-orchestration.js.map', 'application/json', 'public, max-age=300'],
    ['third-party-licenses.md', 'text/markdown; charset=utf-8', 'public, max-age=300'],
    ['integrity.json', 'application/json', 'public, max-age=300'],
    ['chunks/capture-Bx93kQ2a.js', 'text/javascript; charset=utf-8', immutable],
  ])('serves %s as %s, %s', async (name, type, lifetime) => {
    const { headers } = await get(`/sdk/v1/${name}`);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([type, lifetime]);
  });

  it('names the source map if there is one', async () => {
    const { headers } = await get('/sdk/v1/vendor-orchestration.mjs');
    expect(headers.get('sourcemap')).toBeNull();
  });

  it('serves the chunks of an earlier release to pages that are still open', async () => {
    const reply = await get('/sdk/v1/chunks/capture-Ak20dR8z.js');
    expect([reply.status, await reply.text()]).toEqual([200, 'earlier chunk']);
    expect(reply.headers.get('cache-control')).toBe(immutable);
  });

  it.each([
    ['br, gzip', 'br', 'entry in brotli'],
    ['gzip, deflate', 'gzip', 'entry in gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'entry in gzip'],
    ['identity', null, 'entry'],
  ])('answers the accepted encodings "%s" with %s', async (accepted, encoding, text) => {
    const reply = await get('/sdk/v1/vendor-orchestration.js', { 'accept-encoding': accepted });
    expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual([encoding, text]);
    expect(reply.headers.get('vary')).toBe('accept-encoding');
    expect(reply.headers.get('content-length')).toBe(String(text.length));
  });

  it('sends a different ETag for each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) =>
        (await get('/sdk/v1/vendor-orchestration.js', { 'accept-encoding': accepted })).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it.each([
    ['by its ETag', (etag: string) => etag],
    ['by a weak ETag', (etag: string) => `W/${etag}`],
    ['by one of several ETags', (etag: string) => `"other", ${etag}`],
    ['by the wildcard', () => '*'],
  ])('sends no body if the ETag matches, %s', async (_how, header) => {
    const etag = (await get('/sdk/v1/vendor-orchestration.js')).headers.get('etag') ?? '';
    const reply = await get('/sdk/v1/vendor-orchestration.js', { 'if-none-match': header(etag) });
    expect([reply.status, await reply.text()]).toEqual([304, '']);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('sends the whole file if the ETag differs', async () => {
    const reply = await get('/sdk/v1/vendor-orchestration.js', { 'if-none-match': '"other"' });
    expect([reply.status, await reply.text()]).toEqual([200, 'entry']);
  });

  it('answers HEAD with the headers alone', async () => {
    const reply = await service.app.request('/sdk/v1/vendor-orchestration.js', { method: 'HEAD' });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    expect(reply.headers.get('content-length')).toBe('5');
  });

  it('sends the whole file to a request for a range', async () => {
    const reply = await get('/sdk/v1/vendor-orchestration.js', { range: 'bytes=0-1' });
    expect([reply.status, await reply.text()]).toEqual([200, 'entry']);
    expect(reply.headers.get('accept-ranges')).toBe('none');
  });

  it('refuses methods other than GET and HEAD for SDK files', async () => {
    const reply = await service.app.request('/sdk/v1/vendor-orchestration.js', { method: 'PUT', body: 'x' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('GET /sdk/<exact version>/*', () => {
  it.each([
    ['/sdk/2.0.0/vendor-orchestration.js', 'entry'],
    ['/sdk/1.9.3/vendor-orchestration.js', 'earlier entry'],
    ['/sdk/1.9.3/chunks/capture-Ak20dR8z.js', 'earlier chunk'],
  ])('serves %s as immutable', async (path, text) => {
    const reply = await get(path);
    expect([reply.status, await reply.text()]).toEqual([200, text]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': immutable,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});

it.each([
  '/sdk',
  '/sdk/',
  '/sdk/v1',
  '/sdk/v1/',
  '/sdk/v1/missing.js',
  '/sdk/v1/chunks/',
  '/sdk/v1/chunks/capture-00000000.js',
  '/sdk/v1/notes.txt',
  '/sdk/v1/vendor-orchestration.js.br',
  '/sdk/v1/vendor-orchestration.js/',
  '/sdk/v1/..%2f..%2fsecret.js',
  '/sdk/v1/%2e%2e/%2e%2e/secret.js',
  '/sdk/v1/..%5c..%5csecret.js',
  '/sdk/v1/chunks/%2e%2e/%2e%2e/%2e%2e/secret.js',
  '/sdk/%2e%2e/secret.js',
  '/sdk/v1/%00.js',
  '/sdk/v1/%zz.js',
  '/sdk//etc/passwd.js',
  '/sdk/2/vendor-orchestration.js',
  '/sdk/2.0/vendor-orchestration.js',
  '/sdk/3.0.0/vendor-orchestration.js',
  '/sdk/1.9.3/..%2fsecret.js',
  '/sdk/1.9.3/../../secret.js',
  '/sdk/1.9.3/chunks/notes.txt',
  '/sdk/.incoming-1/vendor-orchestration.js',
])('answers 404 for the SDK file %s', async (path) => {
  const reply = await get(path);
  expect(reply.status).toBe(404);
  expect(await cacheControl(path)).toBe('no-store');
});
