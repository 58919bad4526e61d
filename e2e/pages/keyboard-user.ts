import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of key presses; more than any screen has controls. */
const maxPresses = 40;

/** Time for a control to appear before the first press, in ms. */
const appearanceMs = 15_000;

/** A user who has only a keyboard. */
export class KeyboardUser {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the control with that name has the focus, then presses a key on it; see `reach`. */
  async press(name: string | RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.reach(name);
    await this.#page.keyboard.press(key);
  }

  /**
   * Presses Tab until the control with that name has the focus. Fails if it cannot be reached, and at the first control of the
   * flow that does not show its focus.
   */
  async reach(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.#waitFor(name);
    const passed: string[] = [];
    for (let presses = 0; presses < maxPresses; presses += 1) {
      await this.#page.keyboard.press(key);
      const focused = await this.#focused();
      if (focused.fault) throw new Error(`“${focused.name}” ${focused.fault}`);
      if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) return;
      passed.push(focused.name);
    }
    throw new Error(`No "${name}" within reach of the ${key} key, only: ${passed.join(', ')}`);
  }

  /**
   * Tabs once around a modal and back again.
   *
   * @returns the names of all its controls in Tab order.
   * @throws {Error} if the focus leaves the modal or is lost, if a control does not show its focus, or if the way back differs.
   */
  async goRound(modal: Locator): Promise<string[]> {
    const there = await this.#roundBy('Tab', modal);
    const back = await this.#roundBy('Shift+Tab', modal);
    if (`${[...back].sort()}` !== `${[...there].sort()}`)
      throw new Error(`Tab comes by ${there.join(', ')}; Shift+Tab by ${back.join(', ')}`);
    return there;
  }

  /** Returns whether the focus is inside the element, also within shadow roots. */
  isInside(element: Locator): Promise<boolean> {
    return element.evaluate((outer) => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      return outer.contains(focused);
    });
  }

  /** Waits until a control of that name is in the page; a screen may still load its data. Never fails: `reach` does. */
  async #waitFor(name: string | RegExp): Promise<void> {
    const pattern = typeof name === 'string' ? null : [name.source, name.flags];
    const isThere = () =>
      this.#page.evaluate(
        ([text, source, flags]) => {
          const wanted = source === undefined ? null : new RegExp(source, flags);
          const searchIn = (root: Document | ShadowRoot): boolean =>
            [...root.querySelectorAll('*')].some((element) => {
              if (element.shadowRoot && searchIn(element.shadowRoot)) return true;
              if ((element as HTMLElement).tabIndex < 0) return false;
              const label = (element as HTMLInputElement).labels?.[0]?.textContent;
              const found = element.getAttribute('aria-label') ?? label ?? element.textContent?.trim() ?? '';
              return wanted ? wanted.test(found) : found === text;
            });
          return searchIn(document);
        },
        [typeof name === 'string' ? name : '', ...(pattern ?? [])],
      );
    await expect(async () => expect(await isThere()).toBe(true))
      .toPass({ timeout: appearanceMs })
      .catch(() => undefined);
  }

  async #roundBy(key: 'Tab' | 'Shift+Tab', modal: Locator): Promise<string[]> {
    const names: string[] = [];
    const places: string[] = [];
    for (let presses = 0; presses < maxPresses; presses += 1) {
      await this.#page.keyboard.press(key);
      const { name, place, fault } = await this.#focused();
      if (fault) throw new Error(`“${name}” ${fault}`);
      if (!(await this.isInside(modal)))
        throw new Error(`${key} leads out of it behind ${names.join(', ') || 'the first'}`);
      // A date field has a tab stop for each of its parts.
      if (place === places.at(-1)) continue;
      if (place === places[0]) return names;
      names.push(name);
      places.push(place);
    }
    throw new Error(`${key} does not come round: ${names.join(', ')}`);
  }

  /** Describes the focused element: its name, its position, and why its focus is invisible; null if it is visible. */
  #focused(): Promise<{ name: string; place: string; fault: string | null }> {
    return this.#page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      const label = (focused as HTMLInputElement | null)?.labels?.[0]?.textContent;
      const name = focused?.getAttribute('aria-label') ?? label ?? focused?.textContent?.trim() ?? '';
      const root = focused?.getRootNode();
      // The page's own controls are not checked.
      if (!focused || !(root instanceof ShadowRoot)) return { name, place: name, fault: null };
      const { left, top, width, height } = focused.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      // A date field has inner tab stops, which the browser styles.
      const isPart = focused.matches('input[type=date]:not(:focus-visible)');
      const seen = root.elementFromPoint(x, y);
      const hasRing =
        isPart ||
        (focused.matches(':focus-visible') &&
          outlineStyle !== 'none' &&
          Number.parseFloat(outlineWidth) >= 3);
      const isSeen = seen !== null && focused.contains(seen);
      const fault = hasRing ? (isSeen ? null : 'is out of sight, or lies under something') : 'shows no ring';
      return { name, place: `${name} at ${x}, ${y}`, fault };
    });
  }
}
