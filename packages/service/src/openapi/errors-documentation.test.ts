import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { problemStatus } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { describedRoutes } from '../../testing/described-routes.ts';
import { openapiDocument } from './openapi-document.ts';

interface Refusal {
  readonly content?: Record<
    string,
    { readonly schema: { readonly properties?: { readonly code?: { enum: string[] } } } }
  >;
}
interface Described {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Refusal> }>>;
}

const page = readFileSync(fileURLToPath(new URL('../../../../docs/errors.md', import.meta.url)), 'utf8');
/** Returns the cells of the table rows under a heading, without the header row. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe('documentation page of errors', () => {
  it('lists each route with every status and code of the OpenAPI document', {
    tags: ['S7-1'],
  }, () => {
    const { paths } = openapiDocument(
      { base: 'https://verify.example', us: null, apac: null },
      describedRoutes,
    ) as unknown as Described;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => {
        const refusals = Object.entries(responses).flatMap(([status, { content }]) => {
          const codes = content?.['application/problem+json']?.schema.properties?.code?.enum;
          return codes
            ? [
                `${status} ${[...codes]
                  .sort()
                  .map((code) => `\`${code}\``)
                  .join(', ')}`,
              ]
            : [];
        });
        return [`\`${method.toUpperCase()} ${path}\``, refusals.join('; ')];
      }),
    );
    expect(described.length).toBeGreaterThan(20);
    expect(rowsUnder('Each route')).toEqual(described);
  });

  it('lists each code with its status, cause and remedy', { tags: ['S7-1'] }, () => {
    const rows = rowsUnder('Each code');
    const documented = rows.map(([code = '', status]) => [code.replaceAll('`', ''), Number(status)]);
    expect(documented).toEqual(Object.entries(problemStatus));
    for (const cells of rows)
      expect(
        cells.every((cell) => cell.length > 2),
        cells[0],
      ).toBe(true);
  });
});
