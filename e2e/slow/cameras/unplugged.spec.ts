import { expect, test } from '../../changing-camera.ts';
import { spoilCameras } from '../../faulty-cameras.ts';
import { pictures } from '../../specimen.ts';
import { trackCameras } from '../../tracked-cameras.ts';

test('continues without a click or reload when an unplugged camera is plugged in again', async ({
  camera,
  page,
  shop,
  flow,
  readExecution,
}) => {
  await camera.show(pictures.blurredVideo);
  const faults = await spoilCameras(page);
  const states = await trackCameras(page);
  await shop.open();
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.button('Open the camera').click();
  await expect(flow.shutter).toBeEnabled();

  await faults.applyFaultToAll('unplugged');
  await expect(flow.heading).toHaveText('No camera found');
  expect(await states()).toEqual(['ended']);

  await camera.show(pictures.passportVideo);
  await faults.plugIn();
  await flow.button('Use this picture').click();
  await expect(flow.button('Done')).toBeVisible();
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed success']);
  expect(new Set(await states())).toEqual(new Set(['ended']));
  expect(await readExecution(executionId)).toMatchObject({
    status: 'APPROVED',
    checks: [{ status: 'APPROVED', documentCheckResult: { dataIntegrityCheckResult: 'PASS' } }],
  });
});
