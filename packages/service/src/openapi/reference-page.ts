import { createHash } from 'node:crypto';
import type { Json } from './components.ts';
import { html, type Markup, paragraphs, raw } from './markup.ts';
import { referenceStyle } from './reference-style.ts';
import { schemaTable, typeOf } from './schema-table.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Json;
}

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

interface Content {
  schema?: Json;
  example?: unknown;
}

interface Entry {
  /** Null for a webhook, which the service calls. */
  readonly address: { readonly method: string; readonly path: string } | null;
  readonly operation: Described;
}

/** Content-Security-Policy of the page: allows only its own style, by hash, and no script. */
export const referencePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders the document as an HTML page without scripts. */
export function referencePage(document: Json): string {
  const { info, servers, tags, paths, webhooks, components } = document as {
    info: { title: string; version: string; description: string };
    servers: { url: string; description: string; variables: Record<string, { default: string }> }[];
    tags: { name: string; description: string }[];
    paths: Record<string, Record<string, Described>>;
    webhooks: Record<string, { post: Described }>;
    components: { schemas: Record<string, Json>; securitySchemes: Record<string, { description: string }> };
  };
  const all: Entry[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ address: { method, path }, operation })),
  );
  const groups = [
    ...tags.map((tag) => ({
      ...tag,
      entries: all.filter(({ operation }) => operation.tags?.includes(tag.name)),
    })),
    {
      name: 'Webhooks',
      description: 'Events that the service posts to your endpoint.',
      entries: Object.values(webhooks).map(({ post }) => ({ address: null, operation: post })),
    },
  ];
  const hosts = servers.map(
    ({ url, description, variables }) =>
      html`<tr><td><code>${url.replace(/\{(\w+)\}/, (_, name: string) => variables[name]?.default ?? '')}</code></td><td>${description}</td></tr>`,
  );
  const markup = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} ${info.version}</title>
<link rel="icon" href="data:,">
<style>${raw(referenceStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="title"><a href="#content">${info.title}</a></p>
${groups.map(
  ({ name, entries }) => html`<h2>${name}</h2>
<ul>${entries.map(({ address, operation }) => html`<li><a href="#${operation.operationId}">${methodMark(address)}${operation.operationId}</a></li>`)}</ul>
`,
)}<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="content">
<h1>${info.title} <small>${info.version}</small></h1>
${paragraphs(info.description)}
<p><a href="openapi.json">The same as OpenAPI 3.1, for tools</a></p>
<table><caption>Servers</caption><tbody>${hosts}</tbody></table>
${groups.map(
  ({ name, description, entries }) => html`<section aria-labelledby="group-${name}">
<h2 id="group-${name}">${name}</h2>
${paragraphs(description)}
${entries.map((entry) => article(entry, components.securitySchemes))}</section>
`,
)}<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<article><h3 id="schema-${name}">${name}</h3>${schemaTable(schema, name)}</article>
`,
)}</section>
</main>
</body>
</html>
`;
  return markup.text;
}

function methodMark(address: Entry['address']): Markup {
  const method = address === null ? 'post' : address.method;
  return html`<span class="method ${method}">${method.toUpperCase()}</span> `;
}

function article({ address, operation }: Entry, schemes: Record<string, { description: string }>): Markup {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const [scheme] = security.flatMap((one) => Object.keys(one));
  return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${operationId}</h3>
<p class="address">${methodMark(address)}<code>${address?.path ?? 'your endpoint'}</code></p>
<p>${summary}</p>
${description === undefined ? '' : paragraphs(description)}
${scheme === undefined ? '' : html`<p><b>Authorization</b> <code>${scheme}</code> ${schemes[scheme]?.description ?? ''}</p>`}
${parameters.length === 0 ? '' : parameterTable(parameters, operationId)}
${requestBody === undefined ? '' : bodyOf('Request body', requestBody.content, `${operationId} request`)}
${Object.entries(responses).map(([status, reply]) => response(status, reply, operationId))}
</article>
`;
}

function parameterTable(parameters: readonly Parameter[], of: string): Markup {
  return html`<table><caption>Parameters of ${of}</caption><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${parameters.map(
    (one) =>
      html`<tr><th scope="row"><code>${one.name}</code>${one.required ? html` <em>required</em>` : ''}</th><td>${one.in}</td><td>${typeOf(one.schema)}</td><td>${one.description ?? ''}</td></tr>`,
  )}</tbody></table>`;
}

function bodyOf(title: string, content: Record<string, Content>, of: string): Markup {
  const json = content['application/json'];
  if (!json?.schema)
    return html`<p><b>${title}</b> ${Object.keys(content).map((type) => html`<code>${type}</code> `)}</p>`;
  return html`<p><b>${title}</b> ${typeOf(json.schema)}</p>
${json.example === undefined ? '' : html`<pre tabindex="0" role="region" aria-label="Example of ${of}"><code>${JSON.stringify(json.example, null, 2)}</code></pre>`}`;
}

function response(
  status: string,
  { description, content }: { description: string; content?: Record<string, Content> },
  of: string,
): Markup {
  if (status === '200') return bodyOf('200', content ?? {}, `${of} reply`);
  return html`<p class="problem"><b>${status}</b> ${description.split(', ').map((code) => (/^[A-Z_]+$/.test(code) ? html`<code>${code}</code> ` : code))}</p>`;
}
