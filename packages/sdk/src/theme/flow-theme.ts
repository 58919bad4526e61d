import type { Scheme } from './palette.ts';

/** What drawing the flow needs of a theme. */
export interface FlowTheme {
  /** The style sheet's custom properties, for both schemes. */
  readonly tokens: string;
  readonly logoUrls: Readonly<Record<Scheme, string | null>>;
}

/** A theme to draw with, and one line for the developer about each thing that is not used as given. */
export interface LoadedTheme {
  readonly theme: FlowTheme;
  readonly findings: readonly string[];
}
