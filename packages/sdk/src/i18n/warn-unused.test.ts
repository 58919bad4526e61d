import { type DeferredPart, locales } from '@vendor/texts/languages';
import { expect, it } from 'vitest';
import { partOf } from './warn-unused.ts';

it('finds the part of a text by its key', async () => {
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

it.each<[string, DeferredPart]>([
  ['selfie.titel', 'selfie'],
  ['retry.IMAGE_TOO_FAR', 'capture'],
  ['constructor', 'capture'],
])('assigns %s to the part in which it would be expected', (key, part) => {
  expect(partOf(key)).toBe(part);
});
