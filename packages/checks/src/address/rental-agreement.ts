import type { TextLine } from '../file/page-text.ts';
import { type AddressBlock, findLastAddress } from './address-block.ts';
import { groupBlocks } from './letter-block.ts';
import { behindColon, isContact, parseAddressLabel, parseAgreementLabel } from './letter-labels.ts';

/** The home that a rental agreement is about, and who moves in. */
export interface Tenancy {
  /** Every address that is said to be that of the home. */
  readonly homes: readonly AddressBlock[];
  /** Lines behind or below the labels of the tenants: their names, as a rule. */
  readonly tenants: readonly TextLine[];
}

/** A value has at most so many lines. */
const MOST_LINES = 5;
/** A value stands so close to its label, in terms of the height of its print. */
const VALUE_BELOW = 4;
const VALUE_BESIDE = 30;

/** Reads by their labels what a page of a rental agreement says of the home and the tenants. */
export function readTenancy(lines: readonly TextLine[]): Tenancy {
  const blocks = groupBlocks(lines);
  const valuesOf = (label: 'home' | 'tenant') =>
    lines
      .filter(({ text }) => parseAgreementLabel(text) === label)
      .map((line) => valueAt(line, lines, blocks));
  return {
    homes: valuesOf('home').flatMap((value) => addressAt(value) ?? []),
    tenants: valuesOf('tenant').flatMap((value) => value.slice(0, 1)),
  };
}

/** The shortest beginning of a value that is an address, with all that stands in it: flats and floors count. */
function addressAt(value: readonly TextLine[]): AddressBlock | null {
  for (let end = 1; end <= value.length; end++) {
    const lines = value.slice(0, end);
    const found = findLastAddress(lines);
    if (found) return { ...found, text: lines.map(({ text }) => text).join('\n') };
  }
  return null;
}

/** The lines that a label names: behind its colon, else beside it, else below. */
function valueAt(
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
    return (end < 0 ? rest : rest.slice(0, end)).slice(0, MOST_LINES - 1);
  };
  const own = behindColon(label.text);
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
