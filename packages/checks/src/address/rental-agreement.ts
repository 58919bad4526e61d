import type { TextLine } from '../file/page-text.ts';
import { type AddressBlock, findLastAddress } from './address-block.ts';
import { isSameAddress } from './compare-address.ts';
import type { Recipient } from './find-recipient.ts';
import { groupBlocks } from './letter-block.ts';
import { isContact, parseAddressLabel, parseAgreementLabel, textAfterColon } from './letter-labels.ts';

/** The home and the tenants of a rental agreement. */
interface Tenancy {
  /** Every address labelled as the home. */
  readonly homes: readonly AddressBlock[];
  /** Lines after or below the labels of the tenants, usually their names. */
  readonly tenants: readonly TextLine[];
}

/** Maximum number of lines of a value. */
const MAX_LINES = 5;
/** Maximum distance of a value below or beside its label, as a multiple of the print height. */
const VALUE_BELOW = 4;
const VALUE_BESIDE = 30;

/**
 * Finds the tenants and the home of a rental agreement. The home is the address that it proves; the agreement may also contain
 * the tenants' previous addresses. Without labels for both, the proven address is unclear.
 *
 * @param pages - the lines of each page.
 * @param fallback - the recipient found by the rules for letters, used if labels are missing.
 */
export function findTenants(pages: readonly (readonly TextLine[])[], fallback: Recipient): Recipient {
  const read = pages.map(readTenancy);
  const homes = read.flatMap((page) => page.homes);
  const tenants = read.flatMap((page) => page.tenants);
  const [home, ...others] = homes;
  if (home && tenants.length > 0 && others.every(({ text }) => isSameAddress(home.text, text)))
    return { kind: 'certain', address: { ...home, above: tenants } };
  if (fallback.kind !== 'certain') return home ? { kind: 'unclear', addresses: homes } : fallback;
  return { kind: 'unclear', addresses: [...homes, fallback.address] };
}

/** Reads the home and the tenants from the labels on a page of a rental agreement. */
function readTenancy(lines: readonly TextLine[]): Tenancy {
  const blocks = groupBlocks(lines);
  const valuesOf = (label: 'home' | 'tenant') =>
    lines
      .filter(({ text }) => parseAgreementLabel(text) === label)
      .map((line) => findValue(line, lines, blocks));
  return {
    homes: valuesOf('home').flatMap((value) => findFirstAddress(value) ?? []),
    tenants: valuesOf('tenant').flatMap((value) => value.slice(0, 1)),
  };
}

/**
 * Returns the shortest run of lines, from the first, that contains an address; with their full text, because flats and floors
 * count.
 */
function findFirstAddress(value: readonly TextLine[]): AddressBlock | null {
  for (let end = 1; end <= value.length; end++) {
    const lines = value.slice(0, end);
    const found = findLastAddress(lines);
    if (found) return { ...found, text: lines.map(({ text }) => text).join('\n') };
  }
  return null;
}

/** Returns the lines that a label names: after its colon, else beside it, else below it. */
function findValue(
  label: TextLine,
  lines: readonly TextLine[],
  blocks: readonly (readonly TextLine[])[],
): TextLine[] {
  const restOf = (line: TextLine) => {
    const block = blocks.find((each) => each.includes(line)) ?? [];
    const rest = block.slice(block.indexOf(line) + 1);
    const end = rest.findIndex(
      ({ text }) => parseAgreementLabel(text) !== null || parseAddressLabel(text) !== null || isContact(text),
    );
    return (end < 0 ? rest : rest.slice(0, end)).slice(0, MAX_LINES - 1);
  };
  const own = textAfterColon(label.text);
  if (/[\p{L}\p{N}]/u.test(own)) return [{ ...label, text: own }, ...restOf(label)];
  const { box } = label;
  const others = lines.filter((line) => line !== label);
  const [beside] = others
    .map((line) => ({ line, gap: line.box.left - box.left - box.widthPx }))
    .filter(
      ({ line, gap }) =>
        Math.abs(line.box.top - box.top) < box.heightPx / 2 && gap > 0 && gap < VALUE_BESIDE * box.heightPx,
    )
    .sort((one, other) => one.gap - other.gap);
  if (beside) return [beside.line, ...restOf(beside.line)];
  const [below] = others
    .map((line) => ({ line, down: line.box.top - box.top }))
    .filter(
      ({ line, down }) =>
        down > box.heightPx / 2 &&
        down < VALUE_BELOW * box.heightPx &&
        Math.abs(line.box.left - box.left) < 2 * box.heightPx,
    )
    .sort((one, other) => one.down - other.down);
  return below ? [below.line, ...restOf(below.line)] : [];
}
