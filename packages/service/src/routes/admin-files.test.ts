import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InProcessService } from '../../testing/in-process-service.ts';

let service: InProcessService;
const get = (path: string, headers = {}) => service.app.request(path, { headers });

beforeAll(async () => {
  service = await InProcessService.open();
});
afterAll(() => service.close());

describe('the files of the panel', () => {
  test('tells how to build the panel while there is no build', async () => {
    const reply = await get('/admin');
    expect(reply.status).toBe(503);
    expect(await reply.text()).toContain('npm run build');
  });

  test('leads from the address of the service to the panel', async () => {
    const reply = await get('/');
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/admin']);
  });

  describe('once it is built', () => {
    beforeAll(() => {
      const folder = join(service.folder, 'admin');
      mkdirSync(join(folder, 'assets'), { recursive: true });
      writeFileSync(join(folder, 'index.html'), '<!doctype html>');
      writeFileSync(join(folder, 'preview.html'), 'preview');
      writeFileSync(join(folder, 'assets', 'main-AbCd1234.js'), 'plain');
      writeFileSync(join(folder, 'assets', 'main-AbCd1234.js.br'), 'packed');
    });

    test.each(['/admin', '/admin/runs', '/admin/runs/x.y?status=REVIEW', '/admin/sign-in/link'])(
      'answers %s with the page under a strict policy',
      async (path) => {
        const reply = await get(path);
        expect([reply.status, await reply.text()]).toEqual([200, '<!doctype html>']);
        expect(reply.headers.get('cache-control')).toBe('no-store');
        expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
        expect(reply.headers.get('cross-origin-opener-policy')).toBe('same-origin');
        const policy = reply.headers.get('content-security-policy') ?? '';
        expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
      },
    );

    test('lets the panel alone frame the preview, which opens no camera', async () => {
      const reply = await get('/admin/preview');
      expect([reply.status, await reply.text()]).toEqual([200, 'preview']);
      expect(reply.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(reply.headers.get('permissions-policy')).toContain('camera=()');
      const policy = reply.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    });

    test('lets browsers keep hashed files, in the form they take', async () => {
      const reply = await get('/admin/assets/main-AbCd1234.js', { 'accept-encoding': 'br' });
      expect(await reply.text()).toBe('packed');
      expect(reply.headers.get('content-encoding')).toBe('br');
      expect(reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    });

    test.each([
      '/admin/assets/..%2findex.html',
      '/admin/assets/%2e%2e/index.html.js',
      '/admin/assets/main-AbCd1234.js.br',
      '/admin/assets/unknown.js',
      '/admin/assets/a%00.js',
    ])('answers 404 or the page for %s, and no other file', async (path) => {
      const reply = await get(path);
      const text = await reply.text();
      expect(reply.status === 404 || text === '<!doctype html>').toBe(true);
    });
  });
});
