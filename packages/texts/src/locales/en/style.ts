import type { LanguageStyle } from '../../language-style.ts';

/** How English is written. */
export const style: LanguageStyle = {
  quotation: /“[^“”]+”/g,
  misplaced: /\s[,.;:?!]/,
  cameras: {
    main: 'Back Camera',
    ultraWide: 'Back Ultra Wide Camera',
    telephoto: 'Back Telephoto Camera',
    infrared: 'Infrared Camera',
    depth: 'Back LiDAR Depth Camera',
  },
};
