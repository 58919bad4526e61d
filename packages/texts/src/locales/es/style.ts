import type { LanguageStyle } from '../../language-style.ts';

/** How Spanish is written. */
export const style: LanguageStyle = {
  quotation: /“[^“”]+”/g,
  misplaced: /\s[,.;:?!]/,
  unwanted: /(?<!\p{L})(tú|tu|tus|imágenes|se ha podido)(?!\p{L})/iu,
  cameras: {
    main: 'Cámara trasera',
    ultraWide: 'Cámara trasera ultra gran angular',
    telephoto: 'Cámara trasera con teleobjetivo',
    infrared: 'Cámara infrarroja',
    depth: 'Cámara trasera de profundidad',
  },
};
