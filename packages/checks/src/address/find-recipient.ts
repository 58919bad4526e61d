import type { TextLine } from '../file/page-text.ts';
import { type AddressBlock, findAddresses, findLastAddress, informationLine } from './address-block.ts';
import { isCompany } from './company-name.ts';
import { compareAddress } from './compare-address.ts';
import { personParts, startsWithTitle } from './find-name.ts';
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
import { readTenancy } from './rental-agreement.ts';

/**
 * The recipient of a letter. `certain`: this block and no other is the recipient's. `unclear`: there are addresses, but which of
 * them is the recipient's cannot be told; the first is the likeliest.
 */
export type Recipient =
  | { readonly kind: 'certain'; readonly address: AddressBlock }
  | { readonly kind: 'unclear'; readonly addresses: readonly AddressBlock[] }
  | { readonly kind: 'none' };

/** An address, and what tells whose it is. */
interface Candidate {
  readonly address: AddressBlock;
  readonly top: number;
  readonly bottom: number;
  readonly label: AddressLabel | null;
  /** The sender's, by its return line or its letterhead; a company's also by its web address or ways to reach it. */
  readonly isIssuer: boolean;
  /** A person's with ways to reach it, or below the label of somebody else: the sender's or the recipient's. */
  readonly isDoubtful: boolean;
  /** Whether the lines above the address name a company and no person. */
  readonly isCompany: boolean;
}

/** A label stands so close above its address, in terms of its height. */
const LABEL_GAP = 4;

/** Print of a letterhead is so much larger than that of an address. */
const LETTERHEAD_SIZE = 1.25;

/** Sheets of more lines than this have their head in the upper half. */
const SHORT_SHEET_LINES = 40;

/** Smaller print than this is not that of another recipient. */
const SAME_PRINT = 0.9;

/** A window begins at least so far below the upper edge of the sheet, in terms of the height of its lines; letterheads stand higher. */
const WINDOW_TOP = 8;

/**
 * Decides which block of a letter is its recipient's: the one with a name above it in the letter's head that is not shown to be the
 * sender's. Never by what is expected of it, but for an address in no format that is known.
 *
 * @param lines - of one page, without those that are not seen.
 * @param expected - an address that counts as one wherever it stands in lines of its own.
 */
export function findRecipient(lines: readonly TextLine[], expected: string | null): Recipient {
  const addresses = [...findAddresses(lines), ...unknownFormats(lines, expected)];
  const headEnd = endOfHead(lines);
  if (addresses.length === 0)
    return hasUnknownAddress(lines, expected, headEnd)
      ? { kind: 'unclear', addresses: [] }
      : { kind: 'none' };
  const all = addresses.map((address) => candidateOf(address, lines, headEnd));
  const inHead = all.filter(({ top, label }) => top < headEnd && label !== 'other');
  const named = inHead.filter(
    ({ address, label, isIssuer }) => label !== 'sender' && !isIssuer && nameLines(address).length > 0,
  );
  const labelled = named.filter(({ label }) => label === 'recipient');
  const recipients = distinct(labelled.length > 0 ? labelled : named);
  const chosen = chooseRecipient(recipients);
  const isCertain =
    chosen !== null &&
    (chosen.label === 'recipient' ||
      (!chosen.isDoubtful &&
        isBelowLetterhead(chosen, lines) &&
        !hasRival(chosen, all, lines, headEnd) &&
        !all.some((other) => other.top < headEnd && isPersonBesideCompany(other, chosen)))) &&
    !named.some((other) => isUnlabelledPerson(other, chosen)) &&
    !inHead.some((other) => isOtherRecipient(other, chosen)) &&
    !greetsSomebodyElse(lines, chosen);
  if (isCertain) return { kind: 'certain', address: chosen.address };
  const rank = (candidate: Candidate) =>
    (recipients.includes(candidate) ? 4 : 0) +
    (inHead.includes(candidate) ? 2 : 0) +
    (candidate.address.isWhole ? 1 : 0);
  const likeliest = [...all].sort((one, other) => rank(other) - rank(one));
  return { kind: 'unclear', addresses: likeliest.map(({ address }) => address) };
}

/**
 * The tenants at the home of a rental agreement, which is the address that it proves: theirs from before may stand in it as well.
 * Without a home and tenants that its labels name, whose address is proven cannot be told.
 *
 * @param pages - the lines of each page.
 * @param otherwise - the recipient by the rules of letters.
 */
export function findTenants(pages: readonly (readonly TextLine[])[], otherwise: Recipient): Recipient {
  const read = pages.map(readTenancy);
  const homes = read.flatMap((page) => page.homes);
  const tenants = read.flatMap((page) => page.tenants);
  const [home, ...others] = homes;
  if (home && tenants.length > 0 && others.every(({ text }) => isSameAddress(home.text, text)))
    return { kind: 'certain', address: { ...home, above: tenants } };
  if (otherwise.kind !== 'certain') return home ? { kind: 'unclear', addresses: homes } : otherwise;
  return { kind: 'unclear', addresses: [...homes, otherwise.address] };
}

/** Blocks that hold all of an expected address, in a format by which it would not have been found. */
function unknownFormats(lines: readonly TextLine[], expected: string | null): AddressBlock[] {
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
        ...{ street: rest[0]?.text ?? '', place, text, lines: block, above: [first], confidence },
        ...{ isWhole: false, isBlock: true, countries: [] },
      },
    ];
  });
}

/** Whether somebody's name stands above lines that may be an address of a country whose format is not known. */
function hasUnknownAddress(lines: readonly TextLine[], expected: string | null, headEnd: number): boolean {
  const countries = expected === null ? null : findCountries(expected);
  const isKnown = expected === null || (countries !== null && ![...countries].every(lacksPostalCodes));
  return groupBlocks(lines).some((block) => {
    const [first, ...rest] = block as [TextLine, ...TextLine[]];
    if (rest.length < 2 || first.box.top >= headEnd || personParts(first.text).length === 0) return false;
    if (rest.some(({ text }) => isContact(text) || informationLine.test(foldText(text)))) return false;
    return !isKnown || rest.some(({ text }) => parseCountryName(text) !== null);
  });
}

function candidateOf(address: AddressBlock, lines: readonly TextLine[], headEnd: number): Candidate {
  const [first] = address.lines as [TextLine];
  const last = address.lines.at(-1) as TextLine;
  const names = nameLines(address);
  const label = labelNear(address, lines);
  const isCompanys = !names.some(({ text }) => personParts(text).length > 0);
  const hasContact = address.lines.some(({ text }) => isContact(text));
  const isUnderOthersLabel =
    label === null && address.above.some(({ text }) => parseAddressLabel(text) !== null);
  return {
    address,
    top: first.box.top,
    bottom: last.box.top + last.box.heightPx,
    label,
    isIssuer:
      label !== 'recipient' && ((hasContact && isCompanys) || isIssuer(address, names, lines, headEnd)),
    isDoubtful: label !== 'recipient' && ((hasContact && !isCompanys) || isUnderOthersLabel),
    isCompany: isCompanys,
  };
}

/** The lines that may hold a name, without the labels before it. */
export function nameLines(address: AddressBlock): TextLine[] {
  return address.above
    .filter(({ text }) => !isContact(text) && !isPersonalNumber(text))
    .map((line) => ({ ...line, text: removeLabel(line.text) }))
    .filter(({ text }) => /\p{L}{2}/u.test(text));
}

/** Whether a block is a company's where a person's stands in the head, too, whatever its label says. */
function isPersonBesideCompany(other: Candidate, chosen: Candidate): boolean {
  return chosen.isCompany && !other.isCompany && !other.isIssuer && other.address.isBlock;
}

/** Whether a block without a label, as in a window, is another person's than the one that a label names. */
function isUnlabelledPerson(other: Candidate, chosen: Candidate): boolean {
  if (chosen.label !== 'recipient' || other.label === 'recipient' || other.isCompany) return false;
  const wordsOf = ({ address }: Candidate) =>
    nameLines(address).flatMap(({ text }) => foldedWords(text).filter((word) => word.length > 2));
  const names = new Set(wordsOf(chosen));
  const isSameName = wordsOf(other).some((word) => names.has(word));
  return !isSameName || !isSameAddress(other.address.text, chosen.address.text);
}

/** The label in the block, above it or before it on its first line. */
function labelNear({ lines: block, above }: AddressBlock, lines: readonly TextLine[]): AddressLabel | null {
  const [first] = block as [TextLine];
  for (const [index, { text }] of above.entries()) {
    const label = parseAddressLabel(text);
    // A label with a name of its own is not that of the name below it.
    const isOfAnother =
      label !== 'recipient' &&
      !isBareLabel(text) &&
      above.slice(index + 1).some((line) => personParts(line.text).length > 0);
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

/** Whether other lines of the letter show that a block is its sender's. */
function isIssuer(
  address: AddressBlock,
  names: readonly TextLine[],
  lines: readonly TextLine[],
  headEnd: number,
): boolean {
  // A company may write to its own people: then it is the person who tells.
  const name = names.find(({ text }) => personParts(text).length > 0) ?? names[0];
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
    // A web or mail address of the same name; that of a person may be the recipient's.
    if (
      personParts(name.text).length === 0 &&
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

/** End of the head of a letter: at the salutation, at its first paragraph, or in the middle of a full sheet. */
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

/** A line of running text: many words, most of them in small letters. */
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

/** One candidate for each address: the lowest, as whoever sent the letter may live there, too. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(
    (one, index) =>
      !candidates.slice(index + 1).some((other) => isSameAddress(one.address.text, other.address.text)),
  );
}

/** Whether an address in one line is that of somebody to whom the letter may be sent: by its label, or below in print of the same size. */
function isOtherRecipient(other: Candidate, chosen: Candidate): boolean {
  if (other.address.isBlock || isSameAddress(other.address.text, chosen.address.text)) return false;
  if (other.label === 'recipient') return true;
  const [line] = other.address.lines as [TextLine];
  const [first] = chosen.address.lines as [TextLine];
  const isSmaller = line.box.heightPx < SAME_PRINT * first.box.heightPx;
  return other.label === null && !other.isIssuer && !isSmaller && other.top > chosen.bottom;
}

/** A person that a salutation names. */
const greeted =
  /\b(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|Sr|Sra|Señora?|Sig|Signora?|Senhora?)\.?\s+)+(?!(?:Cliente?|Kund|Customer|Abonn|Inquilin|Utente|Mieter|Tenant|Locataire|Titular))(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*)/gu;

/** Whether the salutation names people, and none of them stands above the address. */
function greetsSomebodyElse(lines: readonly TextLine[], { address }: Candidate): boolean {
  const names = lines
    .filter(({ text }) => isSalutation(text))
    .flatMap(({ text }) => [...text.matchAll(greeted)].map(([, name = '']) => foldedWords(name)));
  const above = new Set(nameLines(address).flatMap(({ text }) => foldedWords(text)));
  return names.length > 0 && !names.some((words) => words.some((word) => above.has(word)));
}

function isSameAddress(one: string, other: string): boolean {
  return compareAddress(one, other) === 'same' || compareAddress(other, one) === 'same';
}

/** The recipient among blocks that nothing shows to be the sender's: below and beside it only companies write to it. */
function chooseRecipient(candidates: readonly Candidate[]): Candidate | null {
  if (candidates.length === 1) return candidates[0] ?? null;
  const people = candidates.filter((candidate) => !candidate.isCompany);
  const [lowest] = [...candidates].sort((one, other) => other.top - one.top);
  const chosen = people.length === 1 ? people[0] : people.length === 0 ? lowest : undefined;
  if (!chosen) return null;
  // A letter to a company has it below or beside its sender's address.
  const others = candidates.filter((candidate) => candidate !== chosen);
  const [first] = chosen.address.lines as [TextLine];
  const isLast = others.every(({ top, bottom }) =>
    people.length === 1 ? top < chosen.top - first.box.heightPx / 2 : bottom <= chosen.top,
  );
  return isLast ? chosen : null;
}

/** Whether the block stands where recipients do: below something, at the height of a window, or with a form of address. */
function isBelowLetterhead({ address, top }: Candidate, lines: readonly TextLine[]): boolean {
  const [first] = address.lines as [TextLine];
  return (
    lines.some(({ box }) => box.top < top - first.box.heightPx / 2) ||
    top >= WINDOW_TOP * first.box.heightPx ||
    nameLines(address).some(({ text }) => startsWithTitle(text))
  );
}

/** Whether another block of the head may be the recipient's, in a format that is not known. */
function hasRival(
  chosen: Candidate,
  all: readonly Candidate[],
  lines: readonly TextLine[],
  headEnd: number,
): boolean {
  const isBelowSender = hasSenderAbove(chosen, all, lines);
  return groupBlocks(lines).some((block) => {
    const [first] = block as [TextLine];
    if (block.length < 2 || first.box.top < chosen.bottom || first.box.top >= headEnd) return false;
    if (all.some(({ address }) => address.lines.some((line) => block.includes(line)))) return false;
    if (block.some(({ text }) => isContact(text) || text.split(' ').length > 6)) return false;
    if (/\d/.test(first.text)) return false;
    if (block.some(({ text }) => /\d|:/.test(text) && informationLine.test(foldText(text)))) return false;
    const isPlace = ({ text }: TextLine) => /\d/.test(text) && /\p{L}{2}/u.test(text);
    if (block.length > 2 && block.slice(1).some(isPlace)) return true;
    // Any name below may be the recipient's where nothing tells who sent the letter.
    return !isBelowSender && (isCompany(first.text) || personParts(first.text).length > 0);
  });
}

/** Whether something above the foot of a block tells who sent the letter: a company, large print, ways to reach it. */
function hasSenderAbove(chosen: Candidate, all: readonly Candidate[], lines: readonly TextLine[]): boolean {
  const [first] = chosen.address.lines as [TextLine];
  if (all.some((other) => other !== chosen && other.top < chosen.bottom)) return true;
  return lines.some(
    ({ text, box }) =>
      !chosen.address.lines.some((line) => line.text === text) &&
      box.top < chosen.bottom &&
      (isCompany(text) || isContact(text) || box.heightPx > LETTERHEAD_SIZE * first.box.heightPx),
  );
}
