import { expect, type Locator, type Page } from '@playwright/test';

/** An entry of the shop's live log. */
export interface LoggedEvent {
  readonly source: string;
  readonly name: string;
  readonly detail: string;
}

/** The shop's sign-up page as a visitor uses it, and the SDK as its script uses it. */
export class ShopPage {
  readonly page: Page;
  readonly card: Locator;
  readonly heading: Locator;
  readonly verifyButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.card = page.locator('#card');
    this.heading = this.card.getByRole('heading');
    this.verifyButton = this.card.getByRole('button');
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    // The button works once the page's script has filled the list of workflows.
    await expect(this.page.locator('#workflow option')).not.toHaveCount(0);
  }

  /** Presses the button and returns the id of the started execution. */
  async verify(): Promise<string> {
    const init = this.page.waitForResponse((reply) => reply.url().endsWith('/client/init') && reply.ok());
    await this.verifyButton.click();
    return (await (await init).json()).data.state.executionId;
  }

  /** Opens the panel at the bottom of the page and chooses by label, e.g. `choose('Mode', 'Inside this page')`. */
  async choose(option: 'Workflow' | 'Language' | 'Mode' | 'Theme', label: string): Promise<void> {
    const panel = this.page.locator('#workbench');
    if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
    await panel.getByLabel(option, { exact: true }).selectOption({ label });
  }

  /** Returns the SDK's events so far, e.g. `['opened', 'started', 'completed success', 'closed']`. */
  async sdkEvents(): Promise<string[]> {
    const log = await this.log();
    return log.filter(({ source }) => source === 'SDK').map(({ name, detail }) => `${name} ${detail}`.trim());
  }

  /** Waits for the webhook in the log and returns the id of its execution. */
  async webhookExecution(): Promise<string> {
    const line = this.page.locator('#log [data-source="Webhook"]').first();
    await expect(line).toContainText('workflow_execution_finished');
    return /execution ([0-9a-f-]{36})/.exec((await line.textContent()) ?? '')?.[1] ?? '';
  }

  /** Calls `VendorOrchestration.start(config)` and returns undefined once it resolves, or the message of its rejection. */
  start(config: unknown): Promise<string | undefined> {
    return this.page.evaluate(
      (given) =>
        VendorOrchestration.start(given).then(
          () => undefined,
          (error: Error) => error.message,
        ),
      config,
    );
  }

  /** Calls `VendorOrchestration.close()` and returns the states of all camera tracks immediately afterwards. */
  close(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const closed = VendorOrchestration.close();
      const states = window.cameraTracks.map(({ readyState }) => readyState);
      await closed;
      return states;
    });
  }

  /** Reads the state that a flow must restore: the attributes and children of the page's root elements. */
  surroundings(): Promise<string[]> {
    return this.page.evaluate(() => {
      const tagOf = (element: Element) => (element.cloneNode(false) as Element).outerHTML;
      const { documentElement, head, body } = document;
      const elements = [documentElement, head, body, ...head.children, ...body.children];
      return [...elements.map(tagOf), `${document.adoptedStyleSheets.length} adopted style sheets`];
    });
  }

  /** Returns the log so far, oldest first, even while the panel is closed. */
  private log(): Promise<LoggedEvent[]> {
    return this.page.locator('#log li').evaluateAll((lines) =>
      lines.map((line) => ({
        source: (line as HTMLElement).dataset.source ?? '',
        name: line.querySelector('code')?.textContent ?? '',
        detail: line.querySelector('span')?.textContent ?? '',
      })),
    );
  }
}
