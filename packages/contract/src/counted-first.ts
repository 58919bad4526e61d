import { z } from 'zod';

/**
 * Wraps the schema of a record or list so that its size is checked first. Zod alone validates every member and reports each
 * fault, so a body of a few hundred kilobytes would take far too long. It also silently drops a member called `__proto__`,
 * which this schema rejects.
 *
 * @param maxCount - maximum number of members.
 * @param noun - noun for the members in the message, such as `keys`.
 */
export function countedFirst<T extends z.ZodType>(schema: T, maxCount: number, noun: string) {
  return z.preprocess((value, context) => {
    if (typeof value === 'object' && value !== null) {
      if (hasMore(value, maxCount))
        context.addIssue({ code: 'custom', message: `must have at most ${maxCount} ${noun}` });
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

function hasMore(value: object, maxCount: number): boolean {
  return (Array.isArray(value) ? value.length : Object.keys(value).length) > maxCount;
}
