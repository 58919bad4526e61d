import type { MovedColumn, MovedTable } from './source-schema.ts';

/** A value that both databases can store. */
export type MovedValue = string | number | Uint8Array | null;

/** Values of a row, in the order of the columns. */
export type MovedRow = readonly MovedValue[];

/** Values of a primary key, in the order of its columns. */
export type MovedKey = readonly (string | number)[];

/** Thrown for a value that PostgreSQL cannot store unchanged. */
export class UnmovableValueError extends Error {
  override readonly name = 'UnmovableValueError';
}

/**
 * Puts the values of a row into the order of the columns.
 *
 * @throws {UnmovableValueError} if a value does not have the type of its column, or a text contains a zero character.
 */
export function movedRow(table: MovedTable, row: Readonly<Record<string, unknown>>): MovedRow {
  return table.columns.map((column) => {
    const value = row[column.name];
    if (value === null || isOfType(column.type, value)) return value as MovedValue;
    const key = JSON.stringify(table.key.map((name) => row[name]));
    throw new UnmovableValueError(
      `${table.name}.${column.name} of the row ${key} holds what PostgreSQL cannot keep in a column of the type ${column.type}.`,
    );
  });
}

function isOfType(type: MovedColumn['type'], value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string' && !value.includes('\0');
    case 'bigint':
      return Number.isSafeInteger(value);
    case 'bytea':
      return value instanceof Uint8Array;
  }
}

/** Returns the primary key of a row. */
export function keyOf(table: MovedTable, row: MovedRow): MovedKey {
  return table.key.map((name) => {
    const value = row[table.columns.findIndex((column) => column.name === name)];
    if (typeof value === 'string' || typeof value === 'number') return value;
    throw new UnmovableValueError(`A row of ${table.name} has no ${name}, which its primary key needs.`);
  });
}

/** Returns a text that is the same for equal values from either database, given the types of the columns. */
export function canonicalText(row: MovedRow): string {
  const parts = row.map((value) => {
    if (value === null) return '-';
    if (typeof value === 'number') return String(value);
    const text = typeof value === 'string' ? value : Buffer.from(value).toString('base64');
    return `${text.length}:${text}`;
  });
  return parts.join(',');
}

/** Estimates the size of a row in memory, in bytes. */
export function sizeOfRow(row: MovedRow): number {
  return row.reduce<number>((sum, value) => {
    if (value === null || typeof value === 'number') return sum + 8;
    return sum + (typeof value === 'string' ? value.length : value.byteLength);
  }, 0);
}
