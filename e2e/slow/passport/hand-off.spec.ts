import { type BrowserContext, devices, type Page } from '@playwright/test';
import { barriersOf } from '../../barriers-of.ts';
import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import { makePatient } from '../../patient-pages.ts';
import { pictures } from '../../specimen.ts';
import { listenForOffences } from '../../watch-page.ts';

interface Phone {
  readonly page: Page;
  readonly flow: FlowPage;
  /** The page that the phone shows without the flow. */
  readonly says: ReturnType<Page['getByRole']>;
}

const test = base.extend<{ openPhone: (address: string) => Promise<Phone> }>({
  openPhone: async ({ browser, stage }, use) => {
    const contexts: BrowserContext[] = [];
    const offences: string[] = [];
    await use(async (address) => {
      const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];
      const context = await browser.newContext({
        ...pixel,
        permissions: ['camera'],
        reducedMotion: 'reduce',
      });
      contexts.push(context);
      await makePatient(context);
      const page = await context.newPage();
      listenForOffences(page, [stage.shopUrl, stage.serviceUrl], offences);
      await page.goto(address);
      return { page, flow: new FlowPage(page), says: page.getByRole('heading', { level: 1 }) };
    });
    for (const context of contexts) await context.close();
    expect(offences, 'offences seen on the phone').toEqual([]);
  },
});

// The computer has a camera that nobody may use.
test.use({ permissions: [] });

/** Walks to the camera that is refused, and asks for a phone there. */
async function askForPhone(shop: ShopPage, flow: FlowPage) {
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.heading).toHaveText('The camera is blocked');
  const { url, pairingCode } = await offered(flow, 'Use your phone instead');
  await expect(flow.heading).toHaveText('Go on with your phone');
  return { executionId, url, pairingCode };
}

/** What the service offers when a button is pressed. */
async function offered(flow: FlowPage, button: string): Promise<{ url: string; pairingCode: string }> {
  const reply = flow.page.waitForResponse((one) => one.url().endsWith('/client/handoff') && one.ok());
  await flow.button(button).click();
  return (await (await reply).json()).data;
}

test('who has no camera goes on with a phone, and both come to the end', async ({
  shop,
  flow,
  stage,
  openPhone,
  findBarriers,
  readExecution,
  deliveriesOf,
}) => {
  const { executionId, url, pairingCode } = await askForPhone(shop, flow);
  await expect(flow.root.getByRole('img', { name: 'QR code with the address of this check' })).toBeVisible();
  await expect(flow.root.getByText(pairingCode)).toBeVisible();
  expect(await findBarriers()).toEqual([]);

  const phone = await openPhone(url);
  await test.step('the phone asks first, and its address keeps no secret', async () => {
    await expect(phone.says).toHaveText('Go on with this phone');
    await expect(phone.page.getByRole('status')).toHaveText(pairingCode);
    expect(phone.page.url()).toBe(`${stage.serviceUrl}/phone`);
    expect(await barriersOf(phone.page)).toEqual([]);
    await expect(flow.heading).toHaveText('Go on with your phone');
  });

  await phone.page.getByRole('button', { name: 'Yes, go on here' }).click();
  await expect(phone.flow.heading).toHaveText('Which document do you have with you?');
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await expect(flow.root.getByRole('status')).toHaveText(/^At the moment: pictures of your document/);
  expect(await findBarriers()).toEqual([]);

  await test.step('a reload of the phone resumes without another question', async () => {
    await phone.page.reload();
    await phone.flow.root.getByRole('button', { name: /^Passport/ }).click();
  });
  await phone.flow.letPictureBeTaken();
  await phone.flow.button('Use this picture').click();
  await expect(phone.flow.heading).toHaveText('Your identity is confirmed');
  await expect(phone.flow.root).toContainText('You can close this page and go on at your computer.');
  await phone.flow.button('Done').click();
  await expect(phone.says).toHaveText('Nothing more to do here');

  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await flow.button('Done').click();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
  await expect.poll(async () => (await deliveriesOf(executionId)).length).toBe(1);
});

test('the flow is taken back from the phone, and goes on at the computer', async ({
  shop,
  flow,
  openPhone,
  readExecution,
}) => {
  const { executionId, url } = await askForPhone(shop, flow);
  const phone = await openPhone(url);
  await phone.page.getByRole('button', { name: 'Yes, go on here' }).click();
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await flow.button('Go on here instead').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await expect(phone.flow.heading).toHaveText('You went on elsewhere');
  await phone.flow.root.getByRole('button', { name: 'Close' }).last().click();
  await expect(phone.says).toHaveText('The check is not on this phone');
  await phone.page.reload();
  await expect(phone.says).toHaveText('This link can’t be used any more');

  await flow.chooseFile(pictures.passportPhoto);
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('a link is good once, until the user goes on at the computer, or the page closes the flow', async ({
  shop,
  flow,
  openPhone,
}) => {
  const first = await askForPhone(shop, flow);
  await flow.button('Go on here instead').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await expect((await openPhone(first.url)).says).toHaveText('This link can’t be used any more');

  const second = await offered(flow, 'Use your phone instead');
  const phone = await openPhone(second.url);
  await phone.page.getByRole('button', { name: 'Yes, go on here' }).click();
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await expect((await openPhone(second.url)).says).toHaveText('The check is not on this phone');

  await shop.page.evaluate(() => VendorOrchestration.close());
  await expect(phone.flow.heading).toHaveText('You went on elsewhere');
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
});
