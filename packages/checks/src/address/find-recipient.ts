import type { TextLine } from '../file/page-text.ts';
import { type AddressBlock, findAddresses, findLastAddress, informationLine } from './address-block.ts';
import type { AddressTask } from './address-task.ts';
import { findOwnWords, isCompany } from './company-name.ts';
import { compareAddress, isSameAddress } from './compare-address.ts';
import { findPersonNames, startsWithTitle, wordsOfName } from './find-name.ts';
import { foldedWords, foldText } from './fold-text.ts';
import { groupBlocks } from './letter-block.ts';
import {
  type AddressLabel,
  isBareLabel,
  isContact,
  isPersonalNumber,
  isSalutation,
  parseAddressLabel,
  removeLabel,
} from './letter-labels.ts';
import { findCountries, lacksPostalCodes, parseCountryName } from './postal-codes.ts';

/**
 * The recipient of a letter. `certain`: exactly one block is the recipient's. `unclear`: addresses were found, but the
 * recipient's cannot be identified; the most likely comes first.
 */
export type Recipient =
  | { readonly kind: 'certain'; readonly address: AddressBlock }
  | { readonly kind: 'unclear'; readonly addresses: readonly AddressBlock[] }
  | { readonly kind: 'none' };

/** A page of a letter, and what is known to read it. */
interface Page {
  readonly lines: readonly TextLine[];
  /** Position at which the letter's head ends. */
  readonly headEnd: number;
  /** Words of the expected name. */
  readonly nameWords: ReadonlySet<string>;
}

/** An address, with the facts that tell the recipient from the sender. */
interface Candidate {
  readonly address: AddressBlock;
  readonly top: number;
  readonly bottom: number;
  readonly label: AddressLabel | null;
  /**
   * Whether the address is the sender's: by return line or letterhead, or for a company also by web address or contact details.
   */
  readonly isSender: boolean;
  /**
   * Whether the address may be the sender's or the recipient's: a person with contact details, or a block below somebody else's
   * label.
   */
  readonly isDoubtful: boolean;
  /** Whether the lines above the address name a company and no person. */
  readonly isCompany: boolean;
}

/** Minimum size of letterhead print, as a multiple of the size of the address. */
const LETTERHEAD_SIZE = 1.25;

/**
 * Finds the recipient's block: the one in the letter's head that has a name above it and is not shown to be the sender's. The
 * expected address does not influence the choice, except to recognize an address in an unknown format; nor does the expected
 * name, except that `Tyrone Power` is then a person.
 *
 * @param lines - the lines of one page, without hidden ones.
 * @param expected - an address that is recognized in a block of its own, whatever its format, and the name.
 */
export function findRecipient(
  lines: readonly TextLine[],
  { address: expected, fullName }: AddressTask['expected'],
): Recipient {
  const addresses = [...findAddresses(lines), ...findUnknownFormats(lines, expected)];
  const headEnd = endOfHead(lines);
  const page: Page = { lines, headEnd, nameWords: wordsOfName(fullName ?? '') };
  if (addresses.length === 0)
    return hasUnknownAddress(page, expected) ? { kind: 'unclear', addresses: [] } : { kind: 'none' };
  const all = addresses.map((address) => toCandidate(address, page));
  const inHead = all.filter(({ top, label }) => top < headEnd && label !== 'other');
  const named = inHead.filter(
    ({ address, label, isSender }) => label !== 'sender' && !isSender && findNameLines(address).length > 0,
  );
  const labelled = named.filter(({ label }) => label === 'recipient');
  const recipients = keepDistinct(labelled.length > 0 ? labelled : named);
  const chosen = chooseRecipient(recipients);
  const isCertain =
    chosen !== null &&
    (chosen.label === 'recipient' ||
      (!chosen.isDoubtful &&
        isBelowLetterhead(chosen, lines) &&
        !hasRival(chosen, all, page) &&
        !all.some((other) => other.top < headEnd && isPersonBesideCompany(other, chosen)))) &&
    !named.some((other) => isUnlabelledPerson(other, chosen)) &&
    !inHead.some((other) => isOtherRecipient(other, chosen)) &&
    !greetsAnotherPerson(lines, chosen);
  if (isCertain) return { kind: 'certain', address: chosen.address };
  const rank = (candidate: Candidate) =>
    (recipients.includes(candidate) ? 4 : 0) +
    (inHead.includes(candidate) ? 2 : 0) +
    (candidate.address.isWhole ? 1 : 0);
  const likeliest = [...all].sort((one, other) => rank(other) - rank(one));
  return { kind: 'unclear', addresses: likeliest.map(({ address }) => address) };
}

/** Finds blocks that contain the whole expected address in a format that `findAddresses` does not recognize. */
function findUnknownFormats(lines: readonly TextLine[], expected: string | null): AddressBlock[] {
  if (expected === null) return [];
  return groupBlocks(lines).flatMap((block) => {
    if (block.length < 2 || findLastAddress(block)) return [];
    const rest = block.slice(1);
    const text = rest.map((line) => line.text).join('\n');
    if (compareAddress(expected, text) !== 'same') return [];
    const confidence = Math.min(...rest.map((line) => line.confidence));
    const [first] = block as [TextLine];
    const place = rest
      .slice(1)
      .map((line) => line.text)
      .join(', ');
    return [
      {
        street: rest[0]?.text ?? '',
        place,
        text,
        lines: block,
        above: [first],
        confidence,
        isWhole: false,
        isBlock: true,
        countries: [],
      },
    ];
  });
}

/** Returns whether a person's name stands above lines that may be an address in an unknown country format. */
function hasUnknownAddress({ lines, headEnd, nameWords }: Page, expected: string | null): boolean {
  const countries = expected === null ? null : findCountries(expected);
  const isKnown = expected === null || (countries !== null && ![...countries].every(lacksPostalCodes));
  return groupBlocks(lines).some((block) => {
    const [first, ...rest] = block as [TextLine, ...TextLine[]];
    if (rest.length < 2 || first.box.top >= headEnd) return false;
    if (findPersonNames(first.text, nameWords).length === 0) return false;
    if (rest.some(({ text }) => isContact(text) || informationLine.test(foldText(text)))) return false;
    return !isKnown || rest.some(({ text }) => parseCountryName(text) !== null);
  });
}

function toCandidate(address: AddressBlock, page: Page): Candidate {
  const [first] = address.lines as [TextLine];
  const last = address.lines.at(-1) as TextLine;
  const names = findNameLines(address);
  const label = findLabel(address, page);
  const namesCompany = !names.some(({ text }) => findPersonNames(text, page.nameWords).length > 0);
  const hasContact = address.lines.some(({ text }) => isContact(text));
  const isUnderOthersLabel =
    label === null && address.above.some(({ text }) => parseAddressLabel(text) !== null);
  return {
    address,
    top: first.box.top,
    bottom: last.box.top + last.box.heightPx,
    label,
    isSender: label !== 'recipient' && ((hasContact && namesCompany) || isSender(address, names, page)),
    isDoubtful: label !== 'recipient' && ((hasContact && !namesCompany) || isUnderOthersLabel),
    isCompany: namesCompany,
  };
}

/** Returns the lines that may hold a name, with labels removed. */
export function findNameLines(address: AddressBlock): TextLine[] {
  return address.above
    .filter(({ text }) => !isContact(text) && !isPersonalNumber(text))
    .map((line) => ({ ...line, text: removeLabel(line.text) }))
    .filter(({ text }) => /\p{L}{2}/u.test(text));
}

/** Returns whether the chosen block is a company's although the head also has a person's, whatever its label. */
function isPersonBesideCompany(other: Candidate, chosen: Candidate): boolean {
  return chosen.isCompany && !other.isCompany && !other.isSender && other.address.isBlock;
}

/** Returns whether a block without a label, as in a window, belongs to another person than the labelled one. */
function isUnlabelledPerson(other: Candidate, chosen: Candidate): boolean {
  if (chosen.label !== 'recipient' || other.label === 'recipient' || other.isCompany) return false;
  const wordsOf = ({ address }: Candidate) =>
    findNameLines(address).flatMap(({ text }) => foldedWords(text).filter((word) => word.length > 2));
  const names = new Set(wordsOf(chosen));
  const isSameName = wordsOf(other).some((word) => names.has(word));
  return !isSameName || !isSameAddress(other.address.text, chosen.address.text);
}

/** Maximum distance from a label to the address below it, as a multiple of the line height. */
const LABEL_GAP = 4;

/** Finds the label of a block: in it, above it, or before its first line. */
function findLabel({ lines: block, above }: AddressBlock, { lines, nameWords }: Page): AddressLabel | null {
  const [first] = block as [TextLine];
  for (const [index, { text }] of above.entries()) {
    const label = parseAddressLabel(text);
    // A label that is followed by a name on its own line does not belong to the name below.
    const isOfAnother =
      label !== 'recipient' &&
      !isBareLabel(text) &&
      above.slice(index + 1).some((line) => findPersonNames(line.text, nameWords).length > 0);
    if (label && !isOfAnother) return label;
  }
  const own = parseAddressLabel(first.text);
  if (own) return own;
  const { box } = first;
  const near = lines.filter((line) => {
    if (block.includes(line)) return false;
    const down = box.top - line.box.top;
    const isAbove =
      down > 0 && down < LABEL_GAP * box.heightPx && Math.abs(line.box.left - box.left) < 2 * box.heightPx;
    const isBefore =
      Math.abs(down) < box.heightPx / 2 &&
      line.box.left < box.left &&
      box.left - line.box.left - line.box.widthPx < 12 * box.heightPx;
    return isAbove || isBefore;
  });
  const closest = near.sort((one, other) => other.box.top - one.box.top);
  return (
    closest
      .map(({ text }) => (isBareLabel(text) ? parseAddressLabel(text) : null))
      .find((label) => label !== null) ?? null
  );
}

/** Returns whether other lines of the letter show that a block is the sender's. */
function isSender(
  address: AddressBlock,
  names: readonly TextLine[],
  { lines, headEnd, nameWords }: Page,
): boolean {
  // A company may write to its own staff, so a person's name takes precedence over the company's.
  const name = names.find(({ text }) => findPersonNames(text, nameWords).length > 0) ?? names[0];
  if (!name) return false;
  const folded = foldText(name.text);
  const collapsed = folded.replaceAll(' ', '');
  return lines.some((line) => {
    if (address.lines.includes(line)) return false;
    const other = foldText(line.text);
    // A letterhead in larger print, above the block.
    if (
      other === folded &&
      line.box.top < name.box.top &&
      line.box.heightPx > LETTERHEAD_SIZE * name.box.heightPx
    )
      return true;
    // A web or email address with the company's name. One with a person's name may be the recipient's.
    if (
      findPersonNames(name.text, nameWords).length === 0 &&
      collapsed.length >= 5 &&
      isContact(line.text) &&
      other.replaceAll(' ', '').includes(collapsed)
    )
      return true;
    // The return line above the window.
    const isReturnLine =
      line.box.top < headEnd &&
      line.text.length > name.text.length + 8 &&
      foldText(removeLabel(line.text)).startsWith(`${folded} `);
    return isReturnLine && findLastAddress([line]) !== null;
  });
}

/** Sheets with more lines than this have their head in the upper half. */
const SHORT_SHEET_LINES = 40;

/** Returns where the head of a letter ends: at the salutation, at the first paragraph, or in the middle of a full sheet. */
function endOfHead(lines: readonly TextLine[]): number {
  if (lines.length === 0) return Number.POSITIVE_INFINITY;
  const heights = lines.map(({ box }) => box.heightPx).sort((one, other) => one - other);
  const heightPx = heights[Math.floor(heights.length / 2)] ?? 1;
  const bottom = Math.max(...lines.map(({ box }) => box.top));
  const middle = bottom > SHORT_SHEET_LINES * heightPx ? bottom / 2 : Number.POSITIVE_INFINITY;
  const body = lines.filter(
    (line) =>
      isSalutation(line.text) ||
      (isSentence(line) && lines.some((next) => next !== line && isSentence(next) && isNextLine(line, next))),
  );
  return Math.min(middle, ...body.map(({ box }) => box.top));
}

/** Returns whether a line is running text: many words, most in lower case. */
function isSentence({ text }: TextLine): boolean {
  const words = text.split(' ');
  return words.length >= 8 && words.filter((word) => /^\p{Ll}/u.test(word)).length >= 5;
}

function isNextLine({ box }: TextLine, { box: next }: TextLine): boolean {
  return (
    next.top > box.top &&
    next.top - box.top < 4 * box.heightPx &&
    Math.abs(next.left - box.left) < 2 * box.heightPx
  );
}

/** Keeps one candidate for each address: the lowest, because the sender may live at the same address. */
function keepDistinct(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (one, index) =>
      !candidates.slice(index + 1).some((other) => isSameAddress(one.address.text, other.address.text)),
  );
}

/** Minimum size of print, as a share of the chosen address's, for another line to be a recipient's. */
const SAME_PRINT = 0.9;

/**
 * Returns whether a single-line address may be another recipient's: by its label, or because it stands below in print of the
 * same size.
 */
function isOtherRecipient(other: Candidate, chosen: Candidate): boolean {
  if (other.address.isBlock || isSameAddress(other.address.text, chosen.address.text)) return false;
  if (other.label === 'recipient') return true;
  const [line] = other.address.lines as [TextLine];
  const [first] = chosen.address.lines as [TextLine];
  const isSmaller = line.box.heightPx < SAME_PRINT * first.box.heightPx;
  return other.label === null && !other.isSender && !isSmaller && other.top > chosen.bottom;
}

/** People named in a salutation. */
const greetedNames =
  /\b(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|Sr|Sra|Señora?|Sig|Signora?|Senhora?)\.?\s+)+(?!(?:Cliente?|Kund|Customer|Abonn|Inquilin|Utente|Mieter|Tenant|Locataire|Titular))(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*)/gu;

/** Returns whether the salutation names people, but none of those above the address. */
function greetsAnotherPerson(lines: readonly TextLine[], { address }: Candidate): boolean {
  const names = lines
    .filter(({ text }) => isSalutation(text))
    .flatMap(({ text }) => [...text.matchAll(greetedNames)].map(([, name = '']) => foldedWords(name)));
  const above = new Set(findNameLines(address).flatMap(({ text }) => foldedWords(text)));
  return names.length > 0 && !names.some((words) => words.some((word) => above.has(word)));
}

/**
 * Chooses the recipient among the blocks not shown to be the sender's: the only person, or the lowest block if all are
 * companies. Returns null if there are several people, or another candidate stands below or beside the chosen one.
 */
function chooseRecipient(candidates: readonly Candidate[]): Candidate | null {
  if (candidates.length === 1) return candidates[0] ?? null;
  const people = candidates.filter((candidate) => !candidate.isCompany);
  const [lowest] = [...candidates].sort((one, other) => other.top - one.top);
  const chosen = people.length === 1 ? people[0] : people.length === 0 ? lowest : undefined;
  if (!chosen) return null;
  // A block below or beside the chosen one may be the recipient's, and the chosen one the sender's.
  const others = candidates.filter((candidate) => candidate !== chosen);
  const [first] = chosen.address.lines as [TextLine];
  const isLast = others.every(({ top, bottom }) =>
    people.length === 1 ? top < chosen.top - first.box.heightPx / 2 : bottom <= chosen.top,
  );
  return isLast ? chosen : null;
}

/** Minimum distance of an envelope window from the top of the sheet, in line heights; letterheads stand higher. */
const WINDOW_TOP = 8;

/**
 * Returns whether the block stands where recipients do: below other lines, at the height of a window, or with a form of
 * address.
 */
function isBelowLetterhead({ address, top }: Candidate, lines: readonly TextLine[]): boolean {
  const [first] = address.lines as [TextLine];
  return (
    lines.some(({ box }) => box.top < top - first.box.heightPx / 2) ||
    top >= WINDOW_TOP * first.box.heightPx ||
    findNameLines(address).some(({ text }) => startsWithTitle(text))
  );
}

/** Returns whether another block of the head may be the recipient's, in an unknown format. */
function hasRival(chosen: Candidate, all: readonly Candidate[], page: Page): boolean {
  const { lines, headEnd, nameWords } = page;
  const isBelowSender = hasSenderAbove(chosen, all, page);
  return groupBlocks(lines).some((block) => {
    const [first] = block as [TextLine];
    if (block.length < 2 || first.box.top < chosen.bottom || first.box.top >= headEnd) return false;
    if (all.some(({ address }) => address.lines.some((line) => block.includes(line)))) return false;
    if (block.some(({ text }) => isContact(text) || text.split(' ').length > 6)) return false;
    if (/\d/.test(first.text)) return false;
    if (block.some(({ text }) => /\d|:/.test(text) && informationLine.test(foldText(text)))) return false;
    const isPlace = ({ text }: TextLine) => /\d/.test(text) && /\p{L}{2}/u.test(text);
    if (block.length > 2 && block.slice(1).some(isPlace)) return true;
    // Any name below may be the recipient's if the sender is unknown.
    return !isBelowSender && (isCompany(first.text) || findPersonNames(first.text, nameWords).length > 0);
  });
}

/** Returns whether a line above the bottom of the block identifies the sender: a company, large print, or contact details. */
function hasSenderAbove(chosen: Candidate, all: readonly Candidate[], { lines, nameWords }: Page): boolean {
  const [first] = chosen.address.lines as [TextLine];
  if (all.some((other) => other !== chosen && other.top < chosen.bottom)) return true;
  return lines.some(
    ({ text, box }) =>
      !chosen.address.lines.some((line) => line.text === text) &&
      box.top < chosen.bottom &&
      (isCompany(text, findOwnWords(text, nameWords)) ||
        isContact(text) ||
        box.heightPx > LETTERHEAD_SIZE * first.box.heightPx),
  );
}
