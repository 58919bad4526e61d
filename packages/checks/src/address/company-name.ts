import { foldText } from './fold-text.ts';

/** Legal forms of companies, folded; dots are removed, so `S.A.` is `s a`. */
const forms = [
  'gmbh mbh ag ug kg ohg gbr ek ev eg se kgaa ltd limited llp llc lp inc incorporated corp corporation plc cic',
  'sa sas sasu sarl eurl snc sl slu slne sau srl spa sapa lda ltda eireli kft zrt nyrt rt bt kkt bv nv vof ab oy oyj as asa aps',
  'pty pvt pte bhd sdn fze fzco fzllc wll kk tbk sro spzoo doo dd ad ooo oao zao pao jsc',
]
  .join(' ')
  .split(' ');
const spacedForms =
  /(?:^| )(?:e k|e v|s a|s l|s r l|s p a|s a s|a s|b v|n v|sp z o o|s r o|d o o|l l c|p l c|s a r l|fz llc)(?: |$)/;
const scripts = /株式会社|有限会社|合同会社|有限公司|股份|公司|集团|شركة|مؤسسة/u;

/** Words of businesses and authorities that hardly occur in people's names, folded. */
const business =
  /(?:^| )(?:\w*bank|banca|banco|banque|\w*kasse|\w*sparkasse|volks\w*|energ\w*|power|electric\w*|electri\w*|gas|water|\w*werke?|luz|luce|agua|eau|telecom\w*|telekom\w*|mobile|insurance|versicherung\w*|assurance\w*|seguros|assicurazion\w*|seguro|biztosito|service\w*|solutions|group|holding\w*|trading|consulting|company|co|store|shop|market\w*|media|studio|hotel|clinic|hospital|university|council|ministry|department|office|amt|\w*amt|behorde|stadt|gemeinde|mairie|ville|comune|ayuntamiento|camara|onkormanyzat|\w*szolgaltato|\w*hivatal|sons|sohne|hijos|fils|figli|partners?|associates|kanzlei|praxis|foundation|trust|stiftung|verein|club|society|union|estate|authority|agency|agencia|agenzia|agence|revenue|hmrc|utilities|networks?|systems|technolog\w*|software|logisti\w*|transport\w*|properties|immobili\w*|verwaltung\w*)(?: |$)/;

/** Words of businesses and a legal form that are also names of people, folded. */
const ambiguous = ['power', 'luz', 'luce', 'camara', 'sa'];

/** Councils and chambers, such as `Câmara de Lobos`, folded. */
const council = /^camara (?:de|do|da)(?: |$)/;

/** Minimum length of another word of a person's name that shows whose name it is; shorter ones, such as `da`, are in many. */
const MIN_OTHER_WORD = 3;

/** The surname `Sá`. Legal forms have no accent: `SA`. */
const surnameSa = /(?<!\p{L})s\u00e1(?!\p{L})/giu;

/**
 * Returns the ambiguous words that are part of a person's name on a line: those of the expected name, beside another word of
 * it. For Tyrone Power, `Tyrone Power` is a person and `Northern Power` is not.
 */
export function findOwnWords(line: string, expected: ReadonlySet<string>): readonly string[] {
  const isOther = (word: string) => word.length >= MIN_OTHER_WORD && !ambiguous.includes(word);
  const words = foldText(line).split(' ');
  if (!words.some((word) => isOther(word) && expected.has(word))) return [];
  return ambiguous.filter((word) => expected.has(word));
}

/** Returns whether a name contains a legal form, as `Mitchell Admin GmbH` does. */
export function hasCompanyForm(name: string): boolean {
  const folded = foldText(name.normalize('NFC').replace(surnameSa, ' '));
  return (
    folded.split(' ').some((word) => forms.includes(word)) || spacedForms.test(folded) || scripts.test(name)
  );
}

/** Returns whether a text is only a legal form, as the second line of `Holm / GmbH & Co. KG`. */
export function isCompanyForm(text: string): boolean {
  const rest = foldText(text)
    .replace(spacedForms, ' ')
    .split(' ')
    .filter(
      (word) => word !== '' && !forms.includes(word) && !['co', 'und', 'and', 'y', 'et'].includes(word),
    );
  return rest.length === 0 && hasCompanyForm(text);
}

/**
 * Returns whether a line names a business or an authority rather than a person.
 *
 * @param own - ambiguous words that are part of a person's name, by `findOwnWords`.
 */
export function isCompany(name: string, own: readonly string[] = []): boolean {
  const rest = name
    .split(/[\s-]+/)
    .filter((word) => !own.includes(foldText(word)))
    .join(' ');
  return (
    hasCompanyForm(rest) ||
    business.test(foldText(rest)) ||
    council.test(foldText(name)) ||
    /\p{L}\s*[&+]\s*\p{L}/u.test(name)
  );
}
