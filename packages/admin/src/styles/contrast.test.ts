import { readFileSync } from 'node:fs';
import { contrastRatio, parseColour, SHAPE_CONTRAST, TEXT_CONTRAST } from '@vendor/ui';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(new URL('base.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)');
const tokens = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
const schemes = { light: tokens(light), dark: { ...tokens(light), ...tokens(dark) } };

const grounds = ['page', 'surface', 'raised', 'tint'];
const texts: [string, readonly string[]][] = [
  ['text', [...grounds, 'danger-tint', 'caution-tint', 'stage']],
  ['quiet', [...grounds, 'stage']],
  ['accent', grounds],
  ['success', [...grounds, 'success-tint']],
  ['caution', [...grounds, 'caution-tint']],
  ['danger', [...grounds, 'danger-tint']],
  ['on-accent', ['accent', 'accent-pressed']],
];

describe.each(Object.entries(schemes))('the %s colours', (_, colours) => {
  const ratio = (one: string, other: string) =>
    contrastRatio(parseColour(colours[one] ?? '')!, parseColour(colours[other] ?? '')!);

  it.each(texts)('makes %s readable on every background', (name, on) => {
    expect(on.filter((ground) => ratio(name, ground) < TEXT_CONTRAST)).toEqual([]);
  });

  it('makes the borders of fields and buttons visible', () => {
    expect(['surface', 'page'].filter((ground) => ratio('edge', ground) < SHAPE_CONTRAST)).toEqual([]);
  });
});
