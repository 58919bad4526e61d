import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InProcessService } from '../../../testing/in-process-service.ts';

let service: InProcessService;
const get = (path: string, headers = {}) => service.app.request(path, { headers });

beforeAll(async () => {
  service = await InProcessService.open();
});
afterAll(() => service.close());

describe('files of the panel', () => {
  test('explains how to build the panel if there is no build', async () => {
    const reply = await get('/admin');
    expect(reply.status).toBe(503);
    expect(await reply.text()).toContain('npm run build');
  });

  test("redirects from the service's address to the panel", async () => {
    const reply = await get('/');
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/admin']);
  });

  describe('built panel', () => {
    beforeAll(() => {
      const folder = join(service.folder, 'admin');
      mkdirSync(join(folder, 'assets'), { recursive: true });
      writeFileSync(join(folder, 'index.html'), '<!doctype html>');
      writeFileSync(join(folder, 'preview.html'), 'preview');
      writeFileSync(join(folder, 'index.links'), '</admin/assets/main-AbCd1234.js>; rel=modulepreload');
      writeFileSync(join(folder, 'assets', 'main-AbCd1234.js'), 'plain');
      writeFileSync(join(folder, 'assets', 'main-AbCd1234.js.br'), 'packed');
    });

    test.each(['/admin', '/admin/runs', '/admin/runs/x.y?status=REVIEW', '/admin/sign-in/link'])(
      "answers %s with the panel's page under a strict policy",
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

    const signedIn = '__Host-admin=any';
    const preloads = async (path: string, cookie?: string) => {
      const link = (await get(path, cookie && { cookie })).headers.get('link') ?? '';
      return [...link.matchAll(/<([^>]+)>/g)].map(([, address]) => address);
    };
    const always = ['/admin-api/v1/session', '/admin/assets/main-AbCd1234.js'];

    test.each([
      ['/admin?mode=live', 'executions?mode=live'],
      ['/admin/runs/?mode=test', 'executions?mode=test'],
      ['/admin/runs?after=1.a&status=REVIEW&mode=live', 'executions?mode=live&status=REVIEW&after=1.a'],
      ['/admin/runs?mode=live&waiting=1&other=x', 'executions?mode=live&waiting=true'],
      ['/admin/runs?mode=live&code=a%3E%2C%0D%0Ax', 'executions?mode=live&code=a%3E%2C%0D%0Ax'],
    ])('lets the browser of a signed-in person preload the list of %s', async (path, list) => {
      const [session, ...files] = always;
      expect(await preloads(path, signedIn)).toEqual([session, `/admin-api/v1/${list}`, ...files]);
    });

    test('preloads the list of the last selected mode', async () => {
      expect(await preloads('/admin', signedIn)).toEqual(always);
      expect(await preloads('/admin', `${signedIn}; admin-mode=test`)).toContain(
        '/admin-api/v1/executions?mode=test',
      );
      expect(await preloads('/admin', `${signedIn}; admin-mode=both`)).toEqual(always);
    });

    test.each([
      ['nobody is signed in', '/admin?mode=live', undefined],
      ['the page shows no list', '/admin/runs/0199?mode=live', signedIn],
      [
        "the list is filtered by day, which depends on the browser's time zone",
        '/admin?mode=live&from=2026-11-01',
        signedIn,
      ],
      ['the address is very long', `/admin?mode=live&code=${'x'.repeat(1000)}`, signedIn],
    ])('preloads no list if %s', async (_case, path, cookie) => {
      expect(await preloads(path, cookie)).toEqual(always);
    });

    test('lets only the panel frame the preview, which opens no camera', async () => {
      const reply = await get('/admin/preview');
      expect([reply.status, await reply.text()]).toEqual([200, 'preview']);
      expect(reply.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(reply.headers.get('link')).toBeNull();
      expect(reply.headers.get('permissions-policy')).toContain('camera=()');
      const policy = reply.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    });

    test('lets browsers cache hashed files, in an encoding that they accept', async () => {
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
