/** Card, larger card or visa, passport or visa (ICAO 9303-5, -6, -4, -7). */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3';

/** Number of lines, and of characters per line, of each format. */
export const MRZ_SIZES: Readonly<Record<MrzFormat, { readonly rows: number; readonly columns: number }>> = {
  TD1: { rows: 3, columns: 30 },
  TD2: { rows: 2, columns: 36 },
  TD3: { rows: 2, columns: 44 },
};
