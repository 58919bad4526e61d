import type { Json } from '../openapi/components.ts';
import type { AdminRoute } from './admin-route.ts';

/** Creates the route that describes the panel's API to signed-in people. Generates the description at the first request. */
export function descriptionRoute(routes: readonly AdminRoute[]): AdminRoute {
  let written: Promise<Json> | undefined;
  return {
    method: 'GET',
    path: 'openapi.json',
    access: 'session',
    operation: { summary: 'Show this description', reply: ['application/json'] },
    async answer(context) {
      written ??= import('../openapi/admin-document.ts').then(({ adminDocument }) => adminDocument(routes));
      return context.json(await written);
    },
  };
}
