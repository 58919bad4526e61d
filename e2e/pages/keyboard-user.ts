import type { Locator, Page } from '@playwright/test';

/** Somebody who has a keyboard and nothing else. */
export class KeyboardUser {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Tabs on until the control of that name has the focus, then presses Enter; fails when there is none within reach. */
  async press(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    for (let presses = 0; presses < 40; presses += 1) {
      await this.#page.keyboard.press('Tab');
      const focused = await this.#focusedName();
      if (typeof name === 'string' ? focused === name : name.test(focused)) {
        await this.#page.keyboard.press('Enter');
        return;
      }
      passed.push(focused);
    }
    throw new Error(`No "${name}" within reach of the Tab key, only: ${passed.join(', ')}`);
  }

  /** Whether what has the focus lies inside the element; shadow roots are looked into. */
  isInside(element: Locator): Promise<boolean> {
    return element.evaluate((outer) => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      return outer.contains(focused);
    });
  }

  #focusedName(): Promise<string> {
    return this.#page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      return focused?.getAttribute('aria-label') ?? focused?.textContent?.trim() ?? '';
    });
  }
}
