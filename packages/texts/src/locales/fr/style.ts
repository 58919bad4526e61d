import type { LanguageStyle } from '../../language-style.ts';

/** How French is written. */
export const style: LanguageStyle = {
  quotation: /«\u202f[^«»]+\u202f»/g,
  misplaced: /(?<!\u202f)[?!;]|(?<!\u00a0):/,
  unwanted: /(?<!\p{L})(tu|ton|ta|tes|images de)(?!\p{L})/iu,
  cameras: {
    main: 'Caméra arrière',
    ultraWide: 'Caméra ultra grand-angle arrière',
    telephoto: 'Caméra téléobjectif arrière',
    infrared: 'Caméra infrarouge',
    depth: 'Caméra de profondeur arrière',
  },
};
