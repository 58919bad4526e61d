import { isObject } from './build-outline.ts';
import { findLine, scanJson } from './scan-json.ts';

/** As much as the service takes. */
const longestText = 200_000;

export type ReadFile =
  | { readonly kind: 'workflow'; readonly name: string | null; readonly definition: unknown }
  | { readonly kind: 'json'; readonly line: number }
  | { readonly kind: 'shape' | 'size' };

/** Reads a file of a workflow: a definition, or one with its name around it. Whether it is valid, the service says. */
export function readWorkflowFile(text: string): ReadFile {
  if (text.length > longestText) return { kind: 'size' };
  // Editors of some systems put a mark in front.
  const content = text.replace(/^\uFEFF/, '');
  const { fault } = scanJson(content);
  if (fault) return { kind: 'json', line: findLine(content, fault.offset) };
  const file: unknown = JSON.parse(content);
  const isWrapped = isObject(file) && 'definition' in file;
  const definition = isWrapped ? file.definition : file;
  if (!isObject(definition) || !isObject(definition.nodes)) return { kind: 'shape' };
  // For editors: the service knows no such member.
  const { $schema: _, ...rest } = definition;
  return {
    kind: 'workflow',
    name: isWrapped && typeof file.name === 'string' ? file.name : null,
    definition: rest,
  };
}

/** Offers a workflow as a file, which `workflow import` and this panel read. */
export function exportWorkflow(name: string, definition: unknown): void {
  const text = `${JSON.stringify({ name, definition }, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\d]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'workflow'
  }.json`;
  link.click();
  URL.revokeObjectURL(url);
}
