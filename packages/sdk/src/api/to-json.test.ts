import { afterEach, expect, test, vi } from 'vitest';
import { toJson } from './to-json.ts';

const data = { answers: [{ field: 'user_gender', list: ['a', null, 1] }], none: undefined, flag: false };

afterEach(() => {
  Reflect.deleteProperty(Array.prototype, 'toJSON');
  Reflect.deleteProperty(Object.prototype, 'toJSON');
});

test('writes what any page would write', () => {
  expect(toJson(data)).toBe(JSON.stringify(data));
  expect(toJson(undefined)).toBe(undefined);
});

test.each([
  ['arrays', Array.prototype],
  ['objects', Object.prototype],
])('does not ask what the page has %s become', (_, prototype) => {
  const expected = JSON.stringify(data);
  // As Prototype.js before 1.7 does.
  Object.assign(prototype, { toJSON: vi.fn(() => 'text') });
  expect(JSON.stringify(data)).not.toBe(expected);
  expect(toJson(data)).toBe(expected);
});
