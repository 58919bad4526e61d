/** Icons of the screens after the first: SVG paths of lines on a 24 × 24 grid. */
export const deferredIcons = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  corners: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
} as const;
