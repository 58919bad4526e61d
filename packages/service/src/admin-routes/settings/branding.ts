import { type AdminBrand, adminBrandRequestSchema, adminBrandSchema } from '@vendor/contract/admin';
import type { PersonActor } from '../../access/actor.ts';
import {
  type BrandServices,
  changeBrand,
  readBrand,
} from '../../administration/branding/administer-brand.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import type { AdminRoute } from '../admin-route.ts';

/** Creates the routes for the branding of an account's hosted pages. */
export function brandRoutes(services: BrandServices): AdminRoute[] {
  const answer = async (person: PersonActor): Promise<AdminBrand> => {
    const { logo, changedAt, ...brand } = await readBrand(services, person, person.accountId);
    return {
      ...brand,
      logo: logo && Buffer.from(logo).toString('base64'),
      changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
    };
  };
  return [
    {
      method: 'GET',
      path: 'branding',
      access: 'brand.read',
      operation: { summary: 'Show the branding of hosted pages', reply: adminBrandSchema },
      answer: (_context, person) => answer(person),
    },
    {
      method: 'PUT',
      path: 'branding',
      access: 'brand.change',
      operation: {
        summary: 'Change the branding of hosted pages',
        body: adminBrandRequestSchema,
        reply: adminBrandSchema,
      },
      async answer(context, person) {
        const body = await readJson(context.req.raw, 'INVALID_REQUEST_BODY');
        const { logo, ...change } = parseBody(adminBrandRequestSchema, body);
        await changeBrand(services, person, {
          ...change,
          accountId: person.accountId,
          logo: logo === null || logo === undefined ? logo : Buffer.from(logo, 'base64'),
        });
        return answer(person);
      },
    },
  ];
}
