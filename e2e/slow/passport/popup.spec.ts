import { barriersOf } from '../../barriers-of.ts';
import { expect, test } from '../../fixtures.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import { serveHostPage } from '../../stage/host-page.ts';

const isolations: readonly Record<string, string>[] = [
  { 'cross-origin-opener-policy': 'unsafe-none' },
  { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
  { 'cross-origin-opener-policy': 'noopener-allow-popups' },
  { 'cross-origin-opener-policy': 'same-origin' },
  { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
];

for (const headers of isolations) {
  const name = Object.values(headers).join(', ');
  test(`works in a popup of a page isolated by ${name}`, { tag: ['@DSDK-57', '@DSDK-117'] }, async ({
    context,
    stage,
    startExecution,
  }) => {
    const host = await serveHostPage(stage.serviceUrl, headers);
    const page = await context.newPage();
    await page.goto(host.url);
    const isIsolated = 'cross-origin-embedder-policy' in headers;
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isIsolated);

    const { token } = await startExecution('document');
    const next = FlowWindow.next(context, [stage.serviceUrl]);
    await page.evaluate(
      (given) => VendorOrchestration.start({ token: given, renderingMode: 'popup' }),
      token,
    );
    const { flow, offences, page: opened } = await next;
    await flow.button('Begin').click();
    await expect(page).toHaveTitle('opened,started');
    const closed = opened.waitForEvent('close');
    await page.evaluate(() => VendorOrchestration.close());
    await closed;
    await expect(page).toHaveTitle('opened,started,closed');
    expect(offences).toEqual([]);
    host.close();
  });
}

test('explains what to do in a popup that no page opened', async ({ page, stage }) => {
  await page.goto(`${stage.serviceUrl}/popup#${'A'.repeat(43)}`);
  await expect(page.getByRole('heading')).toHaveText('This window can’t be used any more');
  await page.goto(`${stage.serviceUrl}/popup`);
  await expect(page.getByRole('heading')).toHaveText('This window can’t be used any more');
  expect(await barriersOf(page)).toEqual([]);
});

test('explains that the popup needs JavaScript', async ({ browser, stage }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-AT' });
  const page = await context.newPage();
  await page.goto(`${stage.serviceUrl}/popup`);
  await expect(page.getByRole('heading')).toHaveText('JavaScript ist ausgeschaltet');
  await context.close();
});
