import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { serveHostPage } from '../../stage/host-page.ts';

/** Goes to the camera in a page of another origin and presses the button. */
async function askForCamera(context: BrowserContext, url: string, token: string): Promise<FlowPage> {
  const page: Page = await context.newPage();
  await page.goto(url);
  const flow = new FlowPage(page);
  await page.evaluate((given) => VendorOrchestration.start(given), token);
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  return flow;
}

test('tells the user that the page forbids the camera, and the developer how to fix it', {
  tag: ['@DSDK-61'],
}, async ({ context, stage, startExecution }) => {
  const host = await serveHostPage(stage.serviceUrl, { 'permissions-policy': 'camera=()' });
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const flow = await askForCamera(context, host.url, (await startExecution('document')).token);
  await expect(flow.heading).toHaveText('This page cannot use the camera');
  await expect(flow.root).toContainText('nothing on your device is wrong');
  expect(errors.filter((text) => text.includes('Permissions-Policy: camera=(self)'))).toHaveLength(1);
  host.close();
});

test('offers a link to a browser inside another app', { tag: ['@DSDK-61'] }, async ({
  browser,
  stage,
  startExecution,
}) => {
  const host = await serveHostPage(stage.serviceUrl, {});
  const context = await browser.newContext({
    // Without the camera.
    permissions: ['clipboard-read', 'clipboard-write'],
    userAgent: 'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/131.0 Instagram 300.0',
  });
  const flow = await askForCamera(context, host.url, (await startExecution('document')).token);
  await expect(flow.heading).toHaveText('Go on in your browser');
  await expect(flow.root.getByRole('listitem')).toHaveText([
    'Copy the link to this page.',
    'Open Chrome and paste the link.',
  ]);
  await flow.button('Copy the link').click();
  await expect(flow.button('Link copied')).toBeVisible();
  expect(await flow.page.evaluate(() => navigator.clipboard.readText())).toBe(host.url);
  await context.close();
  host.close();
});

test('shows general help with a blocked camera if the help for this browser does not load', async ({
  browser,
  stage,
  startExecution,
}) => {
  const host = await serveHostPage(stage.serviceUrl, {});
  const context = await browser.newContext({ permissions: [] });
  await context.route(/\/chunks\/camera-help-/, (route) => route.abort());
  const flow = await askForCamera(context, host.url, (await startExecution('document')).token);
  await expect(flow.heading).toHaveText('The camera is blocked');
  await expect(flow.root.getByRole('listitem').first()).toHaveText(
    'Open the settings of your browser for this page.',
  );
  await context.close();
  host.close();
});
