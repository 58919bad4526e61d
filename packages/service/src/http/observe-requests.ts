import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.ts';
import type { AppEnvironment, RequestContext } from './app-environment.ts';

/** Receives the start and end of each request, for metrics. */
export interface RequestObserver {
  /** @param isUpload - whether the request uploads a capture. */
  begun(isUpload: boolean): void;
  /** @param limit - name of the limit that refused the request with 429; null: none. */
  ended(isUpload: boolean, status: number, limit: string | null): void;
}

/** Reports requests to an observer, the end once the status is known. */
export function observeRequests(observer: RequestObserver): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const isUpload = context.req.method === 'PUT';
    observer.begun(isUpload);
    let status = 500;
    try {
      await next();
      status = context.res.status;
    } finally {
      observer.ended(isUpload, status, status === 429 ? limitOf(context) : null);
    }
  };
}

function limitOf(context: RequestContext): string {
  const ofRefusal = context.error instanceof Refusal ? context.error.limit : null;
  return ofRefusal ?? context.get('limitedBy') ?? 'other';
}
