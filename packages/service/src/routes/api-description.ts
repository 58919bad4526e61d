import type { Handler } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import type { ServerAddresses } from '../openapi/openapi-document.ts';

/**
 * `GET openapi.json` and `GET docs`: the description of the API, for tools and for people. It is loaded and written with the
 * first look: the service shall answer before.
 */
export function apiDescription(addresses: ServerAddresses): {
  document: Handler<AppEnvironment>;
  page: Handler<AppEnvironment>;
} {
  const writeDocument = async () => {
    const { openapiDocument } = await import('../openapi/openapi-document.ts');
    return openapiDocument(addresses);
  };
  const writePage = async () => {
    const { referencePage, referencePolicy } = await import('../openapi/reference-page.ts');
    return { markup: referencePage(await writeDocument()), policy: referencePolicy };
  };
  let document: ReturnType<typeof writeDocument> | undefined;
  let page: ReturnType<typeof writePage> | undefined;
  return {
    async document(context) {
      document ??= writeDocument();
      return context.json(await document);
    },
    async page(context) {
      page ??= writePage();
      const { markup, policy } = await page;
      return context.html(markup, 200, { 'content-security-policy': policy });
    },
  };
}
