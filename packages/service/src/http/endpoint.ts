import type { Handler } from 'hono';
import type { App, AppEnvironment } from './app-environment.ts';
import { problemReply } from './problem-reply.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Adds the handlers of a path. Answers other methods with 405 and the allowed methods (RFC 9110, section 15.5.6). */
export function endpoint(
  app: App,
  path: string,
  handlers: Partial<Record<Method, Handler<AppEnvironment>>>,
): void {
  const methods = Object.keys(handlers) as Method[];
  for (const method of methods) app.on(method, path, handlers[method] as Handler<AppEnvironment>);
  const allow = [...methods, ...(handlers.GET ? ['HEAD'] : [])].join(', ');
  app.all(path, (context) =>
    problemReply('METHOD_NOT_ALLOWED', `This address only accepts ${allow}.`, context.get('requestId'), {
      headers: { allow },
    }),
  );
}
