import { describe, expect, test } from 'vitest';
import { isWhole } from './is-whole.ts';

const segment = (marker: number, data: readonly number[]) => [0xff, marker, 0, data.length + 2, ...data];
/** A JPEG whose metadata contains a preview, itself a JPEG. */
const head = [0xff, 0xd8, ...segment(0xe1, [0xff, 0xd8, 1, 2, 0xff, 0xd9]), ...segment(0xdb, [0xff, 0xd9])];
const scan = [...segment(0xda, [1, 0]), 7, 0xff, 0x00, 0xd9, 0xff, 0xd0, 8];
const jpeg = [...head, ...scan, 0xff, 0xd9];

const chunk = (name: string, data: readonly number[]) => [
  ...[0, 0, data.length >> 8, data.length & 255],
  ...[...name].map((letter) => letter.charCodeAt(0)),
  ...data,
  ...[1, 2, 3, 4],
];
const text = [...'IEND'].map((letter) => letter.charCodeAt(0));
const signature = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
const png = [
  ...signature,
  ...chunk('IHDR', Array(13).fill(1)),
  ...chunk('tEXt', text),
  ...chunk('IDAT', Array(300).fill(9)),
];
const videoStart = [...'\0\0\0\x18ftypmp42'].map((letter) => letter.charCodeAt(0));

const whole = (type: Parameters<typeof isWhole>[0], bytes: readonly number[]) =>
  isWhole(type, Uint8Array.from(bytes));

describe('a complete JPEG', () => {
  test('accepts a JPEG with an end marker, even if bytes follow', () => {
    expect(whole('image/jpeg', jpeg)).toBe(true);
    expect(whole('image/jpeg', [...jpeg, ...videoStart, ...Array(70_000).fill(0)])).toBe(true);
  });

  test('accepts a JPEG with several scans and fill bytes', () => {
    const more = [...segment(0xc4, [1, 2]), ...scan];
    expect(
      whole('image/jpeg', [0xff, 0xd8, 0xff, 0xff, ...head.slice(3), ...scan, ...more, 0xff, 0xd9]),
    ).toBe(true);
  });

  test('reports a JPEG as incomplete if it is cut anywhere before its end', () => {
    for (let length = 3; length < jpeg.length; length += 1)
      expect(whole('image/jpeg', jpeg.slice(0, length))).toBe(false);
  });
});

describe('a complete PNG', () => {
  const end = chunk('IEND', []);

  test('accepts a PNG with its last chunk, even if bytes follow', () => {
    expect(whole('image/png', [...png, ...end])).toBe(true);
    expect(whole('image/png', [...png, ...end, ...videoStart])).toBe(true);
  });

  test('reports a PNG as incomplete if it is cut anywhere before its end', () => {
    for (let length = 4; length < png.length + end.length; length += 1)
      expect(whole('image/png', [...png, ...end].slice(0, length))).toBe(false);
  });
});

test('accepts any content of other file types', () => {
  expect(whole('image/webp', videoStart)).toBe(true);
});
