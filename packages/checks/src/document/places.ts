import type { MrzFormat, Point, Quad } from '@vendor/vision';
import { type Place, toPlace } from '../image/place.ts';
import type { SideView } from './measure-side.ts';

/** MRZ fields whose position is stored. */
export type PlacedField = 'name' | 'birthDate' | 'documentNumber' | 'country' | 'gender';

/** Positions of the document and its fields in the picture of one side. */
export interface SidePlaces {
  readonly side: 'front' | 'back';
  /** The document; null if no corners were found. */
  readonly document: Place | null;
  /** MRZ fields; empty if no MRZ was read on this side. */
  readonly fields: Readonly<Partial<Record<PlacedField, Place>>>;
  /** The barcode read on this side; absent if there is none. */
  readonly barcode?: Place;
}

/** Row, first column and end column (exclusive) of the fields of each format (ICAO 9303, parts 4 to 6). */
type Columns = readonly [row: number, from: number, to: number];
const columnsOf: Readonly<Record<MrzFormat, Readonly<Record<PlacedField, Columns>>>> = {
  TD1: {
    name: [2, 0, 30],
    birthDate: [1, 0, 6],
    documentNumber: [0, 5, 14],
    country: [0, 2, 5],
    gender: [1, 7, 8],
  },
  TD2: {
    name: [0, 5, 36],
    birthDate: [1, 13, 19],
    documentNumber: [1, 0, 9],
    country: [0, 2, 5],
    gender: [1, 20, 21],
  },
  TD3: {
    name: [0, 5, 44],
    birthDate: [1, 13, 19],
    documentNumber: [1, 0, 9],
    country: [0, 2, 5],
    gender: [1, 20, 21],
  },
};

/**
 * The MRZ outline extends this many columns beyond the middle of the outer characters, and this share of a row above and below
 * the middle of the outer rows.
 */
const beyondColumns = 0.75;
const beyondRows = 0.33;

/** Returns the positions of the document and its MRZ fields, for each side. */
export function locateFields(sides: readonly SideView[]): SidePlaces[] {
  return sides.map((view, index) => ({
    side: index === 0 ? 'front' : 'back',
    document: view.corners && toPlace(view.corners, view),
    fields: view.reading ? locateMrzFields(view.reading, view) : {},
    ...(view.barcode?.corners && { barcode: toPlace(view.barcode.corners, view) }),
  }));
}

function locateMrzFields(reading: NonNullable<SideView['reading']>, view: SideView): SidePlaces['fields'] {
  const { format, outline, lines } = reading;
  const [first = ''] = lines;
  // French cards from before 2021 have an MRZ of the same length with fields in other positions.
  if (format === 'TD2' && first.startsWith('IDFRA')) return {};
  const across = (column: number) => (column + 0.25) / (first.length - 1 + 2 * beyondColumns);
  const down = (row: number) => (row + beyondRows) / (lines.length - 1 + 2 * beyondRows);
  const fields = Object.entries(columnsOf[format]).map(([field, [row, from, to]]) => {
    const corner = (column: number, height: number) =>
      interpolatePoint(outline, across(column), down(height));
    const [top, bottom] = [row - beyondRows, row + beyondRows];
    const place = [corner(from, top), corner(to, top), corner(to, bottom), corner(from, bottom)];
    return [field, toPlace(place as unknown as Quad, view)];
  });
  return Object.fromEntries(fields);
}

/** Interpolates a point bilinearly at shares of a quad's width and height. */
function interpolatePoint(
  [topLeft, topRight, bottomRight, bottomLeft]: Quad,
  across: number,
  down: number,
): Point {
  const between = (from: Point, to: Point, share: number) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return between(between(topLeft, topRight, across), between(bottomLeft, bottomRight, across), down);
}
