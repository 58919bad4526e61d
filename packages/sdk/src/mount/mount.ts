/** Place in the page that the flow is drawn into. Only mounts know the rendering mode. */
export interface Mount {
  readonly root: ShadowRoot;
  /** Position of the flow: over the whole page, or filling its container. */
  readonly frame: 'overlay' | 'fill';
  /**
   * Shows the flow. Call it once the flow is drawn; an overlay, which is a `<dialog>`, is only then inserted into the page,
   * made modal, and focused.
   */
  settle(): void;
  /** Removes everything, and restores focus and scrolling. Safe to call twice. */
  close(): void;
}

/** Options and callbacks of a mount. */
export interface MountOptions {
  readonly styleSheet: string;
  readonly cspNonce: string | undefined;
  /** Called when the user asks to leave by a gesture of the platform: Escape, or Android's back gesture. */
  readonly onDismiss: () => void;
  /** Called when the page has removed the flow from the document, alone or with an ancestor. */
  readonly onRemoved: () => void;
}
