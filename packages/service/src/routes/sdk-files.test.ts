import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessService } from '../../testing/in-process-service.ts';

let service: InProcessService;

beforeAll(async () => {
  service = await InProcessService.open();
  const folder = join(service.folder, 'sdk', 'v1');
  mkdirSync(join(folder, 'chunks'), { recursive: true });
  writeFileSync(join(folder, 'vendor-orchestration.js'), 'entry');
  writeFileSync(join(folder, 'vendor-orchestration.js.br'), 'entry in brotli');
  writeFileSync(join(folder, 'vendor-orchestration.js.gz'), 'entry in gzip');
  writeFileSync(join(folder, 'chunks', 'capture-Bx93kQ2a.js'), 'chunk');
  writeFileSync(join(folder, 'notes.txt'), 'not for the public');
  writeFileSync(join(service.folder, 'secret.js'), 'secret');
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => service.app.request(path, { headers });

describe('GET /sdk/v1/*', () => {
  it('serves the entry to pages of any origin, to be asked for again soon', async () => {
    const reply = await get('/sdk/v1/vendor-orchestration.js');
    expect(await reply.text()).toBe('entry');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
  });

  it('lets files with a hash in their name be kept for ever', async () => {
    const reply = await get('/sdk/v1/chunks/capture-Bx93kQ2a.js');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('does not take the words of a name for a hash', async () => {
    expect((await get('/sdk/v1/vendor-orchestration.js')).headers.get('cache-control')).not.toContain(
      'immutable',
    );
  });

  it.each([
    ['br, gzip', 'br', 'entry in brotli'],
    ['gzip, deflate', 'gzip', 'entry in gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'entry in gzip'],
    ['identity', null, 'entry'],
  ])('for "%s" sends %s', async (accepted, encoding, text) => {
    const reply = await get('/sdk/v1/vendor-orchestration.js', { 'accept-encoding': accepted });
    expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual([encoding, text]);
    expect(reply.headers.get('vary')).toBe('accept-encoding');
  });

  it('sends nothing to who has it already', async () => {
    const etag = (await get('/sdk/v1/vendor-orchestration.js')).headers.get('etag') ?? '';
    const reply = await get('/sdk/v1/vendor-orchestration.js', { 'if-none-match': etag });
    expect([reply.status, await reply.text()]).toEqual([304, '']);
  });

  it.each([
    '/sdk/v1/missing.js',
    '/sdk/v1/',
    '/sdk/v1/notes.txt',
    '/sdk/v1/..%2f..%2fsecret.js',
    '/sdk/%2e%2e/secret.js',
    '/sdk/v1/%00.js',
    '/sdk/v1/%zz.js',
    '/sdk//etc/passwd.js',
  ])('does not find %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
