import { expect, it } from 'vitest';
import { readWorkflowFile } from './workflow-file.ts';

const definition = { start: 'end', nodes: { end: { kind: 'end' } } };
const written = JSON.stringify(definition);

it.each([
  ['a definition', written, { kind: 'workflow', name: null, definition }],
  ['a definition after a byte order mark', `\uFEFF${written}`, { kind: 'workflow', name: null, definition }],
  [
    'a definition with a name',
    `{"name":"Mine","definition":${written}}`,
    { kind: 'workflow', name: 'Mine', definition },
  ],
  [
    'a definition with a schema for editors',
    `{"$schema":"./x.json",${written.slice(1)}`,
    { kind: 'workflow', name: null, definition },
  ],
  ['JSON with a trailing comma', '{\n"nodes": {},}', { kind: 'json', line: 2 }],
  ['JSON with a member given twice', '{"nodes":{},"nodes":{}}', { kind: 'json', line: 1 }],
  ['an array', '[]', { kind: 'shape' }],
  ['an object without a definition', '{"definition":null}', { kind: 'shape' }],
  ['a file that is too long', `"${'x'.repeat(200_000)}"`, { kind: 'size' }],
])('reads, or refuses with its fault, %s', (_name, text, expected) => {
  expect(readWorkflowFile(text)).toEqual(expected);
});
