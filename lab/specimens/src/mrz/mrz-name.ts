/** Letters whose transliteration is not the letter without its accent (ICAO 9303-3, 6.A). */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ĳ: 'IJ',
  Ł: 'L',
  Ñ: 'N',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  Þ: 'TH',
  Ü: 'UE',
  ẞ: 'SS',
};

/** Transliterates a name for a machine-readable zone; spaces and hyphens become fillers, apostrophes are dropped. */
export function transliterate(name: string): string {
  return Array.from(name.normalize('NFC').toUpperCase(), (letter) => TRANSLITERATIONS[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/[^A-Z\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '<');
}

/** Returns the name field: primary identifier, two fillers, secondary identifier, cut or filled to its length. */
export function nameField(surname: string, givenNames: string, length: number): string {
  const name = [surname, givenNames]
    .map(transliterate)
    .filter((part) => part !== '')
    .join('<<');
  return name.slice(0, length).padEnd(length, '<');
}
