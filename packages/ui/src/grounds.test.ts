import { describe, expect, test } from 'vitest';
import { parseColour } from './colour.ts';
import { measurePairs, type Scheme } from './grounds.ts';

const failing = (scheme: Scheme, colours: Readonly<Record<string, string>>) =>
  measurePairs(
    scheme,
    Object.fromEntries(Object.entries(colours).map(([name, text]) => [name, parseColour(text) ?? undefined])),
  )
    .filter(({ ratio, needed }) => ratio < needed)
    .map(({ name }) => name);

describe('measurePairs', () => {
  test.each([
    ['passes the default colours of light', 'light', {}, []],
    ['passes the default colours of dark', 'dark', {}, []],
    ['fails white text on yellow', 'light', { baseAccent: '#ffd200' }, ['onAccent', 'accent']],
    ['fails grey text on white', 'light', { baseTextOnLight: '#999999' }, ['text']],
    ['fails a dark accent on dark', 'dark', { baseAccent: '#101828', baseOnAccent: '#ffffff' }, ['accent']],
    [
      'fails dim text on dark, over the camera, too',
      'dark',
      { baseTextOnDark: '#555555' },
      ['text', 'textOverCamera'],
    ],
  ] as const)('%s', (_title, scheme, colours, names) => {
    expect(failing(scheme, colours)).toEqual(names);
  });
});
