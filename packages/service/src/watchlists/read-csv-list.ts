import { pipeline, type Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { readDates } from './read-dates.ts';
import type { ListedEntry } from './watchlist.ts';

/** Column names of a CSV file. */
interface Columns {
  readonly reference: string;
  readonly name: string;
  readonly aliases: string;
  /** Columns with birth dates; the first that exists is read. */
  readonly birthDates: readonly string[];
  readonly countries: string;
  /** Columns required besides id and name. */
  readonly required: readonly string[];
  /** Returns whether a row is a person. */
  isPerson(row: Readonly<Record<string, string>>): boolean;
}

/** Columns of OpenSanctions' `targets.simple.csv`. Only persons are read, not companies, ships and others. */
export const openSanctionsColumns: Columns = {
  reference: 'id',
  name: 'name',
  aliases: 'aliases',
  birthDates: ['birth_date'],
  countries: 'countries',
  required: ['schema'],
  isPerson: ({ schema = '' }) => isPersonSchema(schema),
};

/**
 * Columns of the operator's own lists. Every row is a person, unless a `schema` column, as in OpenSanctions, says otherwise.
 */
export const simpleColumns: Columns = {
  reference: 'id',
  name: 'name',
  aliases: 'aliases',
  birthDates: ['birth_dates', 'birth_date'],
  countries: 'countries',
  required: [],
  isPerson: ({ schema = '' }) => schema.trim() === '' || isPersonSchema(schema),
};

function isPersonSchema(schema: string): boolean {
  return schema.trim().toLowerCase() === 'person';
}

/** Maximum size of a row in bytes. A longer one means that the file has another format. */
const maxRowBytes = 1_000_000;

/**
 * Reads a CSV file (RFC 4180, UTF-8) with a header row. Several values in one field are separated by semicolons. Yields null for
 * each row that is not a person.
 *
 * @throws if a column is missing or a row cannot be read.
 */
export async function* readCsvList(content: Readable, columns: Columns): AsyncGenerator<ListedEntry | null> {
  const rows = parse({ columns: true, bom: true, skip_empty_lines: true, max_record_size: maxRowBytes });
  // If either stream fails, the loop below throws its error.
  pipeline(content, rows, () => {});
  let isFirst = true;
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    if (isFirst) requireColumns(row, columns);
    isFirst = false;
    yield columns.isPerson(row) ? toEntry(row, columns) : null;
  }
}

function requireColumns(row: Readonly<Record<string, string>>, columns: Columns): void {
  const missing = [columns.reference, columns.name, ...columns.required].filter(
    (column) => row[column] === undefined,
  );
  if (missing.length > 0) throw new Error(`The file has no column "${missing.join('", "')}".`);
}

function toEntry(row: Readonly<Record<string, string>>, columns: Columns): ListedEntry {
  return {
    reference: row[columns.reference] ?? '',
    names: [row[columns.name] ?? '', ...splitField(row[columns.aliases])],
    birthDates: splitField(columns.birthDates.map((name) => row[name]).find((field) => field)).flatMap(
      readDates,
    ),
    countries: splitField(row[columns.countries])
      .map((country) => country.toUpperCase())
      .filter((country) => /^[A-Z]{2}$/.test(country)),
  };
}

function splitField(field: string | undefined): string[] {
  return (field ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
