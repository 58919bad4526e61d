import type { Scheme } from './read-theme.ts';

/** What drawing the flow needs of a theme. */
export interface FlowTheme {
  /** The style sheet's custom properties, for both schemes. */
  readonly tokens: string;
  readonly logoUrls: Readonly<Record<Scheme, string | null>>;
}
