import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type FoundWarning,
  findDoctorWarnings,
  findExplainedFaults,
  findLogWarnings,
  findReadinessWarnings,
} from './find-warnings.ts';

const service = fileURLToPath(new URL('../packages/service/src', import.meta.url));
const page = readFileSync(fileURLToPath(new URL('../docs/warnings.md', import.meta.url)), 'utf8');

/** Returns the rows of the table below a heading. */
function rowsBelow(heading: string): FoundWarning[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.replaceAll('&lt;', '<').slice(2, -2).split(' | '))
    .map(([kind = '', text = '', remedy = '']) => ({ kind, text, remedy }));
}

const named = (warnings: readonly FoundWarning[]) =>
  warnings.map(({ kind, text }) => `${kind}: ${text}`).sort();

describe('page of warnings', () => {
  it.each([
    ['doctor', findDoctorWarnings, 60],
    ['readyz', findReadinessWarnings, 8],
    ['Log', findLogWarnings, 45],
    ['Faults of the machine and the data', findExplainedFaults, 15],
  ] as const)(
    'lists exactly the warnings in the source, each with its remedy: %s',
    (heading, find, least) => {
      const known = find(service);
      const rows = rowsBelow(heading);
      expect(known.length).toBeGreaterThanOrEqual(least);
      expect(named(rows)).toEqual(named(known));
      for (const { kind, text, remedy } of known) {
        const row = rows.find((candidate) => candidate.kind === kind && candidate.text === text);
        expect(row?.remedy, text).toMatch(/\w{3}/);
        // The page rewords a remedy that is composed at run time.
        if (remedy !== '…') expect(row?.remedy, text).toContain(remedy);
      }
    },
  );
});
