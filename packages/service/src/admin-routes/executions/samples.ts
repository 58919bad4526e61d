import { adminSampleDataSchema, adminSampleRequestSchema } from '@vendor/contract/admin';
import {
  makeSampleData,
  readSampleData,
  removeSampleData,
  type SampleServices,
} from '../../administration/samples/sample-data.ts';
import { readJson } from '../../http/bodies/json-body.ts';
import { parseBody } from '../../http/bodies/parse-body.ts';
import type { AdminRoute } from '../admin-route.ts';

/** Creates the routes for an account's sample data, which exists only in test mode. */
export function sampleRoutes(services: SampleServices): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'sample-data',
      access: 'sample.change',
      operation: { summary: 'Show the state of the sample data', reply: adminSampleDataSchema },
      answer: (_context, person) => readSampleData(services, person),
    },
    {
      method: 'POST',
      path: 'sample-data',
      access: 'sample.change',
      operation: {
        summary: 'Create sample data',
        body: adminSampleRequestSchema,
        reply: adminSampleDataSchema,
      },
      async answer(context, person) {
        parseBody(adminSampleRequestSchema, await readJson(context.req.raw, 'INVALID_REQUEST_BODY'));
        return makeSampleData(services, person);
      },
    },
    {
      method: 'DELETE',
      path: 'sample-data',
      access: 'sample.change',
      operation: { summary: 'Remove the sample data', reply: adminSampleDataSchema },
      answer: (_context, person) => removeSampleData(services, person),
    },
  ];
}
