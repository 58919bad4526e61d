import anyAscii from 'any-ascii';

/** Words that names are joined with, and titles: they tell nobody apart, and are left out as often as not. */
const fillers = new Set(
  'A AL AR AS ASH AT AZ EL UL ABU ABD BIN BEN IBN BINT BINTI DA DAS DE DEL DELLA DEN DER DES DI DO DOS DU LA LE LOS VAN VON ZU Y E I MR MRS MS DR PROF SIR HAJI SHEIKH SHAYKH SAYYID'.split(
    ' ',
  ),
);

/**
 * The words of a name in capital letters of the Latin alphabet, whatever script it was written in; without fillers, unless
 * nothing else is left.
 */
export function wordsOfName(name: string): string[] {
  const words = inLatin(name)
    .toUpperCase()
    // O'Brien is one word; Al-Qahtani two.
    .replace(/['’ʼ`´.]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : words;
}

/** Most names are so already, and lists have millions. */
function inLatin(name: string): string {
  return /^[ -~]*$/.test(name) ? name : anyAscii(name.normalize('NFKC'));
}
