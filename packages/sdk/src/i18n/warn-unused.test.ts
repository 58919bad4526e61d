import { type LaterPart, locales } from '@vendor/texts/languages';
import { expect, it } from 'vitest';
import { partOf } from './warn-unused.ts';

it('knows by its key what a text comes with', async () => {
  const { messages, ...parts } = await locales.en();
  const arrived = await Promise.all(
    Object.entries(parts).map(async ([part, load]) => [part, Object.keys((await load()).messages)] as const),
  );
  const expected = [['capture', Object.keys(messages)] as const, ...arrived].flatMap(([part, keys]) =>
    keys.map((key) => [key, part]),
  );
  expect(expected.length).toBeGreaterThan(300);
  expect(expected.map(([key = '']) => [key, partOf(key)])).toEqual(expected);
});

it.each<[string, LaterPart]>([
  ['selfie.titel', 'selfie'],
  ['retry.IMAGE_TOO_FAR', 'capture'],
  ['constructor', 'capture'],
])('takes %s for a text of the part where it would be looked for', (key, part) => {
  expect(partOf(key)).toBe(part);
});
