import type { VNode } from 'preact';
import type { Screen } from '../flow/screen.ts';
import type { Shown } from '../session/view.ts';
import type { DialogPlace } from './parts/dialog.tsx';

/** Screens that do not load with the frame. */
export type ScreenAfterFirst = Exclude<Screen, { readonly kind: 'welcome' | 'leaving' | 'problem' }>;

/** Parts that are drawn into the frame once the rest of the flow has loaded. */
export interface DeferredParts {
  readonly Screen: (props: { readonly screen: ScreenAfterFirst }) => VNode | null;
  /** Draws a dialog over the screen, if one is open. */
  readonly Question: (props: DialogPlace) => VNode | null;
  /** Announces changes within a screen. */
  readonly Voice: () => VNode | null;
}

/** Parts that a hand-off to a phone adds to the flow. */
export interface HandOffPart {
  /** Screen shown instead of the session's screen; null while the flow runs here. */
  readonly screen: Shown<Screen | null>;
  /** Draws that screen. */
  readonly Screen: () => VNode | null;
  /** Draws the button that starts a hand-off, below the actions of a page; nothing if a hand-off makes no sense there. */
  readonly Offer: () => VNode | null;
}

/** A dialog that interrupts any screen. */
export interface Interruption {
  readonly isOpen: Shown<boolean>;
  readonly Dialog: DeferredParts['Question'];
  /** Handles Escape and the platform's back gesture. */
  dismiss(): void;
}
