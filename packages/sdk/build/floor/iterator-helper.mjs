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

/** Methods that give an iterator; of `Object` they give an array. */
const givers = ['entries', 'keys', 'matchAll', 'values'];

/**
 * The helper of an iterator that a member expression reads, e.g. of `map.values().map(…)`: its names are those of arrays, so
 * it is seen by how the iterator is got.
 */
export function iteratorHelper({ object }, name, nameOf) {
  if (!helpers.includes(name) || object.type !== 'CallExpression') return undefined;
  const { callee } = object;
  if (!givers.includes(nameOf(callee)) || callee.object.name === 'Object') return undefined;
  return at(`javascript.builtins.Iterator.${name}`);
}
