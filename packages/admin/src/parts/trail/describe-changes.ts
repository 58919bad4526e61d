import type { AdminAuditEvent } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { actors as texts } from '../../texts/en/actors.ts';
import { dateAndTime } from '../../texts/en/dates.ts';
import { isolated } from '../../texts/en/isolated.ts';
import { statuses } from '../../texts/en/statuses.ts';

type Changes = NonNullable<AdminAuditEvent['changes']>;

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
  if (value === null || value === undefined || value === '') return texts.noValue;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number' && /(At|From|To)$/.test(member))
    return dateAndTime(new Date(value), new Date());
  return typeof value === 'object' ? JSON.stringify(value) : isolated(String(value));
}
