import type { LanguageStyle } from '../../language-style.ts';

/** How Portuguese is written. */
export const style: LanguageStyle = {
  quotation: /“[^“”]+”/g,
  misplaced: /\s[,.;:?!]/,
  // As in Brazil, which `pt` means to `Intl`.
  unwanted:
    /(?<!\p{L})(ficheiros?|morada|palavra-passe|ecrã|ligação|telemóvel|câmara|num|numa|imagens|a si|a (enviar|preparar|verificar))(?!\p{L})/iu,
  cameras: {
    main: 'Câmera traseira',
    ultraWide: 'Câmera traseira ultra-angular',
    telephoto: 'Câmera traseira teleobjetiva',
    infrared: 'Câmera infravermelha',
    depth: 'Câmera traseira de profundidade',
  },
};
