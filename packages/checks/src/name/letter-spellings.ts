/** Letters and groups of letters with their spellings in passports, the most usual first. */
export type LetterSpellings = Readonly<Record<string, readonly string[]>>;

/** Parses a table such as `А:A В:V,W`. An empty spelling omits the letter. */
function parseTable(text: string): LetterSpellings {
  const entries = text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]);
  return Object.fromEntries(entries.map(([letters, spellings]) => [letters, spellings.split(',')]));
}

/**
 * Latin letters that are not just a letter with an accent (ICAO Doc 9303-3, section 6, part A), and national spellings: Đ is DJ
 * in Serbia, Ð is DH, ÿ is IJ in the Netherlands, Ə is A or E in Azerbaijan.
 */
const latin = parseTable(`
  Ä:AE,A Å:AA,A Æ:AE Ð:D,DH Đ:D,DJ Ħ:H İ:I ĸ:K Ł:L Ñ:N,NXX Ŋ:N,NG Ö:OE,O Ø:OE,O Œ:OE ẞ:SS Þ:TH Ŧ:T Ü:UE,U,UXX Ÿ:Y,IJ Ə:A,E
  Ɓ:B Ɗ:D Ƙ:K ·:`);

/**
 * Cyrillic: Doc 9303-3, section 6, part B; Russian passports before 2010 (GOST); the laws of Ukraine, Belarus and Bulgaria.
 * Lists groups of letters that passports shorten or write as one letter. Spellings that belong to another letter are left out.
 */
const cyrillic = parseTable(`
  А:A Б:B В:V Г:G,H Ґ:G Д:D Е:E,YE,IE,JE Ё:E,YO,IO,JO Ж:ZH З:Z И:I,Y І:I,Y Ї:I,YI,JI Й:I,Y,J К:K Л:L М:M Н:N О:O П:P Р:R С:S Т:T
  У:U,OU Ў:U Ф:F Х:KH,H Ц:TS,TC Ч:CH,TCH Ш:SH Щ:SHCH,SHT,SCH,STCH Ъ:IE,A, Ы:Y Ь:,I Э:E Ю:IU,YU,JU,IOU Я:IA,YA,JA Є:IE,YE,E
  Ә:A,E Ғ:G,GH Қ:K,Q Ң:N,NG Ө:O Ұ:U Ү:U Һ:H
  ИЙ:II,IY,IJ,YI,YY,Y,I ЫЙ:YI,YY,YJ,Y ИЯ:IIA,IYA,IJA,IA,YIA ІЯ:IIA,IYA,IJA,IA КС:KS,X ДЖ:DZH,J,DJ ЗГ:ZG,ZGH ЬО:IO,YO`);

/** Serbian and Macedonian: passports write the Latin letter without its caron (Ж as Z), where Russian ones add an H (ZH). */
const southern = parseTable(`
  Ђ:DJ,D Ј:J Љ:LJ Њ:NJ Ћ:C Џ:DZ,DJ,DZH Ѓ:G,GJ,DJ Ќ:K,KJ Ѕ:DZ Ж:Z,ZH Ц:C,TS Ч:C,CH Ш:S,SH Х:H,KH Г:G ДЖ:DZ,DZH`);

/** Letters used only in these two languages. Almost every Serbian or Macedonian name contains at least one. */
const SOUTHERN = /[ЂЈЉЊЋЏЃЌЅ]/i;

/** Greek: ELOT 743, as used in passports, in which groups depend on the following letter, and earlier spellings. */
const greek = parseTable(`
  Α:A Β:V Γ:G,GH,Y Δ:D,DH Ε:E Ζ:Z Η:I,H,E Θ:TH Ι:I Κ:K,C Λ:L Μ:M Ν:N Ξ:X,KS Ο:O Π:P Ρ:R Σ:S Τ:T Υ:Y,I,U Φ:F,PH Χ:CH,H,KH,X Ψ:PS Ω:O
  Ϊ:I Ϋ:Y,I,U ΑΥ:AV,AF,AU,AY ΕΥ:EV,EF,EU,EY ΗΥ:IV,IF,IY ΟΥ:OU,U ΜΠ:B,MP ΝΤ:NT,D ΓΚ:GK,G,NK ΓΓ:NG,GG ΓΞ:NX,GX ΓΧ:NCH,GCH`);

const common: LetterSpellings = { ...latin, ...cyrillic, ...greek };
const withSouthern: LetterSpellings = { ...common, ...southern };

/**
 * Returns the table of spellings for the language of a name.
 *
 * @returns spellings by capital letter, or by a group of two.
 */
export function listSpellings(name: string): LetterSpellings {
  return SOUTHERN.test(name) ? withSouthern : common;
}
