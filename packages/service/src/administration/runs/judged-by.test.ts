import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkTypes } from '@vendor/contract';
import { expect, test } from 'vitest';
import { factSchemas } from '../../check-kinds/registry.ts';
import type { CheckNode } from '../../workflows/node.ts';
import { pageOf, pageOfType } from './judged-by.ts';

/** Computes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

test('links to existing pages and headings of the documentation', () => {
  const kinds = Object.keys(factSchemas) as CheckNode['kind'][];
  const members = kinds.flatMap((kind) =>
    Object.values(factSchemas[kind].shape).flatMap((member) =>
      Object.keys((member as { shape?: object }).shape ?? {}).map((name) => pageOf(kind, name)),
    ),
  );
  const links = [
    ...kinds.map((kind) => pageOf(kind)),
    ...members,
    ...checkTypes.map((type) => pageOfType(type)),
  ];
  for (const link of new Set(links)) {
    const [file = '', anchor] = link.split('#');
    const page = readFileSync(fileURLToPath(new URL(`../../../../../${file}`, import.meta.url)), 'utf8');
    const anchors = page
      .split('\n')
      .flatMap((line) => (/^#+ /.test(line) ? anchorOf(line.replace(/^#+ /, '')) : []));
    if (anchor !== undefined) expect(anchors, link).toContain(anchor);
  }
});
