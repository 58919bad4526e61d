import type { Agreement } from '@vendor/checks/inputs';

interface RankedHit {
  readonly score: number;
  readonly agreed: readonly Agreement[];
}

/** Returns whether a hit has the same name and the same birth date. */
export function isExactHit({ agreed }: RankedHit): boolean {
  return agreed.includes('NAME') && agreed.includes('BIRTH_DATE');
}

/** Compares two hits for sorting: exact hits first, then the higher score, then the one with more in common. */
export function compareHits(a: RankedHit, b: RankedHit): number {
  return (
    Number(isExactHit(b)) - Number(isExactHit(a)) || b.score - a.score || b.agreed.length - a.agreed.length
  );
}
