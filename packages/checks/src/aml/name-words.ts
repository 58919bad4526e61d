import anyAscii from 'any-ascii';

/** Particles and titles, which are often left out and do not distinguish people. */
const fillers = new Set(
  'A AL AR AS ASH AT AZ EL UL ABU ABD BIN BEN IBN BINT BINTI DA DAS DE DEL DELLA DEN DER DES DI DO DOS DU LA LE LOS VAN VON ZU Y E I MR MRS MS DR PROF SIR HAJI SHEIKH SHAYKH SAYYID'.split(
    ' ',
  ),
);

/**
 * Returns the words of a name in capitals of the Latin alphabet, transliterated from any script. Particles and titles are
 * removed, unless nothing else is left.
 */
export function wordsOfName(name: string): string[] {
  const words = toLatin(name)
    .toUpperCase()
    // O'Brien is one word; Al-Qahtani two.
    .replace(/['’ʼ`´.]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

/** Skips transliteration for names already in Latin, because lists have millions of names. */
function toLatin(name: string): string {
  return /^[ -~]*$/.test(name) ? name : anyAscii(name.normalize('NFKC'));
}
