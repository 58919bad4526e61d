import type { BrowserContext } from '@playwright/test';
import { barriersOf } from '../../barriers-of.ts';
import { test as base, expect } from '../../fixtures.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import type { Stage } from '../../stage/stage.ts';

/** Opens the flow in a popup, from a page of the shop. */
type OpenWindow = (options?: Record<string, unknown>) => Promise<{
  readonly window: FlowWindow;
  readonly executionId: string;
  readonly token: string;
  /** Address of the popup as the service returned it, with the ticket. */
  readonly address: string;
}>;

const test = base.extend<{ openWindow: OpenWindow }>({
  openWindow: async ({ shop, context, stage, startExecution }, use) => {
    const windows: FlowWindow[] = [];
    await use(async (options = {}) => {
      const started = await startExecution('document');
      const opened = await openIn(shop, context, stage, { token: started.token, ...options });
      windows.push(opened.window);
      return { ...started, ...opened };
    });
    for (const { offences } of windows) expect(offences, 'offences seen in the window').toEqual([]);
  },
});

async function openIn(
  shop: ShopPage,
  context: BrowserContext,
  stage: Stage,
  config: Record<string, unknown>,
) {
  const next = FlowWindow.next(context, [stage.shopUrl, stage.serviceUrl]);
  const ticket = shop.page.waitForResponse(
    (reply) => reply.url().endsWith('/client/popup') && reply.request().method() === 'POST',
  );
  expect(await shop.start({ ...config, renderingMode: 'popup' })).toBeUndefined();
  const { data } = await (await ticket).json();
  return { window: await next, address: String(data.url) };
}

test('completes a whole verification in a popup', {
  tag: ['@S4.5-21', '@S4.5-23', '@DSDK-86', '@DSDK-114'],
}, async ({ shop, stage, openWindow, deliveriesOf, readExecution }) => {
  await shop.open();
  const { window, executionId, address } = await openWindow();
  const { flow, page } = window;

  await test.step('opens the popup at the service and keeps no secret in its address', async () => {
    expect(address).toMatch(/\/popup#[A-Za-z0-9_-]{43}$/);
    expect(page.url()).toBe(`${stage.serviceUrl}/popup`);
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([800, 600]);
    expect(await page.evaluate(() => globalThis.opener)).toBeNull();
    await expect(flow.heading).toHaveText('Verify your identity');
    expect(await shop.sdkEvents()).toEqual(['opened']);
  });

  await flow.chooseDocument('Passport');
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started']);
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  const closed = page.waitForEvent('close');
  await flow.button('Done').click();
  await closed;
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
  await expect.poll(async () => (await deliveriesOf(executionId)).length).toBe(1);
});

test('uses language and theme of the page in the popup', async ({ shop, openWindow }) => {
  await shop.open();
  const { window } = await openWindow({
    theme: { light: { baseAccent: '#7a1f5c', baseOnAccent: '#ffffff' } },
    messages: { 'welcome.title': 'Show us your passport' },
  });
  await expect(window.flow.heading).toHaveText('Show us your passport');
  const begin = window.flow.button('Begin');
  await expect(begin).toHaveCSS('background-color', 'rgb(122, 31, 92)');
  expect(await barriersOf(window.page)).toEqual([]);

  // A phone in landscape: the flow has only the window, and nothing may be out of view.
  await window.page.setViewportSize({ width: 640, height: 360 });
  await expect(begin).toBeInViewport({ ratio: 1 });
  expect(await window.page.evaluate(() => document.scrollingElement?.scrollHeight)).toBe(360);
});

test('emits cancelled when the popup is closed, and resumes with the same token', {
  tag: ['@DSDK-59'],
}, async ({ shop, context, stage, openWindow }) => {
  await shop.open();
  const { window, token } = await openWindow();
  await window.flow.button('Begin').click();
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started']);
  await window.closeByHand();
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'cancelled', 'closed']);

  const again = await openIn(shop, context, stage, { token });
  await expect(again.window.flow.heading).toHaveText('Welcome back');
});

test('emits cancelled and closes the popup when the user quits', async ({ shop, openWindow }) => {
  await shop.open();
  const { window } = await openWindow();
  const closed = window.page.waitForEvent('close');
  await window.flow.closeButton.click();
  await closed;
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'cancelled', 'closed']);
});

test('closes the popup and its camera on close() of the page', { tag: ['@DSDK-58'] }, async ({
  shop,
  openWindow,
}) => {
  await shop.open();
  const before = await shop.surroundings();
  const { window } = await openWindow();
  await window.flow.chooseDocument('Passport');
  await window.flow.button('Open the camera').click();
  await window.flow.shutter.waitFor();
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started']);
  const closed = window.page.waitForEvent('close');
  await shop.page.evaluate(() => VendorOrchestration.close());
  await closed;
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
  expect(await shop.surroundings()).toEqual(before);
});

test('resumes after the popup reloads, unnoticed by the page', {
  tag: ['@DSDK-87'],
}, async ({ shop, openWindow }) => {
  await shop.open();
  const { window } = await openWindow();
  await window.flow.chooseDocument('Passport');
  await expect(window.flow.heading).toHaveText('Photo page of your passport');
  await window.page.reload();
  await expect(window.flow.heading).toHaveText('Welcome back');
  await window.flow.button('Continue').click();
  await expect(window.flow.heading).toHaveText('Photo page of your passport');
  const closed = window.page.waitForEvent('close');
  await window.flow.closeButton.click();
  await window.flow.root.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await closed;
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'cancelled', 'closed']);
});

test('finishes in the popup after the opening page was closed', { tag: ['@DSDK-60'] }, async ({
  shop,
  page,
  stage,
  openWindow,
  readExecution,
}) => {
  await shop.open();
  const { window, executionId } = await openWindow();
  await window.flow.chooseDocument('Passport');
  await page.goto(`${stage.shopUrl}/icon.svg`);
  await window.flow.awaitAutoCapture();
  await window.flow.button('Use this picture').click();
  await expect(window.flow.heading).toHaveText('Your identity is confirmed');
  const closed = window.page.waitForEvent('close');
  await window.flow.button('Done').click();
  await closed;
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('reports in the popup and to the page that the flow was continued elsewhere', async ({
  shop,
  context,
  openWindow,
}) => {
  await shop.open();
  const { window, token } = await openWindow();
  const second = await context.newPage();
  await second.goto('/');
  await second.evaluate((taken) => VendorOrchestration.start(taken), token);
  await expect(window.flow.heading).toHaveText('You went on elsewhere');
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'error unknown']);
});

test('opens no second popup from the address of the first', { tag: ['@DSDK-110'] }, async ({
  shop,
  context,
  openWindow,
}) => {
  await shop.open();
  const { window, address } = await openWindow();
  const thief = await context.newPage();
  await thief.goto(address);
  await expect(thief.getByRole('heading')).toHaveText('You went on elsewhere');
  expect(new URL(thief.url()).hash).toBe('');
  await window.flow.button('Begin').click();
  await expect(window.flow.heading).toHaveText('Which document do you have with you?');
});
