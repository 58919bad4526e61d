import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';

/** Opens a modal dialog of the page, with a button that counts its clicks. */
async function openOwnDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    const button = dialog.appendChild(document.createElement('button'));
    button.textContent = 'Stay signed in';
    button.onclick = () => {
      button.textContent = 'Still signed in';
      dialog.close();
    };
    dialog.id = 'own';
    dialog.showModal();
  });
}

test.describe('fullscreen', () => {
  test('appears above a modal dialog of the page, and restores the dialog', { tag: ['@S4.5-22'] }, async ({
    shop,
    flow,
    page,
    startExecution,
  }) => {
    const { token } = await startExecution('document');
    await shop.open();
    await openOwnDialog(page);
    const own = page.getByRole('button', { name: 'Stay signed in' });
    await expect(own).toBeFocused();

    await shop.start({ token });
    await flow.button('Begin').click();
    await expect(flow.heading).toBeFocused();
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    await shop.page.evaluate(() => VendorOrchestration.close());

    await expect(own).toBeFocused();
    await own.click();
    await expect(page.locator('#own')).toBeHidden();
  });

  test('allows a dialog of the page above the flow to be used', async ({ shop, flow, page, keyboard }) => {
    await shop.open();
    await shop.verify();
    await expect(flow.heading).toBeFocused();
    await openOwnDialog(page);
    await keyboard.press('Stay signed in');
    await expect(page.locator('#own')).toBeHidden();
    await expect.poll(() => keyboard.isInside(flow.root)).toBe(true);
    await flow.button('Begin').click();
    await expect(flow.heading).toHaveText('Which document do you have with you?');
  });

  test('preserves scroll position and width of the page', async ({ shop, flow, page }) => {
    await shop.open();
    await page.evaluate(() => {
      document.body.style.minHeight = '300vh';
      scrollTo({ top: 300, behavior: 'instant' });
    });
    const before = await shop.surroundings();
    const widthOfPage = () => page.evaluate(() => document.body.getBoundingClientRect().width);
    const width = await widthOfPage();
    await shop.verifyButton.evaluate((button: HTMLElement) => button.click());
    await expect(flow.heading).toBeFocused();
    expect(await widthOfPage()).toBe(width);
    await flow.root.hover();
    await page.mouse.wheel(0, 500);
    await page.keyboard.press('PageDown');
    await flow.closeButton.click();
    await expect(flow.root).toHaveCount(0);
    expect(await page.evaluate(() => scrollY)).toBe(300);
    expect(await shop.surroundings()).toEqual(before);
  });

  test('handles Escape wherever the focus is, repeatedly', async ({ shop, flow, page }) => {
    await shop.open();
    await shop.verify();
    await flow.button('Begin').click();
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    const question = flow.root.getByRole('alertdialog');
    for (const isAsked of [true, false, true, false]) {
      await page.evaluate(() => {
        let focused = document.activeElement;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        (focused as HTMLElement).blur();
      });
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(isAsked ? 1 : 0);
    }
    // The flow is still above everything.
    await flow.root.getByRole('button', { name: /^Passport/ }).click();
    await expect(flow.heading).toHaveText('Photo page of your passport');
  });
});

test.describe('inline', () => {
  /** Starts a flow in a container of the page with the given style. */
  type StartInline = (style: string) => Promise<void>;
  const inlineTest = test.extend<{ startInline: StartInline; warnings: string[] }>({
    warnings: async ({ page }, use) => {
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      await use(warnings);
    },
    startInline: async ({ shop, page, startExecution }, use) => {
      await use(async (style) => {
        const { token } = await startExecution('document');
        await shop.open();
        await page.evaluate((css) => {
          const box = document.body.appendChild(document.createElement('section'));
          box.id = 'box';
          box.style.cssText = css;
          document.body.append(Object.assign(document.createElement('button'), { textContent: 'After it' }));
        }, style);
        await shop.start({ token, renderingMode: 'inline', containerId: 'box' });
      });
    },
  });

  const sizeOf = (page: Page) =>
    page.evaluate(() => {
      const frame = document.querySelector('#box > div')?.shadowRoot?.querySelector('.frame');
      const { width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {};
      return [width, height];
    });

  /** Finds elements of the flow that scroll sideways or overflow its container. */
  const misfits = (page: Page) =>
    page.evaluate(() => {
      const box = document.querySelector('#box')!.getBoundingClientRect();
      const elements = [
        ...(document.querySelector('#box > div')?.shadowRoot?.querySelectorAll('.page, button') ?? []),
      ];
      return elements
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return element.scrollWidth > element.clientWidth || left < box.left || right > box.right;
        })
        .map(({ outerHTML }) => outerHTML);
    });

  inlineTest(
    'completes in a container of 320 × 400 px, and warns once that it is small',
    { tag: ['@S4.5-21'] },
    async ({ startInline, warnings, flow, shop, page, findBarriers }) => {
      await startInline('width: 320px; height: 400px');
      expect(await sizeOf(page)).toEqual([320, 400]);
      expect(await misfits(page)).toEqual([]);
      await flow.chooseDocument('Passport');
      expect(await misfits(page)).toEqual([]);
      expect(await findBarriers()).toEqual([]);
      await flow.button('Open the camera').click();
      await expect(flow.shutter.or(flow.button('Use this picture'))).toBeInViewport({ ratio: 1 });
      await flow.button('Use this picture').click();
      await expect(flow.heading).toHaveText('Your identity is confirmed');
      expect(await misfits(page)).toEqual([]);
      await flow.button('Done').click();
      expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
      expect(warnings.filter((text) => text.startsWith('VendorOrchestration'))).toEqual([
        'VendorOrchestration: the flow has 320×400 px in its container; 400×600 px or more is recommended.',
      ]);
    },
  );

  inlineTest(
    'resizes with its container, and does not warn if the container is large enough',
    { tag: ['@S4.5-24'] },
    async ({ startInline, warnings, flow, page }) => {
      await startInline('width: 480px; height: 640px');
      expect(await sizeOf(page)).toEqual([480, 640]);
      await page.locator('#box').evaluate((box) => {
        box.style.cssText = 'width: 700px; height: 900px; padding: 10px; box-sizing: border-box';
      });
      await expect.poll(() => sizeOf(page)).toEqual([680, 880]);
      await expect(flow.button('Begin')).toBeVisible();
      expect(warnings).toEqual([]);
    },
  );

  inlineTest('gets a default height if its container has none', async ({ startInline, page }) => {
    await startInline('width: 480px');
    expect(await sizeOf(page)).toEqual([480, 600]);
    await page.locator('#box').evaluate((box) => {
      box.style.height = '720px';
    });
    await expect.poll(() => sizeOf(page)).toEqual([480, 720]);
  });

  inlineTest(
    'lets Tab go through the inline flow and on to the page, and names its region',
    { tag: ['@DACC-3'] },
    async ({ startInline, keyboard, page, flow }) => {
      await startInline('width: 480px; height: 640px');
      await expect(page.getByRole('region', { name: 'Identity check' })).toBeVisible();
      await expect(flow.heading).toBeFocused();
      await keyboard.press('After it');
      expect(await keyboard.isInside(flow.root)).toBe(false);

      // Enters the flow backwards and reaches the question whether to leave, which Escape closes.
      await page.locator('#box + button').focus();
      await page.keyboard.press('Shift+Tab');
      expect(await keyboard.isInside(flow.root)).toBe(true);
      await flow.closeButton.focus();
      await keyboard.press('Begin');
      await expect(flow.heading).toHaveText('Which document do you have with you?');
      await flow.closeButton.focus();
      await page.keyboard.press('Enter');
      const question = flow.root.getByRole('alertdialog', { name: 'Leave the check?' });
      await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused();
      for (let presses = 0; presses < 3; presses += 1) {
        await page.keyboard.press('Tab');
        expect(await keyboard.isInside(question)).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(flow.closeButton).toBeFocused();
      await keyboard.press('After it');
      expect(await keyboard.isInside(flow.root)).toBe(false);
    },
  );
});
