import type { App } from '../http/app-environment.ts';
import { endpoint } from '../http/endpoint.ts';
import { apiPath } from '../openapi/operation.ts';
import type { ApiRoute } from './api-route.ts';

/** Serves routes at the paths and methods of their operations. */
export function serveApi(app: App, routes: readonly ApiRoute[]): void {
  for (const path of new Set(routes.map(({ operation }) => operation.path))) {
    const ofPath = routes.filter(({ operation }) => operation.path === path);
    const handlers = ofPath.map(({ operation, answer }) => [operation.method.toUpperCase(), answer] as const);
    endpoint(app, apiPath + path.replace(/\{(\w+)\}/g, ':$1'), Object.fromEntries(handlers));
  }
}
