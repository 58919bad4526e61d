import { z } from 'zod';

/**
 * The schema of a record or a list that is counted before anything in it is looked at. Zod would judge each member first, and
 * name each that is wrong: a body of a few hundred kilobytes would be judged for as long as it takes.
 *
 * @param most - members that are allowed.
 * @param what - what they are called in the message, such as `keys`.
 */
export function countedFirst<T extends z.ZodType>(schema: T, most: number, what: string) {
  return z.preprocess((value, context) => {
    if (typeof value === 'object' && value !== null && hasMore(value, most))
      context.addIssue({ code: 'custom', message: `must have at most ${most} ${what}` });
    return value;
  }, schema);
}

function hasMore(value: object, most: number): boolean {
  return (Array.isArray(value) ? value.length : Object.keys(value).length) > most;
}
