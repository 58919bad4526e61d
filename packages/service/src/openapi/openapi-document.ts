import { problemSchema } from '@vendor/contract';
import { Components, type Json } from './components.ts';
import { describeOperation } from './describe-operation.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { type Authorization, apiPath, type Operation } from './operation.ts';
import { problemExample } from './problem-example.ts';
import { replyHeaders } from './reply-headers.ts';

/** Addresses of the service, by region. */
export interface ServerAddresses {
  readonly base: string;
  /** Null if it is the same as `base`. */
  readonly us: string | null;
  readonly apac: string | null;
}

const tags = {
  backend: {
    name: 'Executions',
    description: 'Routes for your backend, called with an API key in `x-api-key`.',
  },
  webhooks: {
    name: 'Deliveries',
    description:
      'Routes to watch deliveries to your endpoints and to send them again, called with an API key for webhooks. Endpoints and their secrets are created in the Admin Panel or on the command line.',
  },
  client: {
    name: 'Client',
    description:
      'Routes that the browser SDK calls during a flow. They change together with the SDK: use the SDK instead of calling them.',
  },
} as const;

/** Routes of the API in the order of the document. */
export type DescribedRoutes = Readonly<
  Record<keyof typeof tags, readonly { readonly operation: Operation }[]>
>;

const securitySchemes: Record<Exclude<Authorization, 'none' | 'signedLink'>, Json> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'API key of your account, for all or some of its workflows. Keep it in your backend.',
  },
  webhookKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'API key of your account for webhooks. It cannot start or read executions.',
  },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Session token of init-workflow, secret of a link, or popup ticket.',
  },
  handOffSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'Secret after # in the address of a hand-off.',
  },
  linkSecret: { type: 'http', scheme: 'bearer', description: 'Secret after # in the link.' },
  sessionKey: { type: 'http', scheme: 'bearer', description: 'Session key of client/init.' },
};

const introduction = `Runs identity verifications: a backend starts an execution of a workflow, the user goes through the flow in
the browser SDK or on a hosted page, and the backend gets the result by webhook or reads it.

**Replies.** A successful reply is \`{ "data": … }\`. An error reply is a problem (RFC 9457) with a stable \`code\`, a
\`requestId\` (also in \`X-Request-Id\`) and every fault of the request with its place. Ignore members that you do not know: later
versions may add some. Times are in UTC, ISO 8601.

**Access.** Objects of another account, or outside the scope of a key, are answered as if they did not exist.

**Repeated requests.** A start with an \`Idempotency-Key\` can be repeated for 24 hours with the same body: it gets the same reply and
starts nothing. After the execution is purged, it is refused with \`EXECUTION_PURGED\`. Without the header, each call starts an
execution. Decisions and redeliveries accept the header too.

**Limits.** Each API key, session and address has a rate limit, reported in \`RateLimit\` and \`RateLimit-Policy\`. Requests beyond it
get 429 with \`Retry-After\`; back off exponentially.`;

/** Builds the OpenAPI 3.1 document of the API, from the schemas with which the service parses requests and makes replies. */
export function openapiDocument(addresses: ServerAddresses, routes: DescribedRoutes): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const caller of ['backend', 'webhooks', 'client'] as const) {
    for (const { operation } of routes[caller]) {
      const described = describeOperation(operation, tags[caller].name, components);
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

/** Describes a server: the API's path under the address of a region. */
function server(name: string, address: string, description: string): Json {
  return { url: `{${name}}${apiPath}`, description, variables: { [name]: { default: address } } };
}
