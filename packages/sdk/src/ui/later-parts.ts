import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { Shown } from '../session/view.ts';
import type { DialogPlace } from './parts/dialog.tsx';

/** The screens that do not come with the frame. */
export type ScreenAfterFirst = Exclude<Screen, { readonly kind: 'welcome' | 'leaving' | 'problem' }>;

/** Parts drawn into the frame once the rest of the flow has arrived. */
export interface LaterParts {
  readonly Screen: (props: { readonly screen: ScreenAfterFirst }) => VNode | null;
  /** A question over the screen; draws nothing while there is none. */
  readonly Question: (props: DialogPlace) => VNode | null;
  /** Speaks what changes within a screen. */
  readonly Voice: () => VNode | null;
}

/** Parts that a hand-off to a phone adds to the flow. */
export interface HandOffPart {
  /** Shown in place of the session's screen; null while the flow is here. */
  readonly screen: Shown<Screen | null>;
  /** Draws it. */
  readonly Screen: () => VNode | null;
  /** The button that begins it, below the actions of a page; draws nothing where it makes no sense. */
  readonly Offer: () => VNode | null;
}

/** A message that interrupts any screen. */
export interface Interruption {
  readonly isOpen: Shown<boolean>;
  readonly Dialog: LaterParts['Question'];
  /** Handles Escape and the platform's back gesture. */
  dismiss(): void;
}
