import { problemSchema } from '@vendor/contract';
import { backendOperations } from './backend-operations.ts';
import { clientOperations } from './client-operations.ts';
import { Components, type Json } from './components.ts';
import { describeOperation } from './describe-operation.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { problemExample } from './examples.ts';
import type { Authorization } from './operation.ts';
import { replyHeaders } from './reply-headers.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Addresses at which the service is reached, by region. */
export interface ServerAddresses {
  readonly base: string;
  /** Null: not told apart from `base`. */
  readonly us: string | null;
  readonly apac: string | null;
}

/** Path at which every address described here begins. */
const apiPath = '/orchestration-api/v1';

const tags = {
  backend: {
    name: 'Executions',
    description: 'What your backend calls, with an API key in `x-api-key`.',
  },
  webhooks: {
    name: 'Deliveries',
    description:
      'How the events on their way to your endpoints do, and sending them again: with an API key for webhooks. Endpoints are added, and their secrets made, by the command line.',
  },
  client: {
    name: 'Client',
    description:
      'What the browser SDK calls during a flow. It changes together with the SDK: call it by the SDK.',
  },
} as const;

const securitySchemes: Record<Exclude<Authorization, 'none' | 'signedLink'>, Json> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key of your account, for all its workflows or for some. It never leaves your backend.',
  },
  webhookKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'A key of your account for its webhooks, which starts and sees no execution.',
  },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of init-workflow, the secret of a link, or the ticket of a window.',
  },
  handOffSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'What stands behind # in the address of a hand-off.',
  },
  linkSecret: { type: 'http', scheme: 'bearer', description: 'What stands behind # in the link.' },
  sessionKey: { type: 'http', scheme: 'bearer', description: 'The session key of client/init.' },
};

const introduction = `Runs identity verifications: a backend starts an execution of a workflow, its user goes through the flow in
the browser SDK or on a page behind a link, and the result comes by webhook or is read.

**Replies.** Whatever was carried out is answered \`{ "data": … }\`; whatever was not, a problem (RFC 9457) with a stable
\`code\`, a \`requestId\` (also in \`X-Request-Id\`) and every fault of the request with its place. Members that you do not know
are to be ignored: there may be more of them later. Times are UTC, ISO 8601.

**Ids of others.** What belongs to another account, or lies outside the scope of a key, is answered as if it did not exist.

**Repeating.** A start with an \`Idempotency-Key\` can be sent again for 24 hours with the same body: it is answered the same and
starts nothing; once the data of the execution was purged it is refused with \`EXECUTION_PURGED\`. Without one, each call starts an
execution. The header does the same for a decision and for a redelivery.

**Limits.** Each API key, session and address has a rate limit, told in \`RateLimit\` and \`RateLimit-Policy\`. Beyond it the answer
is 429 with \`Retry-After\`; back off exponentially.`;

/** The API as an OpenAPI 3.1 document, made from the schemas that the service itself parses and answers with. */
export function openapiDocument(addresses: ServerAddresses): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const [tag, operations] of [
    [tags.backend, backendOperations],
    [tags.webhooks, webhookOperations],
    [tags.client, clientOperations],
  ] as const) {
    for (const operation of operations) {
      const described = describeOperation(operation, tag.name, components);
      paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
    }
  }
  components.write(problemSchema, 'output');
  const webhooks = describeWebhooks(components);
  const { Problem, ...schemas } = components.schemas;
  return {
    openapi: '3.1.0',
    info: { title: 'Workflow Orchestration Service', version: 'v1', description: introduction },
    servers: [
      server('base_url', addresses.base, 'The default region.'),
      server('base_url_us', addresses.us ?? addresses.base, 'United States.'),
      server('base_url_apac', addresses.apac ?? addresses.base, 'Asia and the Pacific.'),
    ],
    tags: Object.values(tags),
    paths,
    webhooks,
    components: {
      securitySchemes,
      headers: replyHeaders,
      schemas: { ...schemas, Problem: { ...Problem, examples: [problemExample] } },
    },
  };
}

/** The same paths under the address of a region. */
function server(name: string, address: string, description: string): Json {
  return { url: `{${name}}${apiPath}`, description, variables: { [name]: { default: address } } };
}
