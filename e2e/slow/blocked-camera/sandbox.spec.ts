import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import type { Stage } from '../../stage/stage.ts';

test.use({ permissions: [] });

/** Refuses every camera request of the page and returns a function that counts the requests. */
async function refuseCameras(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let asked = 0;
    navigator.mediaDevices.getUserMedia = () => {
      asked += 1;
      return Promise.reject(new DOMException('', 'NotFoundError'));
    };
    Object.assign(window, { countRequests: () => asked });
  });
  return () => page.evaluate(() => (window as unknown as { countRequests: () => number }).countRequests());
}

async function tokenFor(stage: Stage, workflow: string, userId: string) {
  const workflowId = stage.workflows.find(({ name }) => name === workflow)?.id;
  const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId, inputs: { user_id: userId } }),
  });
  return (await reply.json()).data as { executionId: string; token: string };
}

test('completes in the sandbox without a camera or permission', {
  tag: ['@DHOOK-28'],
}, async ({ shop, flow, page, stage, deliveriesOf }) => {
  const countRequests = await refuseCameras(page);
  const { executionId, token } = await tokenFor(stage, 'Document and selfie', 'sandbox-approved');
  await shop.open();
  await shop.start({ token });
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Now show your face');
  await flow.button('Open the camera').click();
  await expect(flow.button('Done')).toBeVisible({ timeout: 60_000 });
  await flow.button('Done').click();
  const events = await shop.sdkEvents();
  // The real checks run as well, and on a busy machine may take longer than the page waits.
  expect(events[2]).toMatch(/^completed (success|pending)$/);
  expect([...events.slice(0, 2), ...events.slice(3)]).toEqual(['opened', 'started', 'closed']);
  expect(await countRequests()).toBe(0);
  await expect
    .poll(async () => (await deliveriesOf(executionId))[0]?.envelope.data)
    .toMatchObject({
      status: 'APPROVED',
      checks: [
        { checkType: 'DOCUMENT_CHECK', statusDetail: 'SANDBOX', capturedMedia: { documentFront: {} } },
        { checkType: 'SELFIE_CHECK', statusDetail: 'SANDBOX', capturedMedia: { selfieImage: {} } },
      ],
    });
});

test('shows the retry reason that the sandbox forces, and takes the next picture', async ({
  shop,
  flow,
  stage,
}) => {
  const { token } = await tokenFor(stage, 'Identity document', 'sandbox-retry-image-blurred');
  await shop.open();
  await shop.start({ token });
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('The picture is blurred');
  await flow.button('Take a new picture').click();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('Your identity is confirmed');
});

test('emits the error codes that the sandbox forces', { tag: ['@DHOOK-43'] }, async ({
  shop,
  flow,
  stage,
}) => {
  await shop.open();
  const closeProblem = async () => {
    // Until then, the header's close button would ask whether to leave.
    await expect(flow.heading).toHaveText(
      /^(Something went wrong on our side|The camera part did not load|You went on elsewhere)$/,
    );
    await flow.button('Close').last().click();
    await expect(flow.root).toHaveCount(0);
  };
  const endOf = async (userId: string, untilProblem?: () => Promise<void>) => {
    const before = (await shop.sdkEvents()).length;
    const { token } = await tokenFor(stage, 'Identity document', userId);
    const refusal = await shop.start({ token });
    if (untilProblem) {
      await untilProblem();
      await closeProblem();
    }
    return { refusal, events: (await shop.sdkEvents()).slice(before) };
  };
  const toCamera = async () => {
    await flow.chooseDocument('Passport');
    await flow.button('Open the camera').click();
  };
  for (const [userId, way, code] of [
    ['sandbox-code-1', toCamera, 'error_code_1'],
    ['sandbox-code-4', toCamera, 'error_code_4'],
    ['sandbox-code-unknown', () => flow.button('Begin').click(), 'unknown'],
  ] as const) {
    expect(await endOf(userId, way)).toMatchObject({
      events: ['opened', 'started', `error ${code}`, 'closed'],
    });
  }
  expect(await endOf('sandbox-code-3')).toEqual({
    refusal: expect.stringMatching(/^Failed to initialize client: 401/),
    events: ['error error_code_3'],
  });
});
