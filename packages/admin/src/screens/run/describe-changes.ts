import type { AdminExecution } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { isolated } from '../../texts/en/isolated.ts';
import { run } from '../../texts/en/run.ts';
import { statuses } from '../../texts/en/statuses.ts';

type Changes = NonNullable<AdminExecution['events'][number]['changes']>;

/**
 * Describes the changes of an event, one text for each member: `Status: In review → Approved`. A pair is the value before and
 * after.
 */
export function describeChanges(changes: Changes): string[] {
  return Object.entries(changes).map(([member, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return `${wordsOfName(member)}: ${values.map((one) => describeValue(member, one)).join(' → ')}`;
  });
}

function describeValue(member: string, value: unknown): string {
  if (member === 'status' && typeof value === 'string') return statuses[value] ?? value;
  if (value === null || value === undefined || value === '') return run.audit.noValue;
  if (typeof value === 'boolean') return value ? run.audit.yes : run.audit.no;
  return typeof value === 'object' ? JSON.stringify(value) : isolated(String(value));
}
