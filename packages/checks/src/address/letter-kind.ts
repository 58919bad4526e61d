import { type AddressDocumentKind, addressDocumentKinds } from '@vendor/contract';
import { foldText } from './fold-text.ts';
import { advertisingWords, kindWords, otherLetters, tradeWords } from './kind-words.ts';

/** A kind that the letter may be of. */
export interface LetterKindFound {
  readonly kind: AddressDocumentKind;
  /** Number of ideas of this kind found in the letter. */
  readonly words: number;
  /** Whether the kind is certain: two of its subjects and at least one of its acts. */
  readonly isSure: boolean;
}

/** Number of subjects that make a kind certain. */
const MIN_SUBJECTS = 2;

/** Number of ideas of trade that make a letter a shop's bill. */
const MIN_TRADE_IDEAS = 2;

/** Maximum length of phrases that must be whole words; longer ones may begin one: `bill` also begins `billion`. */
const MAX_WHOLE_WORD = 5;

const folded = new Map<string, string>();

/** Returns the kinds that a letter may be of, best first; empty if no subject of any kind was found. */
export function findLetterKinds(texts: readonly string[]): LetterKindFound[] {
  const text = ` ${texts.map(foldText).join(' ')} `;
  const count = (ideas: readonly (readonly string[])[]) =>
    ideas.filter((phrases) => phrases.some((phrase) => containsPhrase(text, phrase))).length;
  const advertises = count([advertisingWords]) > 0;
  const isOther = count([otherLetters]) > 0 || count(tradeWords) >= MIN_TRADE_IDEAS;
  return addressDocumentKinds
    .map((kind) => {
      const subjects = count(kindWords[kind].subject);
      const acts = count(kindWords[kind].act);
      const allActs = kindWords[kind].act.length;
      return {
        kind,
        words: subjects === 0 ? 0 : subjects + acts,
        isSure: subjects >= MIN_SUBJECTS && acts >= (advertises ? allActs : 1) && !isOther,
      };
    })
    .filter(({ words }) => words > 0)
    .sort((one, other) => other.words - one.words);
}

function containsPhrase(text: string, phrase: string): boolean {
  const isAnywhere = phrase.startsWith('~') || /[^\p{Script=Latin}\p{N}\s'~]/u.test(phrase);
  const known = folded.get(phrase) ?? foldText(phrase);
  folded.set(phrase, known);
  if (isAnywhere) return text.includes(known);
  return text.includes(known.length <= MAX_WHOLE_WORD ? ` ${known} ` : ` ${known}`);
}
