import type { LanguageStyle } from '../../language-style.ts';

/** How German is written. */
export const style: LanguageStyle = {
  quotation: /„[^„“”]+“/g,
  misplaced: /\s[,.;:?!]/,
  unwanted: /(?<!\p{L})(du|dein\p{L}*|Handy)(?!\p{L})/iu,
  cameras: {
    main: 'Rückseitige Kamera',
    ultraWide: 'Rückseitige Ultra-Weitwinkelkamera',
    telephoto: 'Rückseitige Telekamera',
    infrared: 'Infrarotkamera',
    depth: 'Rückseitige LiDAR-Tiefenkamera',
  },
};
