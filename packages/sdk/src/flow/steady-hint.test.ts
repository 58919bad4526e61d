import { expect, test } from 'vitest';
import type { CaptureHint } from './screen.ts';
import { firstHint, minHintMs, steadyHint } from './steady-hint.ts';

/** Returns the hints displayed for the hints found, one frame every 100 ms. */
function show(found: readonly CaptureHint[]): CaptureHint[] {
  let hint = firstHint(0);
  return found.map((one, index) => {
    hint = steadyHint(hint, one, (index + 1) * 100);
    return hint.shown;
  });
}

test('keeps a hint for its minimum time although another is found', () => {
  const shown = show(Array<CaptureHint>(12).fill('closer'));
  expect(shown.indexOf('closer')).toBe(minHintMs / 100 - 1);
});

test('ignores a single odd frame', () => {
  const found: CaptureHint[] = Array<CaptureHint>(20).fill('looking');
  found[12] = 'glare';
  expect(show(found)).not.toContain('glare');
});

test('does not flicker between two alternating hints', () => {
  const found = Array.from({ length: 30 }, (_, index): CaptureHint => (index % 2 ? 'glare' : 'blurred'));
  expect(new Set(show(found))).toEqual(new Set(['looking']));
});

test('ends hold-still when two faults alternate, but not for one bad frame', () => {
  const good = Array<CaptureHint>(10).fill('hold-still');
  expect(show([...good, 'blurred', 'glare', 'blurred', 'glare'])[11]).toBe('glare');
  expect(show([...good, 'blurred', 'hold-still', 'glare', 'hold-still']).slice(9)).toEqual(
    Array(5).fill('hold-still'),
  );
});

test('ends hold-still without the minimum time when a fault lasts', () => {
  const found: CaptureHint[] = [...Array<CaptureHint>(10).fill('hold-still'), 'blurred', 'blurred'];
  expect(show(found)[11]).toBe('blurred');
});
