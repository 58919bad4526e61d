import { expect, it } from 'vitest';
import { assertNever } from './assert-never.ts';

it('throws without the value when a switch gets one that its type does not allow', () => {
  expect(() => assertNever('+36 1 555 0100' as never)).toThrow(/^A switch has no case for this value\.$/);
});

it('makes a missing case a type error', () => {
  const nameOf = (kind: 'front' | 'back') => {
    switch (kind) {
      case 'front':
        return 'Front';
      default:
        // @ts-expect-error: `back` has no case.
        return assertNever(kind);
    }
  };
  expect(nameOf('front')).toBe('Front');
});
