import { afterEach, expect, test } from 'vitest';
import { readOption } from './read-option.ts';

afterEach(() => void Reflect.deleteProperty(Object.prototype, 'language'));

class Options {
  get language() {
    return 'fr';
  }
}

test.each([
  ['a polluted page', { language: 'de' }],
  ['a page', {}],
])('reads an option of the object, its class or its prototype in %s', (_, pollution) => {
  Object.assign(Object.prototype, pollution);
  const given = [{ language: 'de' }, { language: 'fr' }, new Options(), Object.create(new Options())];
  expect(given.map((one) => readOption(one, 'language'))).toEqual(['de', 'fr', 'fr', 'fr']);
  const bare = Object.assign(Object.create(null), { language: 'fr' });
  expect(readOption(bare, 'language')).toBe('fr');
  const without = [{}, Object.create(null), undefined, null, 'token', 42];
  expect(without.map((one) => readOption(one, 'language'))).toEqual(without.map(() => undefined));
});
