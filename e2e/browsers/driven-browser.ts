/** A tab of a browser, driven from outside; points are CSS pixels of its viewport. */
export interface DrivenTab {
  open(url: string): Promise<void>;
  /**
   * Runs the source of a function in the page, with JSON values, and answers what it answers or resolves to. The source must
   * be plain enough for the oldest of the browsers.
   */
  run(source: string, args: readonly unknown[]): Promise<unknown>;
  /** Presses with a real pointer: hit testing and user activation are the browser's own. */
  press(x: number, y: number): Promise<void>;
  /** A picture of the viewport, as PNG. */
  photograph(): Promise<Buffer>;
  resize(widthPx: number, heightPx: number): Promise<void>;
}

/** A browser with one tab, in a process of its own with a profile of its own. */
export interface DrivenBrowser {
  /** As the browser calls itself, e.g. `HeadlessChrome/81.0.4044.0`. */
  readonly version: string;
  readonly tab: DrivenTab;
  /** Waits for a window that the tab opens. */
  nextWindow(): Promise<DrivenTab>;
  /** How many windows are open. */
  countWindows(): Promise<number>;
  quit(): Promise<void>;
}
