/** A place in the page that the flow is drawn into. Nothing else knows the rendering mode. */
export interface Mount {
  readonly root: ShadowRoot;
  /** How the flow stands in the page: over everything, or in the room it is given. */
  readonly frame: 'overlay' | 'fill';
  /**
   * To be called once the flow is drawn, as a `<dialog>` where it lies over the page: only then is that put into the page, made
   * modal, and given the focus.
   */
  settle(): void;
  /** Takes everything away and gives back focus and scrolling. Safe to call twice. */
  close(): void;
}

/** Options of a mount, and the functions that it reports to. */
export interface MountOptions {
  readonly styleSheet: string;
  readonly cspNonce: string | undefined;
  /** The user asks to leave by a means of the platform: Escape, or the back gesture of Android. */
  readonly onDismiss: () => void;
  /** The page has taken the flow out of its document, itself or with what held it. */
  readonly onRemoved: () => void;
}
