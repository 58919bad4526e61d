import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { inSpan } from '../tracing/spans.ts';
import type { AppEnvironment } from './app-environment.ts';

/**
 * Records a span for each request, named by its route instead of its path, because paths contain ids and secrets.
 *
 * @param isOfBackend - whether a path is called by backends, whose `traceparent` is continued. Pages could forge theirs.
 */
export function traceRequests(isOfBackend: (path: string) => boolean): MiddlewareHandler<AppEnvironment> {
  return (context, next) => {
    const { method, path } = context.req;
    const { traceparent, tracestate } = context.req.header();
    const start = {
      kind: 'server',
      attributes: { 'http.request.method': method },
      ...(isOfBackend(path) && { continues: { traceparent, tracestate } }),
    } as const;
    return inSpan(method, start, async (span) => {
      await next();
      const route = routePath(context, -1);
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': context.res.status,
        'request.id': context.get('requestId'),
      });
    });
  };
}
