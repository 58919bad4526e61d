import type { Handler } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import type { Operation } from '../openapi/operation.ts';

/** One route of the API: the app serves it at the path of its operation, and the OpenAPI document describes it. */
export interface ApiRoute {
  readonly operation: Operation;
  readonly answer: Handler<AppEnvironment>;
}

/** Routes by kind of caller, in the order of the OpenAPI document. */
export interface ApiRoutes {
  /** Routes for backends with an API key, and for the links in their replies. */
  readonly backend: readonly ApiRoute[];
  /** Routes for backends with a webhook key. */
  readonly webhooks: readonly ApiRoute[];
  /** Routes for the browser SDK during a flow. */
  readonly client: readonly ApiRoute[];
}
