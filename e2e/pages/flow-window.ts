import type { BrowserContext, Page } from '@playwright/test';
import { listenForOffences } from '../watch-page.ts';
import { FlowPage } from './flow-page.ts';

/** A popup in which the flow was opened. */
export class FlowWindow {
  readonly page: Page;
  readonly flow: FlowPage;
  /** Policy violations, foreign requests and uncaught errors since the window opened. */
  readonly offences: readonly string[];

  private constructor(page: Page, offences: readonly string[]) {
    this.page = page;
    this.flow = new FlowPage(page);
    this.offences = offences;
  }

  /** Waits for the next window of the context. Call it before the window is opened. */
  static next(context: BrowserContext, origins: readonly string[]): Promise<FlowWindow> {
    return new Promise((resolve) => {
      context.once('page', (page) => {
        const offences: string[] = [];
        listenForOffences(page, origins, offences);
        resolve(new FlowWindow(page, offences));
      });
    });
  }

  /** Closes the window as its user would, so that its page is notified. */
  async closeByHand(): Promise<void> {
    await this.page.close({ runBeforeUnload: true });
  }
}
