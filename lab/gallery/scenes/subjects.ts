import type { Screen } from '../../../packages/sdk/src/flow/screen.ts';

/** Subjects that are photographed in the scenes. */
export const passport = { document: 'PASSPORT', side: 'front', sides: 1 } as const;
export const cardFront = { document: 'NATIONAL_ID', side: 'front', sides: 2 } as const;
export const cardBack = { document: 'NATIONAL_ID', side: 'back', sides: 2 } as const;

/** Camera screen for a passport. */
export const camera: Screen = { kind: 'camera', ...passport, fileAllowed: true };
