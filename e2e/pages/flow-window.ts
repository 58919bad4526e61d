import type { BrowserContext, Page } from '@playwright/test';
import { listenForOffences } from '../watch-page.ts';
import { FlowPage } from './flow-page.ts';

/** A window of its own that the flow was opened in. */
export class FlowWindow {
  readonly page: Page;
  readonly flow: FlowPage;
  /** Grows with each violation of a policy, foreign request and uncaught error, from the first moment on. */
  readonly offences: readonly string[];

  private constructor(page: Page, offences: readonly string[]) {
    this.page = page;
    this.flow = new FlowPage(page);
    this.offences = offences;
  }

  /** The next window that the context opens; to be asked for before it is opened. */
  static next(context: BrowserContext, origins: readonly string[]): Promise<FlowWindow> {
    return new Promise((resolve) => {
      context.once('page', (page) => {
        const offences: string[] = [];
        listenForOffences(page, origins, offences);
        resolve(new FlowWindow(page, offences));
      });
    });
  }

  /** Closes the window as its user does: its page learns of it. */
  async closeByHand(): Promise<void> {
    await this.page.close({ runBeforeUnload: true });
  }
}
