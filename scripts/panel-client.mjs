// npm run client: writes the types that the Admin Panel calls the service by, from the document that the service serves.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapi, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { compile } from './build.mjs';
import { install, isStarted, root } from './workspace.mjs';

/** File of the types. */
export const clientFile = join(root, 'packages/admin/src/api/schema.d.ts');

const head = '// Written by `npm run client` from the OpenAPI document of the panel. Do not edit.\n\n';

/** Types of the paths and schemas of an OpenAPI document, as TypeScript. */
export async function clientTypes(document) {
  const written = await openapi(JSON.stringify(succeeding(document)), {
    // Members that the service fills in may be left out.
    defaultNonNullable: false,
    transform: (schema) => (isBareObject(schema) ? anyObject : undefined),
  });
  return head + astToString(written);
}

const anyObject = ts.factory.createKeywordTypeNode(ts.SyntaxKind.ObjectKeyword);

/** An object of which nothing is said: any, and not one without members. */
function isBareObject({ type, properties = {}, additionalProperties }) {
  return type === 'object' && Object.keys(properties).length === 0 && !additionalProperties;
}

/** Leaves out refusals and headers: the panel reads each refusal in one place, whatever was called. */
function succeeding({ paths, components, ...rest }) {
  const ofMethod = ({ responses, ...operation }) => {
    const { headers: _, ...success } = responses[200];
    return { ...operation, responses: { 200: success } };
  };
  const { Problem: _, ...schemas } = components.schemas;
  return {
    ...rest,
    paths: mapValues(paths, (path) => mapValues(path, ofMethod)),
    components: { schemas: sorted(schemas) },
  };
}

/** By name: modules that a test runner loads list their exports in another order than Node does. */
function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

if (isStarted(import.meta.url)) {
  await install();
  const compiled = await compile();
  if (compiled !== 0) process.exit(compiled);
  const { panelDocument } = await import('../packages/service/dist/admin-routes/panel-document.js');
  await writeFile(clientFile, await clientTypes(panelDocument()));
}
