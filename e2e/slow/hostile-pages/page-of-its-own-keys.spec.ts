import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { startSteps } from '../../stage/start-steps.ts';

/** Gives a page hotkeys that spare its own fields, and a panel that closes on Escape and on a click outside. */
const addHotkeys = (page: Page) =>
  page.evaluate(() => {
    document.body.innerHTML = '<div id="box" style="height:640px"></div><aside>panel</aside>';
    const panel = document.querySelector('aside') as HTMLElement;
    document.addEventListener('keydown', (event) => {
      if ((event.target as Element).matches('input, textarea, select, button, a')) return;
      event.preventDefault();
      if (event.key === 'Escape') panel.hidden = true;
    });
    document.addEventListener('pointerdown', (event) => {
      if (!panel.contains(event.target as Node)) panel.hidden = true;
    });
  });

for (const mode of ['fullscreen', 'inline'] as const) {
  test(`${mode}: receives keys that the page uses as hotkeys`, async ({ openPage, start }) => {
    const page = await openPage();
    await addHotkeys(page);
    const flow = await start(page, mode === 'inline' ? 'box' : undefined);
    await flow.button('Begin').focus();
    await page.keyboard.press('Enter');
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    await flow.closeButton.focus();
    await page.keyboard.press('Space');
    const question = flow.root.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(page.locator('aside')).toBeVisible();
  });
}

test("keeps the page's panel open behind a fullscreen flow, and closes it on a click in an inline flow", async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await addHotkeys(page);
  const flow = await start(page);
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  await expect(page.locator('aside')).toBeVisible();
  await page.evaluate(() => VendorOrchestration.close());
  await (await start(page, 'box')).button('Begin').click();
  await expect(page.locator('aside')).toBeHidden();
});

for (const mode of ['fullscreen', 'inline'] as const) {
  test(`${mode}: delivers keyup to the element that received keydown`, async ({ openPage, start }) => {
    const page = await openPage();
    await addHotkeys(page);
    // A page that tracks pressed keys and closes its panel on keyup of Escape.
    await page.evaluate(() => {
      document.documentElement.dataset.down = '';
      const note = (code: string, isDown: boolean) => {
        const down = new Set((document.documentElement.dataset.down ?? '').split(' ').filter(Boolean));
        if (isDown) down.add(code);
        else down.delete(code);
        document.documentElement.dataset.down = [...down].join(' ');
      };
      document.addEventListener('keydown', ({ code }) => note(code, true));
      document.addEventListener('keyup', ({ code }) => {
        note(code, false);
        if (code === 'Escape') (document.querySelector('aside') as HTMLElement).hidden = true;
      });
    });
    const down = () => page.evaluate(() => document.documentElement.dataset.down);
    await page.keyboard.down('ArrowDown');
    expect(await down()).toBe('ArrowDown');
    const flow = await start(page, mode === 'inline' ? 'box' : undefined);
    await flow.button('Begin').focus();
    // Still held: a second keydown of a held key is a repeat.
    await page.keyboard.down('ArrowDown');
    await page.keyboard.up('ArrowDown');
    expect(await down()).toBe('');

    await flow.closeButton.focus();
    await page.keyboard.down('Escape');
    await page.evaluate(() => VendorOrchestration.close());
    await expect(flow.root).toHaveCount(0);
    await page.keyboard.down('Escape');
    expect(await down()).toBe('');
    await page.keyboard.up('Escape');
    await expect(page.locator('aside')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('aside')).toBeHidden();
  });
}

test('does not press the button that opened the flow while Enter is held on the last screen', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await page.evaluate(() => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.onclick = () => opener.append('pressed');
  });
  const opener = page.locator('body > button');
  await opener.focus();
  const flow = await start(page);
  await flow.closeButton.focus();
  await page.keyboard.down('Enter');
  await expect(flow.root).toHaveCount(0);
  await expect(opener).toBeFocused();
  // Still held: a second keydown of a held key is a repeat.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(opener).toHaveText('');
  await page.keyboard.press('Enter');
  await expect(opener).toHaveText('pressed');
});

for (const renderingMode of ['fullscreen', 'inline'] as const) {
  test(`${renderingMode}: hides keys typed in a form from listeners of the page`, async ({
    openPage,
    context,
    stage,
  }) => {
    const page = await openPage();
    await page.evaluate(() => {
      document.body.innerHTML = '<div id="box" style="height:640px"></div>';
      for (const type of [
        ...['beforeinput', 'input', 'textInput', 'change', 'keydown', 'keypress', 'keyup'],
        ...['compositionstart', 'compositionupdate', 'compositionend'],
      ]) {
        for (const place of [document, window]) {
          place.addEventListener(type, () => {
            document.documentElement.dataset.heard = `${document.documentElement.dataset.heard ?? ''} ${type}`;
          });
        }
      }
    });
    const { token } = await startSteps(stage, {
      form: { kind: 'form', fields: [{ name: 'user_fullname' }] },
    });
    const place = renderingMode === 'inline' ? { renderingMode, containerId: 'box' } : {};
    await page.evaluate((given) => VendorOrchestration.start(given), { token, ...place });
    const flow = new FlowPage(page);
    await flow.button('Begin').click();
    const name = flow.root.getByLabel('Full name');
    // Spell checkers may send text to a server.
    await expect(name).toHaveJSProperty('spellcheck', false);
    await name.click();
    await page.keyboard.type('Ada 7');
    const keyboard = await context.newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await keyboard.send('Input.insertText', { text: '二' });
    await expect(name).toHaveValue('Ada 7二');
    expect(await page.evaluate(() => document.documentElement.dataset.heard)).toBeUndefined();
    // The form itself received the typed text.
    await flow.button('Continue').click();
    await expect(name).toHaveCount(0);
  });
}

test('allows copying in the flow although the page forbids it', async ({ openPage, start }) => {
  const page = await openPage();
  const flow = await start(page);
  await page.evaluate(() => document.addEventListener('copy', (event) => event.preventDefault()));
  const isCopied = await flow.heading.evaluate((heading) =>
    heading.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, composed: true, cancelable: true })),
  );
  expect(isCopied).toBe(true);
});

test('leaves Escape to a dialog of the page above the flow, even if nothing in it has the focus', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  const flow = await start(page);
  await flow.button('Begin').click();
  await expect(flow.heading).toHaveText('Which document do you have with you?');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<dialog id="ask"><button>Stay signed in</button></dialog>',
    );
    const dialog = document.querySelector('#ask') as HTMLDialogElement;
    dialog.showModal();
    const button = dialog.querySelector('button') as HTMLButtonElement;
    button.addEventListener('click', () => {
      button.disabled = true;
    });
  });
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('#ask')).not.toHaveAttribute('open');
  await expect(flow.root.getByRole('alertdialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(flow.root.getByRole('alertdialog')).toBeVisible();
});
