/** Letters with more than one spelling in a machine readable zone, most usual first (ICAO Doc 9303-3, section 6, part A). */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ħ: ['H'],
  İ: ['I'],
  Ĳ: ['IJ'],
  ĸ: ['K'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ö: ['OE', 'O'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'U', 'UXX'],
};

/** More spellings of one word than this are not looked at; names with so many special letters do not exist. */
const MOST_SPELLINGS = 64;

/** Words of a name as they can stand in a machine readable zone: for each word, every spelling, A to Z only. */
export type SpelledName = readonly (readonly string[])[];

/**
 * The spellings of a name in a machine readable zone. Spaces and hyphens part words, apostrophes and full stops vanish.
 *
 * @returns null when the name has a letter that is not Latin: its spelling follows national tables that differ.
 */
export function spellName(name: string): SpelledName | null {
  const words = name
    .normalize('NFC')
    .replaceAll('ß', 'ẞ')
    .toUpperCase()
    .split(/[\s\-‐‑–,;/<]+/)
    .map((word) => word.replace(/['’ʼ`´.]/g, ''))
    .filter((word) => word !== '');
  const spelled = words.map(spellWord);
  return spelled.every((word) => word !== null) ? spelled : null;
}

function spellWord(word: string): readonly string[] | null {
  let spellings = [''];
  for (const letter of word) {
    const choices = SPELLINGS[letter] ?? plainLetter(letter);
    if (!choices) return null;
    const longer = choices.flatMap((choice) => spellings.map((start) => start + choice));
    spellings = longer.slice(0, MOST_SPELLINGS);
  }
  return spellings;
}

/** The letter without its accents. */
function plainLetter(letter: string): readonly string[] | null {
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  return /^[A-Z]*$/.test(plain) ? [plain] : null;
}
