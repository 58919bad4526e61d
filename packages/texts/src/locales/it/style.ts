import type { LanguageStyle } from '../../language-style.ts';

/** How Italian is written. */
export const style: LanguageStyle = {
  quotation: /“[^“”]+”/g,
  misplaced: /\s[,.;:?!]/,
  // The polite form is written in lower case.
  unwanted:
    /(?<!^|[.?!] )(?<!\p{L})(Lei|Suo|Sua|Suoi|Sue)(?!\p{L})|(?<!\p{L})(tu|tuo|tua|immagini|volto|[Pp]rosegu\p{L}+)(?!\p{L})/u,
  cameras: {
    main: 'Fotocamera posteriore',
    ultraWide: 'Fotocamera ultra-grandangolare posteriore',
    telephoto: 'Fotocamera con teleobiettivo posteriore',
    infrared: 'Fotocamera a infrarossi',
    depth: 'Fotocamera di profondità posteriore',
  },
};
