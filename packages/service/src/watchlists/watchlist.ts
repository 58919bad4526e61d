/** File formats of lists that can be imported. */
export const listFormats = ['opensanctions-csv', 'ofac-sdn-xml', 'simple-csv'] as const;
export type ListFormat = (typeof listFormats)[number];

/** Format of a list's id, which the operator chooses and workflows and findings contain. */
export const listIdPattern = /^[a-z0-9-]{1,64}$/;

/** An imported list of people. */
export interface Watchlist {
  readonly id: string;
  readonly format: ListFormat;
  /** Origin of the list, in the operator's words. */
  readonly source: string;
  /** Version of the list; grows with each import. */
  readonly version: number;
  /** Time of publication, in ms since 1970, if the file has one. */
  readonly publishedAt?: number | null;
  /** In ms since 1970. */
  readonly importedAt: number;
  readonly entries: number;
  /** Number of names, including aliases. */
  readonly names: number;
  /** Numbers of names by script that cannot be compared with Latin names. Lists of earlier releases lack it and some keys. */
  readonly scripts?: Readonly<Record<string, number>>;
  /** Path of the file with its names. It never changes: an import writes another file. */
  readonly file: string;
}

/** The lists that are imported now. */
export interface Watchlists {
  current(): Promise<Watchlist[]>;
}

/** One entry of a list. */
export interface ListedEntry {
  /** Id of the entry within the list. */
  readonly reference: string;
  /** The first name is the main one, the others are aliases. */
  readonly names: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly birthDates: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}
