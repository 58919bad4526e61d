/** Icons of the screens after the first: lines on a 24 × 24 grid, as the path of an SVG. */
export const laterIcons = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  corners:
    'M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15',
} as const;
