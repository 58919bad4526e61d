/** Consonants that are spelled in several ways, and the symbol that stands for each. */
const consonants: Readonly<Record<string, string>> = {
  ...{
    SHCH: 'Š',
    SCH: 'Š',
    SH: 'Š',
    TCH: 'Č',
    CH: 'Č',
    KH: 'H',
    GH: 'G',
    PH: 'F',
    TH: 'T',
    DH: 'D',
    ZH: 'Ž',
  },
  ...{ DJ: 'J', TS: 'Ť', TZ: 'Ť', CK: 'K', C: 'K', Q: 'K', X: 'KS', W: 'V' },
};

/** Matches spelled consonants, the longest first. */
const spelledConsonant = new RegExp(
  Object.keys(consonants)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'g',
);

/** Sets of vowels, as bits. E may stand for any: `SOLOVEV` and `SOLOVYOV`, `YOUSSEF` and `YUSUF`, `AHMED` and `AHMAD`. */
const vowels: Readonly<Record<string, number>> = { A: 1, I: 2, Y: 2, O: 4, U: 4, E: 7 };

/** Vowels of which one rendering may lack one (`FATMA` and `FATIMA`), if the words have at least as many consonants. */
const MIN_CONSONANTS_FOR_GAP = 3;

/** Consonants of a word, and the vowels before, between and behind them. */
export interface WordSound {
  readonly consonants: string;
  /** Sets of vowels, one more than there are consonants; 0 for none. */
  readonly vowels: readonly number[];
}

/**
 * Returns how a word sounds that was brought into Latin letters, A to Z. Usual renderings of one Cyrillic or Arabic name sound
 * alike.
 */
export function soundWord(word: string): WordSound {
  const plain = word
    .replace(/(?<=[AEIOUY])H$/, '')
    .replaceAll('EE', 'I')
    .replace(spelledConsonant, (spelled) => consonants[spelled] ?? spelled)
    .replace(/([^AEIOUY])\1+/g, '$1');
  return {
    consonants: plain.replace(/[AEIOUY]+/g, ''),
    vowels: plain.split(/[^AEIOUY]/).map(joinVowels),
  };
}

/** Joins adjacent vowels to one set. I and Y beside another vowel are glides: `YURI` and `IURII`, `ALEKSEY` and `ALEKSEI`. */
function joinVowels(group: string): number {
  const withoutGlides = group.replace(/[IY]/g, '');
  return [...(withoutGlides || group)].reduce((set, vowel) => set | (vowels[vowel] ?? 0), 0);
}

/** Returns whether two words may be renderings of one name: the same consonants in order, and no vowel contradicts another. */
export function soundAlike(one: WordSound, other: WordSound): boolean {
  if (one.consonants !== other.consonants) return false;
  const last = one.vowels.length - 1;
  let gaps = 0;
  const isCompatible = one.vowels.every((vowel, at) => {
    const counterpart = other.vowels[at] ?? 0;
    if (vowel === counterpart || (vowel & counterpart) !== 0) return true;
    gaps++;
    return (vowel === 0 || counterpart === 0) && at > 0 && at < last;
  });
  return isCompatible && (gaps === 0 || (gaps === 1 && one.consonants.length >= MIN_CONSONANTS_FOR_GAP));
}
