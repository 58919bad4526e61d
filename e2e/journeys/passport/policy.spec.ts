import { expect, test } from '../../fixtures.ts';
import { watchPage } from '../../watch-page.ts';

test('runs under a policy without unsafe sources', async ({ shop, flow, page }) => {
  const reply = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await shop.open();
  const policy = (await (await reply).headerValue('content-security-policy')) ?? '';
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');

  // The watched page would report a violation by the camera's worker, blob pictures or styles.
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
});

test('detects offences in every page', async ({ context, stage }) => {
  const page = await context.newPage();
  const offences = await watchPage(page, [stage.shopUrl, stage.serviceUrl]);
  await page.goto('/');

  await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red');
    new Image().src = 'http://127.0.0.1:9/stranger.png';
  });
  const sinks = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>text</p>';
      return 'taken';
    } catch (error) {
      return (error as Error).name;
    }
  });

  expect(sinks).toBe('TypeError');
  for (const directive of ['style-src', 'img-src', 'require-trusted-types-for']) {
    await expect
      .poll(() => offences.some((offence) => offence.includes(directive)), { message: directive })
      .toBe(true);
  }
});
