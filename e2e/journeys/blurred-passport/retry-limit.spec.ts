import { expect, test } from '../../fixtures.ts';

test('asks for a blurred passport again, and ends the verification at the retry limit', {
  tag: ['@S3.1-5', '@S6.2-6', '@S7.3-5', '@DSDK-13', '@DSDK-26', '@DRUN-13'],
}, async ({ shop, flow, deliveriesOf, readExecution, findBarriers }) => {
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.takePicture();
  await flow.button('Use this picture').click();

  await test.step('names cause and remedy of the retry', async () => {
    await expect(flow.heading).toHaveText('The picture is blurred');
    await expect(flow.root).toContainText('Lay the document flat and hold still until the text is sharp.');
    expect(await findBarriers()).toEqual([]);
  });

  await test.step('rejects the second attempt in the same way, with one attempt left', async () => {
    await flow.button('Take a new picture').click();
    await flow.pressShutter();
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('The picture is blurred');
    await expect(flow.root).toContainText('This is your last try.');
  });

  await test.step('ends the flow with error_code_5 after the third attempt', async () => {
    await flow.button('Take a new picture').click();
    await flow.pressShutter();
    await flow.button('Use this picture').click();
    await expect(flow.heading).toHaveText('What you sent could not be used');
    await expect(flow.root).toContainText('error_code_5');
    expect(await findBarriers()).toEqual([]);
    await flow.button('Close').last().click();
    await expect(flow.root).toHaveCount(0);
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_5', 'closed']);
  });

  await test.step('displays the outcome in the shop', async () => {
    await expect(shop.heading).toHaveText('We could not verify you');
    const [delivery] = await deliveriesOf(executionId);
    expect(delivery?.envelope.data).toMatchObject({
      status: 'DECLINED',
      checks: [{ checkType: 'DOCUMENT_CHECK', status: 'DECLINED', statusDetail: 'RETRY_LIMIT_EXCEEDED' }],
    });
    expect((await readExecution(executionId)).status).toBe('DECLINED');
  });
});
