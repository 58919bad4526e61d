// XK and ISO 3166-1 alpha-2: the first letter of each word, combined with each of its other letters, is a country code.
const codes =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS XK YET ZAMW';

/** Lists the countries by name, sorted for the language; by code if the browser knows no names. */
export function listCountries(intlTag: string): readonly (readonly [code: string, name: string])[] {
  const nameOf = createNameLookup(intlTag);
  return codes
    .split(' ')
    .flatMap(([first, ...others]) => others.map((other) => `${first}${other}`))
    .map((code) => [code, nameOf(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, intlTag));
}

function createNameLookup(intlTag: string): (code: string) => string {
  try {
    const names = new Intl.DisplayNames(intlTag, { type: 'region' });
    return (code) => names.of(code) ?? code;
  } catch {
    // `Intl.DisplayNames` is missing in Firefox before 86.
    return (code) => code;
  }
}
