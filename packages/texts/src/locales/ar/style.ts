import type { LanguageStyle } from '../../language-style.ts';

/** How Arabic is written. */
export const style: LanguageStyle = {
  quotation: /”[^“”]+“/g,
  misplaced: /[,;?]/,
  unwanted: /مستند|مستوية|كاملاً|تعذّر/u,
  cameras: {
    main: 'الكاميرا الخلفية',
    ultraWide: 'كاميرا خلفية واسعة جدًا',
    telephoto: 'كاميرا خلفية مقربة',
    infrared: 'كاميرا الأشعة تحت الحمراء',
    depth: 'كاميرا العمق الخلفية',
  },
};
