import { expect, test } from '../../changing-camera.ts';
import { pictures, printed } from '../../specimen.ts';

test('captures and reads a passport that fills a camera of 720 lines', async ({
  camera,
  shop,
  flow,
  readExecution,
}) => {
  await camera.show(pictures.smallCamera.passport720);
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.button('Done')).toBeVisible();
  expect(await readExecution(executionId)).toMatchObject({
    status: 'APPROVED',
    checks: [{ documentCheckExtractedData: { documentNumber: printed.documentNumber } }],
  });
});

test('captures a card automatically with a camera of 480 lines', async ({
  camera,
  shop,
  flow,
  startSteps,
  readExecution,
}) => {
  const { executionId, token } = await startSteps({
    licence: {
      kind: 'document',
      accepts: [{ type: 'DRIVERS_LICENSE', sides: ['front'] }],
      requires: ['imageQualityCheckResult'],
    },
  });
  await camera.show(pictures.smallCamera.licence480);
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  await flow.awaitAutoCapture();
  await flow.button('Use this picture').click();
  await expect(flow.button('Done')).toBeVisible();
  expect(await readExecution(executionId)).toMatchObject({
    checks: [{ documentCheckResult: { imageQualityCheckResult: 'PASS' } }],
  });
});

test('suggests a phone for a passport at a camera of 480 lines, and captures by the shutter', async ({
  camera,
  shop,
  flow,
}) => {
  await camera.show(pictures.smallCamera.passport480);
  await shop.open();
  await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await flow.root.getByText('Try it with a phone, or take the picture').first().waitFor();
  await flow.pressShutter();
});
