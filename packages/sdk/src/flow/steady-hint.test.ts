import { expect, test } from 'vitest';
import type { CaptureHint } from './screen.ts';
import { firstHint, leastHintMs, steadyHint } from './steady-hint.ts';

/** The hints shown for the hints found, one frame every 100 ms. */
function show(found: readonly CaptureHint[]): CaptureHint[] {
  let hint = firstHint(0);
  return found.map((one, index) => {
    hint = steadyHint(hint, one, (index + 1) * 100);
    return hint.shown;
  });
}

test('a hint stays for its time although another is found', () => {
  const shown = show(Array<CaptureHint>(12).fill('closer'));
  expect(shown.indexOf('closer')).toBe(leastHintMs / 100 - 1);
});

test('a single odd frame changes nothing', () => {
  const found: CaptureHint[] = Array<CaptureHint>(20).fill('looking');
  found[12] = 'glare';
  expect(show(found)).not.toContain('glare');
});

test('two hints that alternate do not flicker', () => {
  const found = Array.from({ length: 30 }, (_, index): CaptureHint => (index % 2 ? 'glare' : 'blurred'));
  expect(new Set(show(found))).toEqual(new Set(['looking']));
});

test('holding still ends when two faults take turns, and not by one frame between good ones', () => {
  const good = Array<CaptureHint>(10).fill('hold-still');
  expect(show([...good, 'blurred', 'glare', 'blurred', 'glare'])[11]).toBe('glare');
  expect(show([...good, 'blurred', 'hold-still', 'glare', 'hold-still']).slice(9)).toEqual(
    Array(5).fill('hold-still'),
  );
});

test('holding still ends without waiting when a fault lasts', () => {
  const found: CaptureHint[] = [...Array<CaptureHint>(10).fill('hold-still'), 'blurred', 'blurred'];
  expect(show(found)[11]).toBe('blurred');
});
