/** Icons of the steps that collect files: SVG paths of lines on a 24 × 24 grid. */
export const collectIcons = {
  file: 'M7 3.5h7l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5M14 3.5V8h4.5M9 12.5h6M9 16h6',
  picture:
    'M5.5 4.5h13A1.5 1.5 0 0 1 20 6v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6a1.5 1.5 0 0 1 1.5-1.5M9 8.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2M4.3 17l4.2-3.8 3 2.6 3.8-4.3 4.5 4.8',
  stack: 'M8 3.5h7.5L19 7v9.5M5 7.5h6.5L15 11v9H5zM11.5 7.5V11H15',
} as const;
