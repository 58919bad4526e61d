import { at } from './compat-data.mjs';

const helpers = [
  'drop',
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'includes',
  'join',
  'map',
  'reduce',
  'some',
  'take',
  'toArray',
];

/** Methods that return an iterator, except those of `Object`, which return an array. */
const givers = ['entries', 'keys', 'matchAll', 'values'];

/**
 * Returns the iterator helper that a member expression reads, e.g. in `map.values().map(…)`. Its name is the same as that of an
 * array's method, so it is recognised by the call that returns the iterator.
 */
export function iteratorHelper({ object }, name, nameOf) {
  if (!helpers.includes(name) || object.type !== 'CallExpression') return undefined;
  const { callee } = object;
  if (!givers.includes(nameOf(callee)) || callee.object.name === 'Object') return undefined;
  return at(`javascript.builtins.Iterator.${name}`);
}
