import type { MrzFormat } from '@vendor/vision';

/** A page with machine readable lines, in millimetres from its upper left corner. */
interface PageLayout {
  readonly width: number;
  readonly height: number;
  /** The outline of the lines, as `readMrz` draws it. */
  readonly lines: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** The size of the page of each format and the position of its lines (ICAO Doc 9303-4, -5, -6). */
export const pageLayouts: Readonly<Record<MrzFormat, PageLayout>> = {
  TD1: { width: 85.6, height: 54, lines: { left: 3.9, top: 34.6, right: 81.7, bottom: 50.2 } },
  TD2: { width: 105, height: 74, lines: { left: 6, top: 57.8, right: 99, bottom: 68.4 } },
  TD3: { width: 125, height: 88, lines: { left: 6, top: 71.8, right: 119, bottom: 82.4 } },
};
