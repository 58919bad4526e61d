import type { Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';
import { test } from '../../own-page.ts';
import type { FlowPage } from '../../pages/flow-page.ts';

/** Moves elements of the body into a new element, as layouts and overlays that load later do. */
const wrap = (page: Page, selector: string) =>
  page.evaluate((which) => {
    const wrapper = document.createElement('main');
    wrapper.append(...document.querySelectorAll(which));
    document.body.append(wrapper);
  }, selector);

for (const selector of ['body > *', '[data-vendor-orchestration]']) {
  test(`stays above the page with its focus when the page wraps it: ${selector}`, async ({
    openPage,
    start,
  }) => {
    const page = await openPage('body > * { z-index: 2147483647 }');
    const flow = await start(page);
    await flow.closeButton.focus();
    await wrap(page, selector);
    await expect(flow.closeButton).toBeFocused();
    expect(await flow.root.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    // Content that the page puts above the flow afterwards stays above it.
    await page.evaluate(() => {
      const style = 'position: fixed; inset: 0; z-index: 2147483647';
      document.body.append(Object.assign(document.createElement('aside'), { style }));
    });
    await expect(flow.closeButton).toBeFocused();
    await flow.button('Begin').click();
    await expect(flow.heading).toHaveText('Which document do you have with you?');
    await expect(flow.heading).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(flow.root.getByRole('alertdialog')).toBeVisible();
  });
}

/** Opens a modal of the page, in the page itself or in the shadow root of a component. */
const openModal = (page: Page, id: string, inShadow = false) =>
  page.evaluate(
    ([name, isDeep]) => {
      const holder = document.body.appendChild(document.createElement('section'));
      const root = isDeep ? holder.attachShadow({ mode: 'open' }) : holder;
      root.innerHTML = `<dialog id="${name}"><p>Still there?</p><button>${name}</button></dialog>`;
      root.querySelector('dialog')?.showModal();
    },
    [id, inShadow] as const,
  );

/** Waits for two frames, after which all pending reactions have run. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Moves the flow for the first time in a page with a dialog, and waits for the code that decides whether to raise it. */
const wrapWatched = async (page: Page) => {
  const code = page.waitForResponse(/raise-again-/);
  await wrap(page, '[data-vendor-orchestration]');
  await (await code).finished();
  await drawn(page);
};

const isModal = (flow: FlowPage) => flow.root.evaluate((dialog) => dialog.matches(':modal'));

for (const [where, inShadow] of [
  ['in the page', false],
  ['in a component', true],
] as const) {
  test(`keeps a modal ${where} above the flow when the flow is moved`, async ({ openPage, start }) => {
    const page = await openPage();
    const flow = await start(page);
    await flow.closeButton.focus();
    await openModal(page, 'Stay', inShadow);
    await wrapWatched(page);
    const stay = page.getByRole('button', { name: 'Stay', exact: true });
    await expect(stay).toBeFocused();
    if (!inShadow) await page.getByText('Still there?').click();
    await wrap(page, '[data-vendor-orchestration]');
    await drawn(page);
    await stay.click({ timeout: 5_000 });
    expect(await isModal(flow)).toBe(false);

    await stay.evaluate((button) => button.closest('dialog')?.close());
    await expect(flow.closeButton).toBeFocused();
    expect(await isModal(flow)).toBe(true);
  });
}

test('raises a moved flow above a modal of the page once the modal that covers it is gone', async ({
  openPage,
  start,
}) => {
  const page = await openPage();
  await openModal(page, 'Verify');
  const flow = await start(page);
  await wrap(page, '[data-vendor-orchestration]');
  await expect(flow.heading).toBeFocused();
  expect(await isModal(flow)).toBe(true);

  await openModal(page, 'Stay');
  await wrap(page, '[data-vendor-orchestration]');
  await page.getByRole('button', { name: 'Stay', exact: true }).click({ timeout: 5_000 });
  await page.evaluate(() => document.querySelector('#Stay')?.remove());
  await expect.poll(() => isModal(flow)).toBe(true);
  await flow.button('Begin').click();
  await expect(flow.heading).toBeFocused();
});

test('keeps a modal of the page above the flow when it is opened again', async ({ openPage, start }) => {
  const page = await openPage();
  await openModal(page, 'Verify');
  const flow = await start(page);
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    dialog?.close();
    dialog?.showModal();
  });
  await wrapWatched(page);
  await page.getByRole('button', { name: 'Verify', exact: true }).click({ timeout: 5_000 });
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await expect.poll(() => isModal(flow)).toBe(true);
});
