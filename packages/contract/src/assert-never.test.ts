import { expect, it } from 'vitest';
import { assertNever } from './assert-never.ts';

it('throws for a value outside the union, without naming it', () => {
  expect(() => assertNever('+36 1 555 0100' as never)).toThrow(/^A switch has no case for this value\.$/);
});

it('turns a missing case into a type error', () => {
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
