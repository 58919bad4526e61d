import type { OcrLanguage } from '../ocr/ocr-engine.ts';
import { foldedWords } from './fold-text.ts';

/** Words that are frequent in one language and rare in the others, folded. */
const commonWords: Readonly<Record<OcrLanguage, readonly string[]>> = {
  en: ['the', 'your', 'and', 'for', 'is', 'you', 'this', 'of', 'we', 'with'],
  de: ['der', 'die', 'und', 'sie', 'ihr', 'ihre', 'den', 'fur', 'wir', 'mit', 'fir'],
  es: ['el', 'los', 'las', 'su', 'por', 'para', 'del', 'y', 'con', 'cuenta'],
  fr: ['le', 'les', 'vous', 'votre', 'et', 'du', 'des', 'est', 'nous', 'pour'],
  it: ['il', 'di', 'la', 'della', 'suo', 'che', 'gli', 'per', 'sua', 'nel'],
  pt: ['o', 'os', 'da', 'do', 'sua', 'em', 'para', 'na', 'nos', 'dos'],
  hu: ['az', 'es', 'a', 'on', 'kerjuk', 'szamla', 'utca', 'osszeg', 'fizetendo', 'tisztelt'],
};

/** Detects the language of a letter by its most frequent words; null if they are inconclusive. */
export function detectLanguage(texts: readonly string[]): OcrLanguage | null {
  const words = texts.flatMap(foldedWords);
  const counts = Object.entries(commonWords).map(
    ([language, known]) =>
      [language as OcrLanguage, words.filter((word) => known.includes(word)).length] as const,
  );
  counts.sort(([, one], [, other]) => other - one);
  const [first, second] = counts;
  return first && second && first[1] >= 3 && first[1] > second[1] ? first[0] : null;
}
