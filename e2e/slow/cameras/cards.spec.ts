import { expect, test } from '../../changing-camera.ts';
import { identityCard, licence, pictures } from '../../specimen.ts';

for (const [what, card] of [
  ['an identity card', pictures.card],
  ['a dark card on a dark table', pictures.darkCard],
] as const) {
  test(`captures both sides of ${what} automatically and approves it`, { tag: ['@S1-9'] }, async ({
    camera,
    shop,
    flow,
    readExecution,
  }) => {
    await camera.show(card.front);
    await shop.open();
    const executionId = await shop.verify();
    await flow.chooseDocument('Identity card');
    await expect(flow.heading).toHaveText('Front of your identity card');
    await flow.awaitAutoCapture();
    await flow.button('Use this picture').click();

    await expect(flow.heading).toHaveText('Back of your identity card');
    await camera.show(card.back);
    await flow.awaitAutoCapture();
    await flow.button('Use this picture').click();

    await expect(flow.button('Done')).toBeVisible();
    expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
    expect(await readExecution(executionId)).toMatchObject({
      status: 'APPROVED',
      checks: [
        {
          status: 'APPROVED',
          documentCheckResult: { imageQualityCheckResult: 'PASS', dataIntegrityCheckResult: 'PASS' },
          documentCheckExtractedData: {
            documentType: 'NATIONAL_ID',
            documentNumber: identityCard.documentNumber,
            birthDate: identityCard.birthDate,
          },
          capturedMedia: { documentFront: {}, documentBack: {} },
        },
      ],
    });
  });
}

test('tells the user to turn the card when the front is shown as the back', {
  tag: ['@S1-9'],
}, async ({ camera, shop, flow }) => {
  await camera.show(pictures.card.front);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Identity card');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();

  await flow.button('Open the camera').click();
  await flow.root.getByText('That is the front. Turn it over').first().waitFor();
  // The card is turned over while the camera is off, because a new video is read only when the camera opens.
  await flow.backButton.click();
  await camera.show(pictures.card.back);
  await flow.awaitAutoCapture();
});

test('captures both sides of a driving licence automatically and judges it by its barcode', {
  tag: ['@DRUN-53'],
}, async ({ camera, shop, flow, startSteps, readExecution }) => {
  const { executionId, token } = await startSteps({
    licence: {
      kind: 'document',
      accepts: [{ type: 'DRIVERS_LICENSE', sides: ['front', 'back'] }],
      requires: ['imageQualityCheckResult', 'documentValidityCheckResult', 'barcodeAnomalyCheckResult'],
    },
  });
  await camera.show(pictures.licence.front);
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();

  await expect(flow.heading).toHaveText('Back of your driver’s licence');
  await camera.show(pictures.licence.back);
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();

  await expect(flow.button('Done')).toBeVisible();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect(await readExecution(executionId)).toMatchObject({
    status: 'APPROVED',
    checks: [
      {
        documentCheckResult: { barcodeAnomalyCheckResult: 'PASS', documentValidityCheckResult: 'PASS' },
        documentCheckExtractedData: {
          documentType: 'DRIVERS_LICENSE',
          documentNumber: licence.documentNumber,
          birthDate: licence.birthDate,
          state: licence.state,
        },
      },
    ],
  });
});
