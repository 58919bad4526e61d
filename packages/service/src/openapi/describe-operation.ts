import { captureSlots, type ProblemCode, problemStatus } from '@vendor/contract';
import { z } from 'zod';
import type { Components, Json } from './components.ts';
import type { Operation } from './operation.ts';
import { headersOf } from './reply-headers.ts';

/** Schemas of the path parameter `id`, by the path before it. */
const idParameters: Readonly<Record<string, z.ZodType>> = {
  '/workflow-execution/': z.uuid().describe('Id of the execution.'),
  '/executions/': z.uuid().describe('Id of the execution.'),
  '/workflows/': z.uuid().describe('Id of the workflow.'),
  '/webhooks/': z.uuid().describe('Id of the webhook endpoint.'),
  '/webhook-deliveries/': z.uuid().describe('Id of the delivery.'),
  '/keys/': z.string().describe('Id of the API key: its characters 9 to 20.'),
  '/person/passkeys/': z.base64url().describe('Id of the passkey, in base64url.'),
  '/person/sessions/': z.uuid().describe('Id of the session.'),
};

/** Schemas of the other path parameters, by name. */
const pathParameters: Readonly<Record<string, z.ZodType>> = {
  captureId: z.uuid().describe('Id of the capture.'),
  personId: z.uuid().describe('Id of the person.'),
  version: z.int().min(1).describe('Version of the workflow.'),
  stepId: z.string().describe('Id of the current step.'),
  attempt: z.int().min(1).describe('Number of the current attempt.'),
  endpointId: z.uuid().describe('Id of the webhook endpoint.'),
  deliveryId: z.uuid().describe('Id of the delivery.'),
  slot: z.enum(captureSlots).describe('Slot of the capture within the step.'),
};

/** Describes an operation for the document. */
export function describeOperation(operation: Operation, tag: string, components: Components): Json {
  const { id, summary, description, authorization, body, examples } = operation;
  const isOpen = authorization === 'none' || authorization === 'signedLink';
  const content = body && contentOf(body, 'input', components);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: isOpen ? [] : [{ [authorization]: [] }],
    parameters: [
      ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) =>
        parameter('path', name, pathParameter(name, operation.path.slice(0, index)), components),
      ),
      ...parameters('query', operation.query, components),
      ...parameters('header', operation.headers, components),
    ],
    ...(content ? { requestBody: { required: true, content: withExample(content, examples?.body) } } : {}),
    responses: {
      200: success(operation, components),
      ...(operation.hasRanges
        ? { 206: { ...success(operation, components), description: 'The requested range.' } }
        : {}),
      ...problemResponses(operation),
    },
  };
}

/** Returns the schema of a path parameter. @param before - the path before it. */
function pathParameter(name: string, before: string): z.ZodType {
  const schema = name === 'id' ? idParameters[before] : pathParameters[name];
  if (!schema) throw new Error(`The path parameter ${before}{${name}} is not described.`);
  return schema;
}

function success({ reply, problems, examples }: Operation, components: Components): Json {
  const isLimited = problems.includes('RATE_LIMITED');
  const isBytes = Array.isArray(reply);
  const content = contentOf(isBytes ? reply : z.object({ data: reply as z.ZodType }), 'output', components);
  const example = examples?.reply === undefined ? undefined : { data: examples.reply };
  return {
    description: isBytes ? 'The content.' : 'Success.',
    headers: headersOf('RequestId', ...(isLimited ? (['RateLimit', 'RateLimitPolicy'] as const) : [])),
    content: withExample(content, example),
  };
}

/** Describes one response for each HTTP status, with its problem codes. */
function problemResponses(operation: Operation): Json {
  // Any call may fail because of the service or its machine.
  const problems = [...new Set<ProblemCode>([...operation.problems, 'INTERNAL_ERROR', 'UNAVAILABLE'])];
  const statuses = [...new Set(problems.map((code) => problemStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = problems.filter((code) => problemStatus[code] === status);
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Problem' }],
        properties: { status: { const: status }, code: { enum: codes } },
      };
      const isTemporary = status === 429 || status === 503 || codes.includes('IDEMPOTENCY_KEY_IN_USE');
      const headers = [
        'RequestId' as const,
        ...(isTemporary ? (['RetryAfter'] as const) : []),
        ...(status === 401 ? (['Authenticate'] as const) : []),
      ];
      const content = { 'application/problem+json': { schema } };
      return [status, { description: codes.join(', '), headers: headersOf(...headers), content }];
    }),
  );
}

function parameters(
  place: 'query' | 'header',
  named: Readonly<Record<string, z.ZodType>> | undefined,
  components: Components,
): Json[] {
  return Object.entries(named ?? {}).map(([name, schema]) => parameter(place, name, schema, components));
}

function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  schema: z.ZodType,
  components: Components,
): Json {
  const { description } = schema;
  return {
    name,
    in: place,
    required: place === 'path' || !schema.safeParse(undefined).success,
    ...(description === undefined ? {} : { description }),
    schema: components.write(schema, 'input'),
  };
}

function contentOf(
  content: z.ZodType | readonly string[],
  io: 'input' | 'output',
  components: Components,
): Record<string, Json> {
  if (Array.isArray(content)) return Object.fromEntries(content.map((type) => [type, {}]));
  return { 'application/json': { schema: components.write(content as z.ZodType, io) } };
}

function withExample(content: Record<string, Json>, example: unknown): Record<string, Json> {
  const json = content['application/json'];
  if (example === undefined || !json) return content;
  return { ...content, 'application/json': { ...json, example } };
}
