import { z } from 'zod';

/**
 * The schema of a record or a list that is counted before anything in it is looked at. Zod would judge each member first, and
 * name each that is wrong: a body of a few hundred kilobytes would be judged for as long as it takes. It would also drop a member
 * called `__proto__` without a word, whatever names may look like: that is refused here.
 *
 * @param most - members that are allowed.
 * @param what - what they are called in the message, such as `keys`.
 */
export function countedFirst<T extends z.ZodType>(schema: T, most: number, what: string) {
  return z.preprocess((value, context) => {
    if (typeof value === 'object' && value !== null) {
      if (hasMore(value, most))
        context.addIssue({ code: 'custom', message: `must have at most ${most} ${what}` });
      if (Object.hasOwn(value, '__proto__'))
        context.addIssue({
          code: 'custom',
          path: ['__proto__'],
          message: '"__proto__" is not allowed as a name',
        });
    }
    return value;
  }, schema);
}

function hasMore(value: object, most: number): boolean {
  return (Array.isArray(value) ? value.length : Object.keys(value).length) > most;
}
