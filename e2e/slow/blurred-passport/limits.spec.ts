import { expect, offerHandOff, test } from '../../handed-phone.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import type { Stage } from '../../stage/stage.ts';
import { startSteps } from '../../stage/start-steps.ts';

/** Starts an execution with a single attempt at a document, for a camera that always shows it blurred. */
const startLastAttempt = (stage: Stage, pastLimit?: 'REVIEW') =>
  startSteps(stage, {
    document: {
      kind: 'document',
      accepts: [{ type: 'PASSPORT', sides: ['front'] }],
      attempts: 1,
      ...(pastLimit && { pastLimit }),
    },
  });

/** Uses up the last attempt, from the capture instructions until the service reports that none is left. */
async function useUpLastAttempt(flow: FlowPage): Promise<void> {
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await expect(flow.heading).toHaveText('What you sent could not be used');
  await expect(flow.root).toContainText('error_code_5');
}

test('emits error_code_5 to the page when the attempts are used up in its popup', async ({
  shop,
  context,
  stage,
}) => {
  const { token } = await startLastAttempt(stage);
  await shop.open();
  const next = FlowWindow.next(context, [stage.shopUrl, stage.serviceUrl]);
  await shop.start({ token, renderingMode: 'popup' });
  const window = await next;
  await window.flow.button('Begin').click();
  await useUpLastAttempt(window.flow);
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_5']);
  const closed = window.page.waitForEvent('close');
  await window.flow.button('Close').last().click();
  await closed;
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_5', 'closed']);
  expect(window.offences).toEqual([]);
});

test('emits error_code_5 at the computer when the attempts are used up on the phone', async ({
  shop,
  flow,
  stage,
  openPhone,
  readExecution,
}) => {
  const { executionId, token } = await startLastAttempt(stage, 'REVIEW');
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  const { url } = await offerHandOff(flow, 'Use your phone instead');
  const phone = await openPhone(url);
  await phone.page.getByRole('button', { name: 'Yes, go on here' }).click();
  await expect(flow.heading).toHaveText('The check is on your phone now');
  await useUpLastAttempt(phone.flow);
  await expect(flow.heading).toHaveText('What you sent could not be used');
  await flow.button('Close').last().click();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_5', 'closed']);
  expect((await readExecution(executionId)).status).toBe('REVIEW');
});

test('emits error_code_5 once after a reload while the last attempt is evaluated', async ({
  page,
  shop,
  flow,
  stage,
}) => {
  const { token } = await startLastAttempt(stage);
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  // The page never learns the result of its submission.
  await page.route('**/client/state*', () => undefined);
  const submitted = page.waitForResponse((reply) => reply.url().endsWith('/submit') && reply.ok());
  await flow.takePicture();
  await flow.button('Use this picture').click();
  await submitted;
  await page.reload();
  await page.unroute('**/client/state*');
  await shop.open();
  await shop.start({ token });
  await expect(flow.heading).toHaveText('What you sent could not be used');
  expect(await shop.sdkEvents()).toEqual(['opened', 'error error_code_5']);
});
