import { type AddressDocumentKind, addressDocumentKinds } from '@vendor/contract';
import { foldText } from './fold-text.ts';
import { advertisingWords, kindWords, otherLetters, tradeWords } from './kind-words.ts';

/** The kind of letter that it looks like. */
export interface LetterKindFound {
  readonly kind: AddressDocumentKind;
  /** How many ideas of the kind it has. */
  readonly words: number;
  /** Whether they leave no doubt: two that hardly any other letter has, and one of what the letter does. */
  readonly isSure: boolean;
}

/** Topics of a kind that make the kind clear. */
const TELLING_SUBJECTS = 2;

/** Signs of trade in goods that make a letter the bill of a shop. */
const TELLING_TRADE = 2;

/** Short words must stand alone: `tax` is in `taxi`, and `irs` in `first`. */
const LONGEST_WHOLE_WORD = 5;

const folded = new Map<string, string>();

/** The kinds that a letter may be, best first; none where nothing that is a kind's own stands on it. */
export function letterKinds(texts: readonly string[]): LetterKindFound[] {
  const text = ` ${texts.map(foldText).join(' ')} `;
  const count = (ideas: readonly (readonly string[])[]) =>
    ideas.filter((phrases) => phrases.some((phrase) => isIn(text, phrase))).length;
  const advertises = count([advertisingWords]) > 0;
  const isOther = count([otherLetters]) > 0 || count(tradeWords) >= TELLING_TRADE;
  return addressDocumentKinds
    .map((kind) => {
      const subjects = count(kindWords[kind].subject);
      const acts = count(kindWords[kind].act);
      const allActs = kindWords[kind].act.length;
      return {
        kind,
        words: subjects === 0 ? 0 : subjects + acts,
        isSure: subjects >= TELLING_SUBJECTS && acts >= (advertises ? allActs : 1) && !isOther,
      };
    })
    .filter(({ words }) => words > 0)
    .sort((one, other) => other.words - one.words);
}

function isIn(text: string, phrase: string): boolean {
  const isAnywhere = phrase.startsWith('~') || /[^\p{Script=Latin}\p{N}\s'~]/u.test(phrase);
  const known = folded.get(phrase) ?? foldText(phrase);
  folded.set(phrase, known);
  if (isAnywhere) return text.includes(known);
  return text.includes(known.length <= LONGEST_WHOLE_WORD ? ` ${known} ` : ` ${known}`);
}
