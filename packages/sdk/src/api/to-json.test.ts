import { afterEach, expect, test, vi } from 'vitest';
import { toJson } from './to-json.ts';

const data = { answers: [{ field: 'user_gender', list: ['a', null, 1] }], none: undefined, flag: false };

afterEach(() => {
  Reflect.deleteProperty(Array.prototype, 'toJSON');
  Reflect.deleteProperty(Object.prototype, 'toJSON');
});

test('writes the same JSON as any page', () => {
  expect(toJson(data)).toBe(JSON.stringify(data));
  expect(toJson(undefined)).toBe(undefined);
});

test.each([
  ['arrays', Array.prototype],
  ['objects', Object.prototype],
])('ignores a `toJSON` that the page has added to %s', (_, prototype) => {
  const expected = JSON.stringify(data);
  // As in Prototype.js before 1.7.
  Object.assign(prototype, { toJSON: vi.fn(() => 'text') });
  expect(JSON.stringify(data)).not.toBe(expected);
  expect(toJson(data)).toBe(expected);
});
