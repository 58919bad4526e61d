import type { BrowserContext, Page } from 'playwright-core';

/** A page of a built server in one of its states. */
export interface PageScene {
  /** Brings a new page to the state, as for a real visitor; resolves once it is reached. */
  reach(page: Page, context: BrowserContext): Promise<void>;
  /** Prepares the page, so that scripts can look for its faults. */
  unlock?(page: Page): Promise<void>;
}

/** The states of one page, and the servers behind them. */
export interface PageStage {
  readonly scenes: Readonly<Record<string, PageScene>>;
  close(): Promise<void>;
}
