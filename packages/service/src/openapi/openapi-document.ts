import { problemSchema, problemStatus } from '@vendor/contract';
import { z } from 'zod';
import { type Authorization, type Operation, operations } from './operations.ts';

type Json = Record<string, unknown>;

const securitySchemes: Record<Exclude<Authorization, 'none' | 'signedLink'>, Json> = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of init-workflow, or the secret of a link.',
  },
  linkSecret: { type: 'http', scheme: 'bearer', description: 'What stands behind # in the link.' },
  sessionKey: { type: 'http', scheme: 'bearer', description: 'The session key of client/init.' },
};

/** The API as an OpenAPI 3.1 document, made from the schemas that the service itself parses and answers with. */
export function openapiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Workflow Orchestration Service', version: 'v1' },
    servers: [{ url: `${publicUrl}/orchestration-api/v1` }],
    paths,
    components: { securitySchemes, schemas: { Problem: jsonSchema(problemSchema, 'output') } },
  };
}

function describeOperation(operation: Operation): Json {
  const { id, summary, authorization, body, reply } = operation;
  const isOpen = authorization === 'none' || authorization === 'signedLink';
  return {
    operationId: id,
    summary,
    security: isOpen ? [] : [{ [authorization]: [] }],
    parameters: [
      ...pathParameters(operation.path),
      ...namedParameters('query', operation.query),
      ...namedParameters('header', operation.headers),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(body, 'input') } } : {}),
    responses: {
      200: {
        description: 'OK',
        content: contentOf(isBytes(reply) ? reply : z.object({ data: reply }), 'output'),
      },
      ...problemResponses(operation),
    },
  };
}

/** One response for each HTTP status, naming the codes it comes with. */
function problemResponses({ problems }: Operation): Json {
  const statuses = [...new Set(problems.map((code) => problemStatus[code]))].sort();
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = problems.filter((code) => problemStatus[code] === status);
      return [status, { description: codes.join(', '), content }];
    }),
  );
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function namedParameters(
  place: 'query' | 'header',
  parameters: Readonly<Record<string, z.ZodType>> = {},
): Json[] {
  return Object.entries(parameters).map(([name, schema]) => ({
    name,
    in: place,
    schema: jsonSchema(schema, 'input'),
  }));
}

function isBytes(content: z.ZodType | readonly string[]): content is readonly string[] {
  return Array.isArray(content);
}

function contentOf(content: z.ZodType | readonly string[], io: 'input' | 'output'): Json {
  if (isBytes(content)) return Object.fromEntries(content.map((type) => [type, {}]));
  return { 'application/json': { schema: jsonSchema(content, io) } };
}

/** OpenAPI 3.1 takes JSON Schema 2020-12 as it is; a pattern that only spells out a format says nothing more. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      if (part.format) delete part.pattern;
    },
  });
  return rest;
}
