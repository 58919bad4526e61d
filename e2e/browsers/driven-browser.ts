/** A tab of a browser driven from outside. Points are CSS pixels of its viewport. */
export interface DrivenTab {
  open(url: string): Promise<void>;
  /**
   * Runs the source of a function in the page with JSON arguments and returns its result, awaited if it is a promise. The
   * source must be valid in the oldest of the browsers.
   */
  run(source: string, args: readonly unknown[]): Promise<unknown>;
  /** Clicks with a real pointer, so that hit testing and user activation are the browser's own. */
  press(x: number, y: number): Promise<void>;
  /** Takes a screenshot of the viewport, as PNG. */
  photograph(): Promise<Buffer>;
  resize(widthPx: number, heightPx: number): Promise<void>;
}

/** A browser with one tab, with its own process and profile. */
export interface DrivenBrowser {
  /** As the browser identifies itself, e.g. `HeadlessChrome/81.0.4044.0`. */
  readonly version: string;
  readonly tab: DrivenTab;
  /** Waits for a window that the tab opens. */
  nextWindow(): Promise<DrivenTab>;
  /** Counts the open windows. */
  countWindows(): Promise<number>;
  quit(): Promise<void>;
}
