import { z } from 'zod';
import { assertNever } from './assert-never.ts';

type Issue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const formatNames: Readonly<Record<string, string>> = {
  url: 'a URL',
  uuid: 'a UUID',
  date: 'a date, YYYY-MM-DD',
  datetime: 'a date and time of ISO 8601',
};

/** Returns the message for a schema that has none of its own. It follows the name of the member: "email must be a string". */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return describeLimit(issue.origin, 'at least', Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return describeLimit(issue.origin, 'at most', Number(issue.maximum), issue.inclusive ?? true);
    case 'invalid_format':
      return issue.format in formatNames ? `must be ${formatNames[issue.format]}` : 'has the wrong format';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_key':
      return `has a name that is not allowed: it ${issue.issues[0]?.message ?? 'is not valid'}`;
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_element':
    case 'custom':
      return 'is not valid';
    default:
      return assertNever(issue);
  }
}

const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function describeLimit(origin: string, side: 'at least' | 'at most', limit: number, inclusive: boolean) {
  const unit = counted[origin];
  if (unit !== undefined && side === 'at least' && limit === 1) return 'must not be empty';
  if (unit !== undefined) return `must have ${side} ${limit} ${unit}`;
  if (inclusive) return `must be ${side} ${limit}`;
  return `must be ${side === 'at least' ? 'more' : 'less'} than ${limit}`;
}

/**
 * Returns the message for a value that matches no option of a union: lists the values of the discriminator, or the types of the
 * options if the value has none of them.
 */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { options = [] } = issue as { options?: readonly unknown[] };
  if (options.length > 0) return `must be one of ${options.map(String).join(', ')}`;
  const typeFaults = issue.errors.map(([first, ...more]) =>
    first?.code === 'invalid_type' && first.path.length === 0 && more.length === 0 ? first.message : null,
  );
  const hasWrongType = typeFaults.length > 0 && typeFaults.every((fault) => fault?.startsWith('must be '));
  if (!hasWrongType) return 'has none of the allowed forms';
  return `must be ${[...new Set(typeFaults.map((fault) => fault?.slice('must be '.length)))].join(' or ')}`;
}

// Sets the messages for all schemas of the process, as a zod locale: zod's own are written for developers of the service.
z.config({ localeError: describeIssue });
