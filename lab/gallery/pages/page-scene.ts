import type { BrowserContext, Page } from 'playwright-core';

/** A page of a built server in one of its states. */
export interface PageScene {
  /** Brings a new page to the state, as a visitor would come to it; resolves once it is there. */
  reach(page: Page, context: BrowserContext): Promise<void>;
  /** Prepares the page, so that scripts can look for its faults. */
  unlock?(page: Page): Promise<void>;
}

/** The states of one page, and the servers behind them. */
export interface PageStage {
  readonly scenes: Readonly<Record<string, PageScene>>;
  close(): Promise<void>;
}
