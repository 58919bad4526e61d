import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';

test.describe('user who works elsewhere in the page', () => {
  test('keeps the focus in the page and announces each screen of the flow', async ({ openPage, start }) => {
    const page = await openPage();
    await page.evaluate(() => {
      document.body.innerHTML = '<input><div id="box" style="height:640px"></div><button>Go</button>';
    });
    const field = page.locator('input');
    await field.focus();
    const flow = await start(page, 'box');
    await page.keyboard.type('still ');
    const announcement = flow.root.locator('.told');
    await expect(announcement).toHaveText('Verify your identity');
    // Meanwhile the flow continues, as it does when a reply arrives.
    await page.evaluate(() => {
      const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
      root?.querySelector<HTMLElement>('.actions button')?.click();
    });
    await expect(announcement).toHaveText('Which document do you have with you?');
    await page.keyboard.type('here');
    await expect(field).toHaveValue('still here');
    await page.getByRole('button', { name: 'Go' }).focus();
    await page.evaluate(() => {
      const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
      root?.querySelector<HTMLElement>('[aria-label="Close"]')?.click();
    });
    await expect(announcement).toContainText('Leave the check?');
    await expect(page.getByRole('button', { name: 'Go' })).toBeFocused();

    await flow.button('Stay here').click();
    await flow.root.getByRole('button', { name: /^Passport/ }).click();
    await expect(flow.heading).toBeFocused();
    await expect(announcement).toHaveText('');
  });

  test('moves the focus into the flow after the button that opened it was pressed', async ({
    openPage,
    start,
  }) => {
    const page = await openPage();
    await page.evaluate(() => {
      document.body.innerHTML = '<button>Verify</button><div id="box" style="height:640px"></div>';
    });
    await page.getByRole('button', { name: 'Verify' }).focus();
    await expect((await start(page, 'box')).heading).toBeFocused();
  });

  for (const [what, html, takesFocus] of [
    ['a submit button', '<input id="at" type="submit" value="Verify">', true],
    ['an element that is not editable', '<p id="at" contenteditable="false" tabindex="0">Verify</p>', true],
    ['an editable text', '<p id="at" contenteditable>Dear</p>', false],
    [
      'an input in a web component',
      '<x-field><template shadowrootmode="open"><input id="at"></template></x-field>',
      false,
    ],
  ] as const) {
    test(`${takesFocus ? 'moves the focus into the flow from' : 'keeps the focus in'} ${what}`, async ({
      openPage,
      start,
    }) => {
      const page = await openPage();
      await page.evaluate((given) => {
        document.body.setHTMLUnsafe(`${given}<div id="box" style="height:640px"></div>`);
      }, html);
      await page.locator('#at').focus();
      const flow = await start(page, 'box');
      if (takesFocus) return expect(flow.heading).toBeFocused();
      await expect(flow.root.locator('.told')).toHaveText('Verify your identity');
      await expect(page.locator('#at')).toBeFocused();
    });
  }
});
