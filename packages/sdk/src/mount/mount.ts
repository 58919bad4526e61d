/** A place in the page that the flow is drawn into. Nothing else knows the rendering mode. */
export interface Mount {
  readonly root: ShadowRoot;
  /** How the flow stands in the page: over everything, or in the room it is given. */
  readonly frame: 'overlay' | 'fill';
  /** To be called once the flow is drawn: takes the focus and keeps it, where the mode is modal. */
  settle(): void;
  /** Takes everything away and gives back focus and scrolling. Safe to call twice. */
  close(): void;
}

/** What a mount needs to know. */
export interface MountOptions {
  readonly styleSheet: string;
  readonly cspNonce: string | undefined;
}
