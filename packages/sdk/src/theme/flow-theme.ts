import type { Scheme } from './read-theme.ts';

/** Parts of a theme that are needed to draw the flow. */
export interface FlowTheme {
  /** Custom properties of the style sheet, for both colour schemes. */
  readonly tokens: string;
  readonly logoUrls: Readonly<Record<Scheme, string | null>>;
}
