import { expect, it } from 'vitest';
import { readWorkflowFile } from './workflow-file.ts';

const definition = { start: 'end', nodes: { end: { kind: 'end' } } };
const written = JSON.stringify(definition);

it.each([
  [written, { kind: 'workflow', name: null, definition }],
  [`\uFEFF${written}`, { kind: 'workflow', name: null, definition }],
  [`{"name":"Mine","definition":${written}}`, { kind: 'workflow', name: 'Mine', definition }],
  [`{"$schema":"./x.json",${written.slice(1)}`, { kind: 'workflow', name: null, definition }],
  ['{\n"nodes": {},}', { kind: 'json', line: 2 }],
  ['{"nodes":{},"nodes":{}}', { kind: 'json', line: 1 }],
  ['[]', { kind: 'shape' }],
  ['{"definition":null}', { kind: 'shape' }],
  [`"${'x'.repeat(200_000)}"`, { kind: 'size' }],
])('reads the file %.40s', (text, expected) => {
  expect(readWorkflowFile(text)).toEqual(expected);
});
