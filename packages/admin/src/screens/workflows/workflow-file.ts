import { saveFile } from '../../parts/browser/save-file.ts';
import { isObject } from './build-outline.ts';
import { findLine, scanJson } from './scan-json.ts';

/** Maximum length of a definition that the service accepts, in characters. */
const maxLength = 200_000;

/** Result of reading a file. `json`: invalid JSON; `shape`: JSON without a definition; `size`: too long. */
export type ReadFile =
  | { readonly kind: 'workflow'; readonly name: string | null; readonly definition: unknown }
  | { readonly kind: 'json'; readonly line: number }
  | { readonly kind: 'shape' | 'size' };

/** Reads a workflow file: a definition, or an object with a name and a definition. The service validates the definition. */
export function readWorkflowFile(text: string): ReadFile {
  if (text.length > maxLength) return { kind: 'size' };
  // Some editors write a byte order mark.
  const content = text.replace(/^\uFEFF/, '');
  const { fault } = scanJson(content);
  if (fault) return { kind: 'json', line: findLine(content, fault.offset) };
  const file: unknown = JSON.parse(content);
  const isWrapped = isObject(file) && 'definition' in file;
  const definition = isWrapped ? file.definition : file;
  if (!isObject(definition) || !isObject(definition.nodes)) return { kind: 'shape' };
  // `$schema` is for editors and not part of a definition.
  const { $schema: _, ...rest } = definition;
  return {
    kind: 'workflow',
    name: isWrapped && typeof file.name === 'string' ? file.name : null,
    definition: rest,
  };
}

/** Downloads a workflow as a file that `workflow import` and this panel can read. */
export function exportWorkflow(name: string, definition: unknown): void {
  const text = `${JSON.stringify({ name, definition }, null, 2)}\n`;
  const base = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  saveFile(`${base || 'workflow'}.json`, 'application/json', text);
}
