// npm run client: writes the types with which the Admin Panel calls the service, from the service's OpenAPI document.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapi, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { compile } from './build.mjs';
import { install, isMainScript, root } from './workspace.mjs';

/** Path of the generated types. */
export const clientFile = join(root, 'packages/admin/src/api/schema.d.ts');

const head = '// Written by `npm run client` from the OpenAPI document of the panel. Do not edit.\n\n';

/** Returns the types of the paths and schemas of an OpenAPI document, as TypeScript. */
export async function clientTypes(document) {
  const written = await openapi(JSON.stringify(withoutErrors(document)), {
    // Members with a default may be left out.
    defaultNonNullable: false,
    transform: (schema) => (isBareObject(schema) ? anyObject : undefined),
  });
  return head + astToString(written);
}

const anyObject = ts.factory.createKeywordTypeNode(ts.SyntaxKind.ObjectKeyword);

/** Returns whether a schema is an object without any description of its members, which means any object, not an empty one. */
function isBareObject({ type, properties = {}, additionalProperties }) {
  return type === 'object' && Object.keys(properties).length === 0 && !additionalProperties;
}

/** Removes error replies and headers: the panel handles the errors of all calls in one place. */
function withoutErrors({ paths, components, ...rest }) {
  const successOnly = ({ responses, ...operation }) => {
    const { headers: _, ...success } = responses[200];
    return { ...operation, responses: { 200: success } };
  };
  const { Problem: _, ...schemas } = components.schemas;
  return {
    ...rest,
    paths: mapValues(paths, (path) => mapValues(path, successOnly)),
    components: { schemas: sorted(schemas) },
  };
}

/** Sorts by name, because a test runner lists the exports of modules in another order than Node. */
function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

if (isMainScript(import.meta.url)) {
  await install();
  const compiled = await compile();
  if (compiled !== 0) process.exit(compiled);
  const { panelDocument } = await import('../packages/service/dist/admin-routes/panel-document.js');
  await writeFile(clientFile, await clientTypes(panelDocument()));
}
