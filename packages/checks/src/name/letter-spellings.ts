/** Letters and groups of letters with the spellings that passports have for them, most usual first. */
type LetterSpellings = Readonly<Record<string, readonly string[]>>;

/** `А:A В:V,W` as a table. An empty spelling leaves the letter out. */
function tableOf(text: string): LetterSpellings {
  const entries = text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]);
  return Object.fromEntries(entries.map(([letters, spellings]) => [letters, spellings.split(',')]));
}

/**
 * Latin letters that are more than a letter and its accent (ICAO Doc 9303-3, section 6, part A), and what states write in their
 * place: Đ is DJ in Serbia, Ð is DH, ÿ is IJ in the Netherlands, Ə is A or E in Azerbaijan.
 */
const latin = tableOf(`
  Ä:AE,A Å:AA,A Æ:AE,A Ð:D,DH Đ:D,DJ Ħ:H İ:I ĸ:K Ł:L Ñ:N,NXX Ŋ:N,NG Ö:OE,O Ø:OE,O Œ:OE ẞ:SS,S Þ:TH Ŧ:T Ü:UE,U,UXX Ÿ:Y,IJ Ə:A,E
  Ɓ:B Ɗ:D Ƙ:K ·:`);

/**
 * Cyrillic: Doc 9303-3, section 6, part B; Russian passports before 2010 (GOST) and before 1997 (French); the laws of Ukraine,
 * Belarus, Bulgaria, Serbia and North Macedonia. Groups are those that are shortened or written with a letter of their own.
 */
const cyrillic = tableOf(`
  А:A Б:B В:V,W Г:G,H Ґ:G Д:D Е:E,YE,IE,JE Ё:E,YO,IO,JO Ж:ZH,Z,J З:Z И:I,Y І:I,Y Ї:I,YI,JI Й:I,Y,J К:K Л:L М:M Н:N О:O П:P Р:R С:S
  Т:T У:U,OU Ў:U Ф:F,PH Х:KH,H Ц:TS,C,TC Ч:CH,C,TCH Ш:SH,S,CH Щ:SHCH,SHT,SCH,STCH Ъ:IE,A, Ы:Y Ь:,I Э:E Ю:IU,YU,JU,IOU Я:IA,YA,JA
  Є:IE,YE,E Ђ:DJ,D Ј:J Љ:LJ,L Њ:NJ,N Ћ:C,CJ Џ:DZ,DJ,DZH,J Ѓ:G,GJ,DJ Ќ:K,KJ Ѕ:DZ,Z Ә:A,E Ғ:G,GH Қ:K,Q Ң:N,NG Ө:O Ұ:U Ү:U Һ:H
  ИЙ:II,IY,IJ,YI,YY,Y,I ЫЙ:YI,YY,YJ,Y ИЯ:IIA,IYA,IJA,IA,YIA ІЯ:IIA,IYA,IJA,IA КС:KS,X ДЖ:DZH,J,DJ,DZ ЗГ:ZG,ZGH ЬО:IO,YO`);

/** Greek: ELOT 743, as passports have it, whose groups depend on what follows, and the spellings that came before it. */
const greek = tableOf(`
  Α:A Β:V,B Γ:G,GH,Y Δ:D,DH Ε:E Ζ:Z Η:I,H,E Θ:TH Ι:I Κ:K,C Λ:L Μ:M Ν:N Ξ:X,KS Ο:O Π:P Ρ:R Σ:S Τ:T Υ:Y,I,U Φ:F,PH Χ:CH,H,KH,X Ψ:PS Ω:O
  Ϊ:I Ϋ:Y,I,U ΑΥ:AV,AF,AU,AY ΕΥ:EV,EF,EU,EY ΗΥ:IV,IF,IY ΟΥ:OU,U ΜΠ:B,MP ΝΤ:NT,D ΓΚ:GK,G,NK ΓΓ:NG,GG ΓΞ:NX,GX ΓΧ:NCH,GCH`);

/** By capital letters, of which a group is two. */
export const letterSpellings: LetterSpellings = { ...latin, ...cyrillic, ...greek };
