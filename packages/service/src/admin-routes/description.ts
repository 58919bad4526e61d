import type { Json } from '../openapi/components.ts';
import type { AdminRoute } from './admin-route.ts';

/** The description of the panel's API, for whoever is signed in. It is loaded and written with the first look. */
export function descriptionRoute(routes: readonly AdminRoute[]): AdminRoute {
  let written: Promise<Json> | undefined;
  return {
    method: 'GET',
    path: 'openapi.json',
    access: 'session',
    async answer(context) {
      written ??= import('../openapi/admin-document.ts').then(({ adminDocument }) => adminDocument(routes));
      return context.json(await written);
    },
  };
}
