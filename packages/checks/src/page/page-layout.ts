import type { MrzFormat } from '@vendor/vision';

/** Size of a page, and position of its MRZ from the upper left corner, in millimetres. */
interface PageLayout {
  readonly width: number;
  readonly height: number;
  /** Sides of the outline that `readMrz` returns. */
  readonly mrz: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** Size of the page of each format and position of its MRZ (ICAO Doc 9303-4, -5, -6). */
export const pageLayouts: Readonly<Record<MrzFormat, PageLayout>> = {
  TD1: { width: 85.6, height: 54, mrz: { left: 3.9, top: 34.6, right: 81.7, bottom: 50.2 } },
  TD2: { width: 105, height: 74, mrz: { left: 6, top: 57.8, right: 99, bottom: 68.4 } },
  TD3: { width: 125, height: 88, mrz: { left: 6, top: 71.8, right: 119, bottom: 82.4 } },
};
