import { emulateDevice } from '../../fake-device.ts';
import { expect, test } from '../../fixtures.ts';
import { holdPoses } from '../../pages/face-before-camera.ts';
import { startSteps } from '../../stage/start-steps.ts';
import { trackCameras } from '../../tracked-cameras.ts';
import { simulateClosedLaptop } from '../../two-webcams.ts';

// Pictures are taken by the shutter, with the timer off.
test.beforeEach(({ context }) => emulateDevice(context, { cores: 2 }));

test('takes the selfie with the external webcam beside a closed laptop', async ({
  page,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const opened = await simulateClosedLaptop(page);
  const states = await trackCameras(page);
  const { executionId, token } = await startSteps(stage, { selfie: { kind: 'selfie' } });
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  await flow.button('Open the camera').click();
  await flow.button('Self-timer').click();
  const names = async () => (await opened()).map(([name]) => name);
  await expect.poll(names).toEqual(['built-in', 'beside']);
  await expect(flow.shutter).toBeEnabled();

  await flow.button('Use the other camera').click();
  await expect(flow.heading).toHaveText('The camera shows only black');
  await flow.button('Try again').click();
  await expect(flow.shutter).toBeEnabled();
  await expect(flow.button('Use the other camera')).toBeVisible();
  await holdPoses(page);
  await expect(flow.button('Done')).toBeVisible();
  expect(await opened()).toEqual([
    ['built-in', 0],
    ['beside', 0],
    ['built-in', 0],
    ['beside', 0],
  ]);
  expect(new Set(await states())).toEqual(new Set(['ended']));
  expect(await readExecution(executionId)).toMatchObject({
    status: 'REVIEW',
    checks: [
      {
        status: 'REVIEW',
        statusDetail: 'LIVENESS_UNPROVEN',
        selfieVerificationResult: { livenessCheckResult: 'REVIEW' },
      },
    ],
  });
});
