import { test as base, expect } from '../../fixtures.ts';
import { FlowPage } from '../../pages/flow-page.ts';
import { type StartedLink, startLink } from '../../stage/start-link.ts';

type StartLink = (more?: object) => Promise<StartedLink>;

const test = base.extend<{ startLink: StartLink }>({
  startLink: ({ stage }, use) => use((more) => startLink(stage, more)),
});

test('completes a verification by link, then redirects to completedUrl', {
  tag: ['@S1-2', '@S2.4-7', '@S2.4-8', '@S4-17', '@S4-20', '@S4-34', '@DRUN-34'],
}, async ({ page, flow, stage, startLink, deliveriesOf, readExecution, findBarriers }) => {
  const completedUrl = `${stage.shopUrl}/?verified=7`;
  const { executionId, redirectUrl } = await startLink({ completedUrl });
  await page.goto(redirectUrl);
  await expect(flow.heading).toHaveText('Verify your identity');
  // The secret is removed from the address, so that it appears in no history and no screenshot.
  expect(page.url()).toBe(`${stage.serviceUrl}/flow`);
  expect(await findBarriers()).toEqual([]);
  await flow.chooseDocument('Passport');

  // A reload continues at the same step.
  await page.reload();
  await expect(flow.heading).toHaveText('Welcome back');
  await flow.button('Continue').click();
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await page.waitForURL(completedUrl);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
  await expect.poll(async () => (await deliveriesOf(executionId)).length).toBe(1);

  // A finished link only redirects.
  await page.goto(redirectUrl);
  await page.waitForURL(completedUrl);
});

test('redirects at once after quitting, and can be resumed by the same link', { tag: ['@S4-32'] }, async ({
  page,
  flow,
  stage,
  startLink,
  readExecution,
}) => {
  const incompleteUrl = `${stage.shopUrl}/?later`;
  const { executionId, redirectUrl } = await startLink({ incompleteUrl });
  await page.goto(redirectUrl);
  await flow.closeButton.click();
  await page.waitForURL(incompleteUrl);
  expect((await readExecution(executionId)).status).toBe('PENDING');
  await page.goto(redirectUrl);
  await expect(flow.heading).toHaveText('Verify your identity');
});

test('shows the result on the hosted page if no redirect address was given', {
  tag: ['@S4-19', '@DRUN-37'],
}, async ({ page, flow, startLink }) => {
  const { redirectUrl } = await startLink();
  await page.goto(redirectUrl);
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await flow.button('Done').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You can close this page');
});

test('keeps the first device open when the link is used on a second one', {
  tag: ['@DRUN-34'],
}, async ({ page, context, flow, stage, startLink }) => {
  const { redirectUrl } = await startLink({ incompleteUrl: `${stage.shopUrl}/?later` });
  await page.goto(redirectUrl);
  await flow.button('Begin').click();
  const second = await context.newPage();
  await second.goto(redirectUrl);
  await expect(new FlowPage(second).heading).toHaveText('Welcome back');
  await expect(flow.heading).toHaveText('You went on elsewhere');
  expect(page.url()).toBe(`${stage.serviceUrl}/flow`);
});

test('reports an unknown or incomplete link', async ({ page, stage }) => {
  for (const secret of ['', '#short', `#${'x'.repeat(43)}`]) {
    await page.goto('about:blank');
    await page.goto(`${stage.serviceUrl}/flow${secret}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
  }
});
