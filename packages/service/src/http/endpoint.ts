import type { Handler } from 'hono';
import type { App, AppEnvironment } from './app-environment.ts';
import { problemReply } from './problem-reply.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The handlers of one address. Any other method is answered 405 with those it allows (RFC 9110, section 15.5.6). */
export function endpoint(
  app: App,
  path: string,
  handlers: Partial<Record<Method, Handler<AppEnvironment>>>,
): void {
  const methods = Object.keys(handlers) as Method[];
  for (const method of methods) app.on(method, path, handlers[method] as Handler<AppEnvironment>);
  const allow = [...methods, ...(handlers.GET ? ['HEAD'] : [])].join(', ');
  app.all(path, (context) =>
    problemReply('METHOD_NOT_ALLOWED', `This address answers ${allow}.`, context.get('requestId'), {
      headers: { allow },
    }),
  );
}
