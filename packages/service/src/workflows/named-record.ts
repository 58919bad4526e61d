import { countedFirst } from '@vendor/contract';
import { z } from 'zod';

/**
 * What a definition names: so many at most, counted before any is looked at. A parser drops `__proto__` without a word, whatever
 * names may look like: it is refused here.
 *
 * @param what - what the members are, for the message.
 */
export function namedRecord<Key extends z.ZodString, Value extends z.ZodType>(
  key: Key,
  value: Value,
  most: number,
  what: string,
) {
  return z.preprocess(
    (given, context) => {
      if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__'))
        context.addIssue({ code: 'custom', path: ['__proto__'], message: '"__proto__" can be no name' });
      return given;
    },
    countedFirst(z.record(key, value), most, what),
  );
}
