import { type ProblemCode, problemSchema } from '@vendor/contract';
import * as admin from '@vendor/contract/admin';
import { z } from 'zod';
import type { AdminOperation } from './admin-operation.ts';
import { Components, type Json } from './components.ts';
import { describeOperation } from './describe-operation.ts';
import { bodyProblems, type Operation } from './operation.ts';
import { problemExample } from './problem-example.ts';
import { replyHeaders } from './reply-headers.ts';

/** Properties of a panel route that the document describes. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters written as `:id`. */
  readonly path: string;
  /** `anyone`, `session` or an act. */
  readonly access: string;
  readonly needsRecentSignIn?: true | 'in-use-case';
  readonly operation: AdminOperation;
}

const securitySchemes: Json = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-admin',
    description:
      'Session of a person. Calls that change something also need the header `X-Request-Token`, with the `requestToken` of the session.',
  },
};

const introduction = `The API that the Admin Panel calls. A person signs in; their role, modes and rights determine what they may call, and the audit
trail records what they do. The API changes together with the panel: integrations must use the API of the service instead.

A successful reply is \`{ "data": … }\`; an error reply is a problem (RFC 9457) with a stable \`code\`. Objects of another account are
answered as if they did not exist.`;

/** Names of the panel's schemas in the document, which are those of the contract. */
const named: Readonly<Record<string, z.ZodType>> = Object.fromEntries([
  ...Object.entries(admin).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[nameOf(name), value] as const] : [],
  ),
  ['Problem', problemSchema],
]);

function nameOf(exported: string): string {
  const name = exported.replace(/Schema$/, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Builds the OpenAPI 3.1 document of the Admin Panel's API from its routes and their schemas. */
export function adminDocument(routes: readonly DescribedRoute[]): Json {
  const components = new Components(named, (name) => name === 'Problem');
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const described = operationOf(route);
    const { security: _, ...rest } = describeOperation(described, tagOf(route), components);
    const security = route.access === 'anyone' ? [] : [{ session: [] }];
    paths[described.path] = {
      ...paths[described.path],
      [route.method.toLowerCase()]: { ...rest, security },
    };
  }
  components.write(problemSchema, 'output');
  const { Problem, ...schemas } = components.schemas;
  const tags = [...new Set(routes.map(tagOf))].map((name) => ({ name, description: `Calls to /${name}.` }));
  return {
    openapi: '3.1.0',
    info: { title: 'Admin Panel', version: 'v1', description: introduction },
    servers: [{ url: '/admin-api/v1', description: 'This service.' }],
    tags,
    paths,
    components: {
      securitySchemes,
      headers: replyHeaders,
      schemas: { ...schemas, Problem: { ...(Problem as Json), examples: [problemExample] } },
    },
  };
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** Groups routes by their first word. */
function tagOf({ path }: DescribedRoute): string {
  return path.split('/')[0] ?? path;
}

function operationOf(route: DescribedRoute): Operation {
  const { method, path } = route;
  const { body, ...operation } = route.operation;
  const words = path.split(/[/:-]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    ...operation,
    ...(body && { body }),
    id: `${method.toLowerCase()}${words.join('')}`,
    method: methods[method],
    path: `/${path.replace(/:(\w+)/g, '{$1}')}`,
    authorization: 'none',
    problems: problemsOf(route, body !== undefined),
  };
}

/** Lists the refusals by the checks before every route, and those of bodies and ids. */
function problemsOf(route: DescribedRoute, hasBody: boolean): ProblemCode[] {
  const isOpen = route.access === 'anyone';
  const isAct = !isOpen && route.access !== 'session';
  return [
    'RATE_LIMITED',
    'UNAUTHORIZED',
    ...(isAct || route.method !== 'GET' ? (['FORBIDDEN'] as const) : []),
    ...(isAct ? (['SECOND_STEP_REQUIRED'] as const) : []),
    ...(route.needsRecentSignIn ? (['AUTHENTICATION_TOO_OLD'] as const) : []),
    ...(route.path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(hasBody ? bodyProblems : []),
  ];
}
