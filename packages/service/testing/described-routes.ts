import type { ApiRoutes } from '../src/routes/api-route.ts';
import { type ApiParts, apiRoutes } from '../src/routes/api-routes.ts';

/** The routes of the API without a service that runs: they need their services to answer, not to be described. */
export const describedRoutes: ApiRoutes = apiRoutes({ services: {} } as ApiParts);

/** Descriptions of every endpoint of the API, as the document has them. */
export const operations = Object.values(describedRoutes).flatMap((routes: ApiRoutes[keyof ApiRoutes]) =>
  routes.map(({ operation }) => operation),
);
