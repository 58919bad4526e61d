// XK and ISO 3166-1 alpha-2, by their first letter: each of the others of a word makes a country with it.
const codes =
  'ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS XK YET ZAMW';

/** The countries by name in a language, in its order; by code where the browser knows no names. */
export function countriesIn(intlTag: string): readonly (readonly [code: string, name: string])[] {
  const nameOf = namesIn(intlTag);
  return codes
    .split(' ')
    .flatMap(([first, ...others]) => others.map((other) => `${first}${other}`))
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
