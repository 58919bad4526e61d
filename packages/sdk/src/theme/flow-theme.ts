import type { Scheme } from './read-theme.ts';

/** Parts of a theme that drawing the flow needs. */
export interface FlowTheme {
  /** The style sheet's custom properties, for both schemes. */
  readonly tokens: string;
  readonly logoUrls: Readonly<Record<Scheme, string | null>>;
}
