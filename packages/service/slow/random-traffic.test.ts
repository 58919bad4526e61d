import { encodeJpeg } from '@vendor/specimens';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  nearlyValuesOf,
  type Operation,
  pointerTo,
  ReplyJudge,
  valuesOf,
} from './api-schema.ts';
import { DeepRequests, type PreparedRequest } from './deep-requests.ts';
import { LiveCredentials } from './live-credentials.ts';
import { ServiceProcess } from './service-process.ts';

const api = '/orchestration-api/v1';
/** Number of requests for each operation, so that all together take a minute. */
const runsOfEach = 40;

let service: ServiceProcess;
let credentials: LiveCredentials;
let deep: DeepRequests;
let document: ApiDocument;
let judge: ReplyJudge;
/** Number of replies by operation and status. */
const answered = new Map<string, Map<number, number>>();

beforeAll(async () => {
  service = await ServiceProcess.create();
  await service.start();
  credentials = new LiveCredentials(service);
  deep = new DeepRequests(service, picture);
  document = (await (await fetch(`${service.url}${api}/openapi.json`)).json()) as ApiDocument;
  judge = new ReplyJudge(document);
});
afterAll(() => service.remove());

/** Creates a plain grey picture. */
async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [64, 48];
  return new Uint8Array(
    await encodeJpeg({ width, height, data: new Uint8Array(width * height * 4).fill(200) }),
  );
}

interface Exchange {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** A generated request; ids and credentials are filled in when it is sent. */
interface GeneratedRequest {
  readonly parameters: readonly { name: string; in: string; value: string | undefined }[];
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
  /** Kind of credential that it is sent with. */
  readonly credential: 'right' | 'none' | 'wrong';
  /** Whether its ids are replaced by existing ones. */
  readonly isKnown: boolean;
}

const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: odd });
/** Texts that remain a single segment of a path, whatever they contain. */
const oddSegment = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/^\.+$/.test(text));

function requestsOf({ operation }: Exchange): fc.Arbitrary<GeneratedRequest> {
  const parameters = fc.tuple(
    ...operation.parameters.map(({ name, in: place, required, schema }) => {
      const good = valuesOf(schema, document).map(String);
      // A waiting poll would only take time.
      const usual = name === 'wait' ? fc.constant('0') : good;
      const isHeader = place === 'header';
      const value = mostly(usual, oddSegment).filter(
        (text) => text !== '' && (!isHeader || /^[!-~]+$/.test(text)),
      );
      const given = required ? value : fc.option(value, { nil: undefined });
      return given.map((text) => ({
        name,
        in: place,
        value: name === 'wait' && Number(text) > 0 ? '0' : text,
      }));
    }),
  );
  return fc.record({
    parameters,
    body: bodiesOf(operation),
    contentType: mostly(
      fc.constantFrom(...Object.keys(operation.requestBody?.content ?? { 'application/json': {} })),
      fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=latin1'),
    ),
    credential: fc.oneof(
      { weight: 6, arbitrary: fc.constant('right' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const) },
    ),
    isKnown: fc.boolean(),
  });
}

/** Placeholder for the body that the prerequisites provide, with their digests, tickets and secrets. */
const prepared = 'prepared';

/** Valid bodies of operations without an example in the OpenAPI document. */
const plainBodies: Readonly<Record<string, unknown>> = {
  'client-init': { sdkVersion: '1', capabilities: ['document'], nonce: 'nonce-of-16-chars' },
  'open-popup': { look: {} },
};

/** Creates a request that is valid except possibly for its credential. */
function plain({ operation }: Exchange, credential: GeneratedRequest['credential']): [GeneratedRequest] {
  const example =
    operation.requestBody?.content['application/json']?.example ?? plainBodies[operation.operationId];
  const parameters = operation.parameters
    .filter(({ required }) => required)
    .map(({ name, in: place }) => ({ name, in: place, value: 'x' }));
  const isDeep = deep.operations.includes(operation.operationId);
  const body = isDeep ? prepared : example === undefined ? undefined : JSON.stringify(example);
  const [contentType = 'application/json'] = Object.keys(operation.requestBody?.content ?? {});
  return [{ parameters, body, contentType, credential, isKnown: true }];
}

function bodiesOf(operation: Operation): fc.Arbitrary<GeneratedRequest['body']> {
  const anyBody = anyBodyOf(operation);
  if (!deep.operations.includes(operation.operationId)) return anyBody;
  return fc.oneof({ weight: 1, arbitrary: fc.constant(prepared) }, { weight: 1, arbitrary: anyBody });
}

function anyBodyOf({ requestBody }: Operation): fc.Arbitrary<GeneratedRequest['body']> {
  if (!requestBody) return fc.constant(undefined);
  const { schema } = requestBody.content['application/json'] ?? {};
  if (!schema) return fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array(bytes));
  const texts = fc
    .oneof(valuesOf(schema, document), nearlyValuesOf(schema, document))
    .map((value) => JSON.stringify(value) ?? '');
  return fc.oneof({ weight: 8, arbitrary: texts }, { weight: 1, arbitrary: fc.string() });
}

async function send({ path, method, operation }: Exchange, request: GeneratedRequest): Promise<Response> {
  const [scheme] = operation.security.flatMap((one) => Object.keys(one));
  const there: PreparedRequest =
    (request.isKnown ? await deep.before(operation.operationId) : null) ??
    (await credentials.of(scheme, operation.operationId));
  const { headers } = there;
  const wrong = Object.fromEntries(Object.keys(headers).map((name) => [name, 'Bearer wrong']));
  const { right, none } = { right: headers, none: {} };
  const sent = new Headers({ wrong, right, none }[request.credential]);
  const url = new URL(`${service.url}${api}${path}`);
  let filled = url.href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  const query = new URLSearchParams();
  for (const { name, in: place, value } of request.parameters) {
    if (value === undefined) continue;
    const text = request.isKnown ? (knownValues(there)[name] ?? value) : value;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(text));
    else if (place === 'query') query.set(name, text);
    else sent.set(name, text);
  }
  const chosenBody = request.body === prepared ? there.body : request.body;
  if (chosenBody !== undefined) sent.set('content-type', request.contentType);
  const body = typeof chosenBody === 'string' && request.isKnown ? withWorkflow(chosenBody) : chosenBody;
  return fetch(`${filled}?${query}`, {
    method: method.toUpperCase(),
    headers: sent,
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
}

/** Returns values of parameters that name existing things. */
const knownValues = ({
  executionId,
  endpointId = '',
  deliveryId = '',
  values,
}: PreparedRequest): Record<string, string> => ({
  id: executionId,
  execution: executionId,
  endpointId,
  endpoint: endpointId,
  deliveryId,
  stepId: 'document',
  attempt: '1',
  slot: 'front',
  ...values,
});

/** Replaces the workflow id of a body with an existing one. */
function withWorkflow(body: string): string {
  return body.replace(/"workflowId":"[^"]*"/, `"workflowId":"${service.development.workflows[0]?.id}"`);
}

/** Expects a reply that is not a server error and matches the OpenAPI document. */
async function expectAsDescribed({ path, method, operation }: Exchange, reply: Response): Promise<void> {
  const { status } = reply;
  const type = (reply.headers.get('content-type') ?? '').replace(/;.*/, '');
  const text = await reply.text();
  expect(status, text).toBeLessThan(500);
  const described = operation.responses[status];
  expect(described, `${status} is not documented: ${text}`).toBeDefined();
  expect(Object.keys(described?.content ?? {})).toContain(type);
  for (const header of Object.keys(described?.headers ?? {}))
    expect(reply.headers.has(header), header).toBe(true);
  if (!described?.content[type]?.schema) return;
  const pointer = pointerTo('paths', path, method, 'responses', String(status), 'content', type, 'schema');
  expect(judge.faultsOf(pointer, JSON.parse(text)), text).toEqual([]);
}

describe('random traffic', () => {
  it('causes no server error and no undocumented reply', async () => {
    const exchanges = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Exchange => ({ path, method, operation })),
    );
    for (const exchange of exchanges) {
      const counts = new Map<number, number>();
      answered.set(exchange.operation.operationId, counts);
      await fc.assert(
        fc.asyncProperty(requestsOf(exchange), async (request) => {
          const reply = await send(exchange, request);
          counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1);
          await expectAsDescribed(exchange, reply);
        }),
        { numRuns: runsOfEach, examples: [plain(exchange, 'right'), plain(exchange, 'none')] },
      );
    }
    expect(service.log).not.toContain('"level":"error"');
  }, 300_000);

  it('succeeds at every operation, and is refused at each without its credential', () => {
    // Reachability and the API description need no credential; a media link contains its own.
    const open = ['ping', 'openapi', 'reference'];
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(answered.size).toBe(operations.length);
    for (const { operationId, security } of operations) {
      const statuses = [...(answered.get(operationId)?.keys() ?? [])];
      expect(
        statuses.some((status) => status >= 200 && status < 300),
        `${operationId} ${statuses}`,
      ).toBe(true);
      if (security.length > 0) expect(statuses, operationId).toContain(401);
      else expect([...open, 'read-media'], operationId).toContain(operationId);
    }
  });

  it('detects missing, wrong and additional members of a reply', () => {
    const pointer = pointerTo(
      'paths',
      '/init-workflow',
      'post',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
    );
    const data = {
      executionId: '1f0a3c52-6a1e-4a53-8a2b-6f8f8f6f2b11',
      token: 'default.x',
      expiresAt: '2030-01-15T13:00:00.000Z',
      requiresClientInit: true,
    };
    const { token: _, ...missing } = data;
    expect(judge.faultsOf(pointer, { data })).toEqual([]);
    for (const broken of [missing, { ...data, expiresAt: 'soon' }, { ...data, more: 1 }]) {
      expect(judge.faultsOf(pointer, { data: broken })).not.toEqual([]);
    }
  });
});
