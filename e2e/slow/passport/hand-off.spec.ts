import { barriersOf } from '../../barriers-of.ts';
import { expect, offerHandOff, type Phone, test } from '../../handed-phone.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import type { ShopPage } from '../../pages/shop-page.ts';
import { type Fault, injectFaults } from '../../request-faults.ts';
import { pictures } from '../../specimen.ts';
import { startLink } from '../../stage/start-link.ts';

// The computer's camera is blocked.
test.use({ permissions: [] });

/** Goes to the blocked camera and asks for a phone there. */
async function askForPhone(shop: ShopPage, flow: FlowPage) {
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.heading).toHaveText('The camera is blocked');
  const { url, pairingCode } = await offerHandOff(flow, 'Use your phone instead');
  await expect(flow.heading).toHaveText('Go on with your phone');
  return { executionId, url, pairingCode };
}

/** Agrees on the phone and waits until the computer knows. */
async function agreeOnPhone({ page }: Phone, flow: FlowPage): Promise<void> {
  await page.getByRole('button', { name: 'Yes, go on here' }).click();
  await expect(flow.heading).toHaveText('The check is on your phone now');
}

/** Captures a picture with the phone's camera and submits it. */
async function captureOnPhone({ flow }: Phone): Promise<void> {
  await flow.root.getByRole('button', { name: /^Passport/ }).click();
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
}

/** Submits a file at the computer, after the flow returned to it. */
async function chooseFileHere(flow: FlowPage): Promise<void> {
  await flow.chooseFile(pictures.passportPhoto);
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
}

/** Expects the confirmation on both devices. */
async function expectBothConfirmed(phone: Phone, flow: FlowPage): Promise<void> {
  await expect(phone.flow.heading).toHaveText('Your identity is confirmed');
  await expect(flow.heading).toHaveText('Your identity is confirmed');
}

test('continues on a phone for lack of a camera, and finishes on both devices', {
  tag: ['@DSDK-81', '@DSDK-124'],
}, async ({ shop, flow, stage, openPhone, findBarriers, readExecution, deliveriesOf }) => {
  const { executionId, url, pairingCode } = await askForPhone(shop, flow);
  await expect(flow.root.getByRole('img', { name: 'QR code with the address of this check' })).toBeVisible();
  await expect(flow.root.getByText(pairingCode)).toBeVisible();
  expect(await findBarriers()).toEqual([]);

  const phone = await openPhone(url);
  await test.step('asks for consent on the phone and keeps no secret in its address', async () => {
    await expect(phone.heading).toHaveText('Go on with this phone');
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

  await test.step('resumes without another question when the phone reloads', async () => {
    await phone.page.reload();
    await phone.flow.root.getByRole('button', { name: /^Passport/ }).click();
  });
  await phone.flow.awaitAutoCapture();
  await phone.flow.button('Use this picture').click();
  await expect(phone.flow.heading).toHaveText('Your identity is confirmed');
  await expect(phone.flow.root).toContainText('You can close this page and go on at your computer.');
  await phone.flow.button('Done').click();
  await expect(phone.heading).toHaveText('Nothing more to do here');

  await expect(flow.heading).toHaveText('Your identity is confirmed');
  await flow.button('Done').click();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
  await expect.poll(async () => (await deliveriesOf(executionId)).length).toBe(1);
});

test('continues at the computer after taking the flow back from the phone', async ({
  shop,
  flow,
  openPhone,
  readExecution,
}) => {
  const { executionId, url } = await askForPhone(shop, flow);
  const phone = await openPhone(url);
  await agreeOnPhone(phone, flow);
  await flow.button('Go on here instead').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await expect(phone.flow.heading).toHaveText('You went on elsewhere');
  await phone.flow.root.getByRole('button', { name: 'Close' }).last().click();
  await expect(phone.heading).toHaveText('The check is not on this phone');
  await phone.page.reload();
  await expect(phone.heading).toHaveText('This link can’t be used any more');

  await chooseFileHere(flow);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('ends a hand-off link after its use, a take-back, or the end of the flow', {
  tag: ['@DSDK-124'],
}, async ({ shop, flow, openPhone }) => {
  const first = await askForPhone(shop, flow);
  await flow.button('Go on here instead').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  await expect((await openPhone(first.url)).heading).toHaveText('This link can’t be used any more');

  const second = await offerHandOff(flow, 'Use your phone instead');
  const phone = await openPhone(second.url);
  await agreeOnPhone(phone, flow);
  await expect((await openPhone(second.url)).heading).toHaveText('The check is not on this phone');

  await shop.page.evaluate(() => VendorOrchestration.close());
  await expect(phone.flow.heading).toHaveText('You went on elsewhere');
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'closed']);
});

test('hands off once although requests are lost or refused on both devices', async ({
  page,
  shop,
  flow,
  stage,
  openPhone,
  readExecution,
}) => {
  const faultsHere: Record<string, Fault> = { 'POST handoff': 'unanswered', 'GET state': 'broken off' };
  const here = await injectFaults(page, stage, (name) => faultsHere[name] ?? null, 1);
  const { executionId, url } = await askForPhone(shop, flow);
  const faultsThere: Record<string, Fault> = {
    'POST invitation': 'broken',
    'POST init': 'unanswered',
    'PUT front': 'cut',
    'POST submit': 'unanswered',
    'GET state': 'dropped',
  };
  let there: Awaited<ReturnType<typeof injectFaults>> | undefined;
  const phone = await openPhone(url, async (opened) => {
    there = await injectFaults(opened, stage, (name) => faultsThere[name] ?? null, 1);
  });
  await agreeOnPhone(phone, flow);
  await captureOnPhone(phone);
  await expectBothConfirmed(phone, flow);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
  expect(here.asked.get('POST handoff')).toBe(2);
  const asked = ['POST invitation', 'POST init', 'PUT front', 'POST submit'];
  expect(asked.map((name) => there?.asked.get(name))).toEqual([2, 2, 2, 2]);
});

test('ignores a picture that the phone sends while the flow is taken back', async ({
  page,
  shop,
  flow,
  stage,
  openPhone,
  readExecution,
}) => {
  const { executionId, url } = await askForPhone(shop, flow);
  let releaseUpload = () => {};
  const phone = await openPhone(url, (opened) =>
    opened.route('**/captures/front', async (route) => {
      await new Promise<void>((resolve) => {
        releaseUpload = resolve;
      });
      await route.continue();
    }),
  );
  await phone.page.getByRole('button', { name: 'Yes, go on here' }).click();
  const sent = phone.page.waitForRequest('**/captures/front');
  await captureOnPhone(phone);
  await sent;
  // The reply to the first request is lost.
  const network = await injectFaults(
    page,
    stage,
    (name) => (name === 'POST take-back' ? 'unanswered' : null),
    1,
  );
  await flow.button('Go on here instead').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  expect(network.asked.get('POST take-back')).toBe(2);
  releaseUpload();
  await expect(phone.flow.heading).toHaveText('You went on elsewhere');
  await chooseFileHere(flow);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('takes the flow back although replies are lost', async ({
  page,
  shop,
  flow,
  stage,
  openPhone,
  readExecution,
}) => {
  const { executionId, url } = await askForPhone(shop, flow);
  const phone = await openPhone(url);
  await agreeOnPhone(phone, flow);
  // The service receives all three requests, and the page none of the replies.
  const faults: Record<string, Fault> = { 'POST take-back': 'unanswered', 'GET state': 'dropped' };
  const network = await injectFaults(page, stage, (name) => faults[name] ?? null, 3);
  await flow.button('Go on here instead').click();
  await expect(flow.heading).toHaveText('Photo page of your passport');
  expect(network.asked.get('POST take-back')).toBe(4);
  await chooseFileHere(flow);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test.describe('computer with a camera', () => {
  test.use({ permissions: ['camera'] });

  test('stops on the computer when a phone takes over, and finishes on the phone', async ({
    page,
    shop,
    flow,
    openPhone,
    readExecution,
  }) => {
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      const tracks: MediaStreamTrack[] = [];
      mediaDevices.getUserMedia = async (asked) => {
        const stream = await open(asked);
        tracks.push(...stream.getTracks());
        return stream;
      };
      Object.assign(globalThis, {
        cameraStates: () => tracks.map(({ readyState }) => readyState),
      });
    });
    const cameraStates = () =>
      page.evaluate(() => (globalThis as unknown as { cameraStates: () => string[] }).cameraStates());
    await shop.open();
    const executionId = await shop.verify();
    await flow.chooseDocument('Passport');
    const { url } = await offerHandOff(flow, 'Use your phone instead');
    const phone = await openPhone(url);
    // The code stays valid after a reload.
    await page.reload();
    await shop.verify();
    await flow.button('Continue').click();
    await flow.button('Open the camera').click();
    await expect.poll(cameraStates).toContain('live');
    await agreeOnPhone(phone, flow);
    await expect.poll(cameraStates).not.toContain('live');
    await captureOnPhone(phone);
    await expectBothConfirmed(phone, flow);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
    expect((await readExecution(executionId)).status).toBe('APPROVED');
  });
});

test('shows the outcome on the computer after its connection returns', async ({
  context,
  shop,
  flow,
  openPhone,
}) => {
  const { url } = await askForPhone(shop, flow);
  const phone = await openPhone(url);
  await agreeOnPhone(phone, flow);
  await context.setOffline(true);
  await captureOnPhone(phone);
  await expect(phone.flow.heading).toHaveText('Your identity is confirmed');
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await context.setOffline(false);
  await expect(flow.heading).toHaveText('Your identity is confirmed');
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
});

test('leaves the flow on the phone when the computer reloads its page, and shows its end', {
  tag: ['@DSDK-64'],
}, async ({ page, shop, flow, openPhone, readExecution }) => {
  const { executionId, url } = await askForPhone(shop, flow);
  const phone = await openPhone(url);
  const resume = async () => {
    await page.reload();
    await expect(shop.heading).toHaveText('Pick up where you left off');
    expect(await shop.verify()).toBe(executionId);
  };
  await test.step('keeps the code valid until the phone has agreed', async () => {
    await resume();
    await expect(flow.heading).toHaveText('Welcome back');
    await agreeOnPhone(phone, flow);
  });
  await phone.flow.root.getByRole('button', { name: /^Passport/ }).click();
  for (const _ of ['once', 'and again']) {
    await resume();
    await expect(flow.heading).toHaveText('The check is on your phone now');
    await expect(flow.root.getByRole('status')).toHaveText(/^At the moment: pictures of your document/);
  }
  await phone.flow.awaitAutoCapture();
  await phone.flow.button('Use this picture').click();
  await expectBothConfirmed(phone, flow);
  await flow.button('Done').click();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success', 'closed']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('takes the flow back from the phone after a reload when the user asks for it', async ({
  page,
  shop,
  flow,
  openPhone,
  readExecution,
}) => {
  const { executionId, url } = await askForPhone(shop, flow);
  const phone = await openPhone(url);
  await agreeOnPhone(phone, flow);
  await page.reload();
  await shop.verify();
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await expect(phone.flow.heading).toHaveText('Which document do you have with you?');
  await flow.button('Go on here instead').click();
  await expect(phone.flow.heading).toHaveText('You went on elsewhere');
  await chooseFileHere(flow);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('leaves the flow on the phone when the hosted page is reloaded', async ({
  page,
  flow,
  stage,
  openPhone,
  readExecution,
}) => {
  const { executionId, redirectUrl } = await startLink(stage);
  await page.goto(redirectUrl);
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.heading).toHaveText('The camera is blocked');
  const phone = await openPhone((await offerHandOff(flow, 'Use your phone instead')).url);
  await agreeOnPhone(phone, flow);
  await page.reload();
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await captureOnPhone(phone);
  await expectBothConfirmed(phone, flow);
  expect((await readExecution(executionId)).status).toBe('APPROVED');
});

test('delays the hand-off code until the begin has arrived, so that no phone overtakes it', async ({
  page,
  shop,
  flow,
  openPhone,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  let isLost = true;
  await page.route('**/client/begin', (route) => (isLost ? route.abort() : route.continue()));
  await shop.open();
  await shop.verify();
  await flow.button('Begin').click();
  await flow.root.getByRole('button', { name: /^Passport/ }).click();
  await expect.poll(() => asked).toContain('begin');
  const reply = offerHandOff(flow, 'Use your phone instead');
  await expect(flow.heading).toHaveText('Go on with your phone');
  expect(asked).not.toContain('handoff');
  isLost = false;
  const phone = await openPhone((await reply).url);
  await agreeOnPhone(phone, flow);
  await captureOnPhone(phone);
  await expectBothConfirmed(phone, flow);
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
});
