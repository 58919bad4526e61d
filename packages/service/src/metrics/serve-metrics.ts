import type { Registry } from './registry.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `GET /metrics` and nothing else. Concurrent requests share one reading. */
export function serveMetrics(registry: Pick<Registry, 'render'>): (request: Request) => Promise<Response> {
  let reading: Promise<string> | null = null;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/metrics') return new Response('The metrics are at /metrics.\n', { status: 404 });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    reading ??= registry.render().finally(() => {
      reading = null;
    });
    return new Response(await reading, {
      headers: { 'content-type': contentType, 'cache-control': 'no-store' },
    });
  };
}
