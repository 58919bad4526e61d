import { Hono } from 'hono';
import type { AppParts } from './app.ts';
import type { App, AppEnvironment } from './http/app-environment.ts';
import { endpoint } from './http/endpoint.ts';
import { observeRequests } from './http/observe-requests.ts';
import { problemReply } from './http/problem-reply.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { readyz } from './routes/readyz.ts';

/** Creates the HTTP side of an instance that only carries out checks. */
export function createCheckingApp({
  publicUrl,
  observer,
  readiness,
}: Pick<AppParts, 'publicUrl' | 'observer' | 'readiness'>): App {
  const app = new Hono<AppEnvironment>();
  if (observer) app.use(observeRequests(observer));
  app.use(replyHeaders(new URL(publicUrl).protocol === 'https:'));
  endpoint(app, '/healthz', { GET: (context) => context.json({ data: { status: 'ok' } }) });
  endpoint(app, '/readyz', { GET: readyz(readiness) });
  app.notFound((context) =>
    problemReply('NOT_FOUND', 'There is no resource at this URL.', context.get('requestId')),
  );
  return app;
}
