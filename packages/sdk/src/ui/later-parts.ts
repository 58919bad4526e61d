import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';

/** The screens that do not come with the frame. */
export type ScreenAfterFirst = Exclude<Screen, { readonly kind: 'welcome' | 'problem' }>;

/** What is drawn into the frame once the rest of the flow has arrived. */
export interface LaterParts {
  readonly Screen: (props: { readonly screen: ScreenAfterFirst }) => VNode;
  /** Asks before the user leaves; draws nothing until then. `behind`: what cannot be reached meanwhile. */
  readonly QuitDialog: (props: { readonly behind: { readonly current: HTMLElement | null } }) => VNode | null;
  /** Speaks what changes within a screen. */
  readonly Voice: () => VNode;
}
