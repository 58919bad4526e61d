import type { LanguageStyle } from '../../language-style.ts';

/** How Hungarian is written. */
export const style: LanguageStyle = {
  quotation: /„[^„“”]+”/g,
  misplaced: /\s[,.;:?!]/,
  unwanted: /(?<!\p{L})(te|neked)(?!\p{L})|látszódj/iu,
  cameras: {
    main: 'Hátsó kamera',
    ultraWide: 'Hátsó ultraszéles látószögű kamera',
    telephoto: 'Hátsó telefotó kamera',
    infrared: 'Infravörös kamera',
    depth: 'Hátsó mélységérzékelő kamera',
  },
};
