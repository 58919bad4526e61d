import type { ProblemFault } from '@vendor/contract';
import { parseDateOrTime } from '../date-or-time.ts';
import { Refusal } from '../refusal.ts';
import type { RequestContext } from './app-environment.ts';

/** Type of a query parameter. */
export interface QueryKind<Value> {
  /** Parses a text; null: invalid. */
  read(text: string): Value | null;
  /** Rule for the value, for error messages. */
  readonly must: string;
}

/** A boolean, written as in JSON. */
export const trueOrFalse: QueryKind<boolean> = {
  read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  must: 'must be true or false',
};

/** A whole number in plain decimal digits. */
export function wholeNumber(least: number, most = 999_999_999): QueryKind<number> {
  return {
    read(text) {
      const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : null;
    },
    must: `must be a whole number from ${least} to ${most}`,
  };
}

/** One of a list of words. */
export function oneOf<Word extends string>(words: readonly Word[]): QueryKind<Word> {
  return {
    read: (text) => words.find((word) => word === text) ?? null,
    must: `must be one of ${words.join(', ')}`,
  };
}

/** A UUID. */
export const uuid: QueryKind<string> = {
  read: (text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null),
  must: 'must be a UUID',
};

/** A time, in ms since 1970. A date is its first moment in UTC. */
export const dateOrTime: QueryKind<number> = {
  read: parseDateOrTime,
  must: 'must be a date or a time with its zone, such as 2026-11-27 or 2026-11-27T09:00Z',
};

type Kinds = Readonly<Record<string, QueryKind<unknown>>>;
type Values<Of extends Kinds> = {
  readonly [Name in keyof Of]: (Of[Name] extends QueryKind<infer Value> ? Value : never) | undefined;
};

/**
 * Parses the parameters of a query; undefined: absent. Ignores unknown parameters.
 *
 * @throws {Refusal} INVALID_PARAMETER with every parameter that is malformed or given more than once.
 */
export function readQuery<Of extends Kinds>(context: RequestContext, kinds: Of): Values<Of> {
  const faults: ProblemFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const [text, ...more] = context.req.queries(name) ?? [];
    if (text === undefined) continue;
    // PostgreSQL accepts no text with NUL.
    const hasNul = text.includes('\0');
    const value = hasNul ? null : kind.read(text);
    const detail = more.length > 0 ? 'must be given only once' : hasNul ? 'must not contain NUL' : kind.must;
    if (value === null || more.length > 0) {
      faults.push({ parameter: name, code: 'INVALID_PARAMETER', detail });
    } else values[name] = value;
  }
  if (faults.length === 0) return values as Values<Of>;
  throw new Refusal('INVALID_PARAMETER', 'Some query parameters have the wrong format.', faults);
}
