import type { ServerAddresses } from '../openapi/openapi-document.ts';
import type { Operation } from '../openapi/operation.ts';
import type { ApiRoute, ApiRoutes } from './api-route.ts';

const documentOperation: Operation = {
  id: 'openapi',
  method: 'get',
  path: '/openapi.json',
  summary: 'Returns this description.',
  authorization: 'none',
  reply: ['application/json'],
  problems: [],
};

const pageOperation: Operation = {
  id: 'reference',
  method: 'get',
  path: '/docs',
  summary: 'Returns this description as a page for people.',
  authorization: 'none',
  reply: ['text/html'],
  problems: [],
};

/**
 * Creates the routes for the API's description, for tools and for people. It is built at the first request, because the service
 * must start fast.
 *
 * @param routes - returns all routes, including these two.
 */
export function apiDescription(addresses: ServerAddresses, routes: () => ApiRoutes): readonly ApiRoute[] {
  const writeDocument = async () => {
    const { openapiDocument } = await import('../openapi/openapi-document.ts');
    return openapiDocument(addresses, routes());
  };
  const writePage = async () => {
    const { referencePage, referencePolicy } = await import('../openapi/reference-page.ts');
    return { markup: referencePage(await writeDocument()), policy: referencePolicy };
  };
  let document: ReturnType<typeof writeDocument> | undefined;
  let page: ReturnType<typeof writePage> | undefined;
  return [
    {
      operation: documentOperation,
      async answer(context) {
        document ??= writeDocument();
        return context.json(await document);
      },
    },
    {
      operation: pageOperation,
      async answer(context) {
        page ??= writePage();
        const { markup, policy } = await page;
        return context.html(markup, 200, { 'content-security-policy': policy });
      },
    },
  ];
}
