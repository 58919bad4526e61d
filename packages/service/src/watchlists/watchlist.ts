/** The shapes of list files that can be imported. */
export const listFormats = ['opensanctions-csv', 'ofac-sdn-xml', 'simple-csv'] as const;
export type ListFormat = (typeof listFormats)[number];

/** How a list is named: by the operator, in workflows and in findings. */
export const listIdPattern = /^[a-z0-9-]{1,64}$/;

/** A list of people, as last imported. */
export interface Watchlist {
  readonly id: string;
  readonly format: ListFormat;
  /** Origin of the list, in the operator's words. */
  readonly source: string;
  /** Names this state of the list: grows with each import. */
  readonly version: number;
  /** Time of its publication, if the file has one, in ms since 1970. */
  readonly publishedAt?: number | null;
  /** In ms since 1970. */
  readonly importedAt: number;
  readonly entries: number;
  /** With all aliases. */
  readonly names: number;
  /** File in which its names lie. It never changes: an import makes another one. */
  readonly file: string;
}

/** The lists that there are. */
export interface Watchlists {
  current(): Promise<Watchlist[]>;
}

/** One entry of a list. */
export interface ListedEntry {
  /** Its own id within the list. */
  readonly reference: string;
  /** The first is the main one, the others are aliases. */
  readonly names: readonly string[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly birthDates: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
}
