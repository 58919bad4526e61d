const abbreviations: Readonly<Record<string, string>> = {
  id: 'ID',
  ip: 'IP',
  dob: 'date of birth',
  pob: 'place of birth',
  asn: 'network number',
  fullname: 'full name',
  lastname: 'last name',
  middlename: 'middle name',
  firstname: 'first name',
  aml: 'AML',
  mrz: 'MRZ',
};

/** Writes a name of the API in words: `imageQualityCheckResult` → "Image quality", `user_dob` → "User date of birth". */
export function wordsOfName(name: string): string {
  const words = name
    .replace(/(Check)?Result$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => abbreviations[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Adapts words to the middle of a sentence: "Image quality" → "image quality", "AML screening" stays. */
export function withinSentence(words: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
