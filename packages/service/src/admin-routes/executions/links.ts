import {
  adminLinkFormSchema,
  adminNewLinkRequestSchema,
  adminShareLinkRequestSchema,
  adminShareLinkSchema,
} from '@vendor/contract/admin';
import {
  type LinkServices,
  readLinkForm,
  renewLink,
  shareLink,
} from '../../administration/links/share-link.ts';
import type { RequestContext } from '../../http/app-environment.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import type { AdminRoute } from '../admin-route.ts';

const idOf = (context: RequestContext) => context.req.param('id') ?? '';

/** Creates the routes for links that people of an account send to users. */
export function linkRoutes(services: LinkServices): readonly AdminRoute[] {
  const at = (context: RequestContext) => ({ ...services, publicUrl: context.get('ownAddress').publicUrl });
  return [
    {
      method: 'GET',
      path: 'workflows/:id/link-form',
      access: 'execution.start',
      operation: {
        summary: 'Show the inputs for a link to a workflow',
        reply: adminLinkFormSchema,
      },
      answer: (context, person) => readLinkForm(services, person, idOf(context)),
    },
    {
      method: 'POST',
      path: 'workflows/:id/links',
      access: 'execution.start',
      operation: {
        summary: 'Create a link for a user',
        body: adminShareLinkRequestSchema,
        reply: adminShareLinkSchema,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        return shareLink(at(context), person, idOf(context), parseBody(adminShareLinkRequestSchema, body));
      },
    },
    {
      method: 'POST',
      path: 'executions/:id/link',
      access: 'execution.start',
      operation: {
        summary: 'Create another link for the user of a run',
        body: adminNewLinkRequestSchema,
        reply: adminShareLinkSchema,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        return renewLink(at(context), person, idOf(context), parseBody(adminNewLinkRequestSchema, body));
      },
    },
  ];
}
