import type { ApiRoutes } from '../src/routes/api-route.ts';
import { type ApiParts, apiRoutes } from '../src/routes/api-routes.ts';

/** Routes of the API, built without a running service: services are needed only to answer requests. */
export const describedRoutes: ApiRoutes = apiRoutes({ services: {} } as ApiParts);

/** OpenAPI operations of all routes. */
export const operations = Object.values(describedRoutes).flatMap((routes: ApiRoutes[keyof ApiRoutes]) =>
  routes.map(({ operation }) => operation),
);
