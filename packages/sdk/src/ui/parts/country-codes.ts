// XK and ISO 3166-1 alpha-2, without separators: every two letters are a country.
const codes =
  'XKADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW';

/** The countries by name in a language, in its order; by code where the browser knows no names. */
export function countriesIn(intlTag: string): readonly (readonly [code: string, name: string])[] {
  const nameOf = namesIn(intlTag);
  return (codes.match(/../g) ?? [])
    .map((code) => [code, nameOf(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, intlTag));
}

function namesIn(intlTag: string): (code: string) => string {
  try {
    const names = new Intl.DisplayNames(intlTag, { type: 'region' });
    return (code) => names.of(code) ?? code;
  } catch {
    // Firefox learned it with version 86.
    return (code) => code;
  }
}
