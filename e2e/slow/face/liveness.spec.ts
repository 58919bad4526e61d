import { emulateDevice } from '../../fake-device.ts';
import { expect, test } from '../../fixtures.ts';
import { holdPoses } from '../../pages/face-before-camera.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import { simulatePoser } from '../../pages/posing-camera.ts';
import { pictures } from '../../specimen.ts';
import { startSteps } from '../../stage/start-steps.ts';

// Pictures are taken by the shutter, with the timer off. The simulated user follows the flow, because with a video each pose
// would have to wait for its turn.
test.beforeEach(({ context }) => emulateDevice(context, { cores: 2 }));

/** Opens the camera of a selfie with the timer off. */
async function openCamera(flow: FlowPage): Promise<void> {
  await expect(flow.heading).toHaveText('Now show your face');
  await flow.button('Open the camera').click();
  await flow.button('Self-timer').click();
  await expect(flow.shutter).toBeEnabled();
}

for (const [what, video, heading, instead] of [
  [
    'a picture that does not move',
    pictures.faceVideo,
    'We saw no movement',
    { left: 'straight', right: 'straight', closer: 'straight' },
  ],
  ['a printed picture that is turned as asked', pictures.printVideo, 'We saw no movement', {}],
  [
    'a user who turns the other way',
    pictures.faceVideo,
    'A movement was not as asked',
    { left: 'right', right: 'left' },
  ],
] as const) {
  test(`explains the failure of ${what}, and declines at the retry limit`, {
    tag: ['@S1-10', '@S7.3-6', '@DSDK-27'],
  }, async ({ page, shop, flow, stage, readExecution }) => {
    const { executionId, token } = await startSteps(stage, { selfie: { kind: 'selfie', attempts: 2 } });
    await simulatePoser(page, { video, instead });
    await shop.open();
    await shop.start({ token });
    await flow.button('Begin').click();
    await openCamera(flow);
    await holdPoses(page, instead);
    await expect(flow.heading).toHaveText(heading);
    expect((await readExecution(executionId)).status).toBe('PENDING');

    await flow.button('Try again').click();
    await expect(flow.shutter).toBeEnabled();
    await holdPoses(page, instead);
    await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'error error_code_6']);
    expect(await readExecution(executionId)).toMatchObject({
      status: 'DECLINED',
      checks: [
        {
          checkType: 'SELFIE_CHECK',
          status: 'DECLINED',
          statusDetail: 'RETRY_LIMIT_EXCEEDED',
          selfieVerificationResult: null,
        },
      ],
    });
  });
}

test('declines a selfie in which a second person takes over', { tag: ['@S1-10'] }, async ({
  page,
  shop,
  flow,
  stage,
  readExecution,
}) => {
  const { executionId, token } = await startSteps(stage, { selfie: { kind: 'selfie', attempts: 10 } });
  await simulatePoser(page, { video: pictures.twoFacesVideo });
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  await openCamera(flow);
  await holdPoses(page);
  // A picture that a slow machine takes during the change of heads has to be retaken.
  const hasEnded = () => shop.sdkEvents().then(({ length }) => length > 2);
  for (let tries = 0; tries < 9; tries++) {
    await expect
      .poll(async () => (await hasEnded()) || (await flow.button('Try again').isVisible()))
      .toBe(true);
    if (await hasEnded()) break;
    await flow.button('Try again').click();
    await expect(flow.shutter).toBeEnabled();
    await holdPoses(page);
  }
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'completed failed']);
  expect(await readExecution(executionId)).toMatchObject({
    status: 'DECLINED',
    checks: [
      {
        status: 'DECLINED',
        statusDetail: 'FACES_DIFFER',
        selfieVerificationResult: { overallResult: 'DECLINED', livenessCheckResult: 'FAIL' },
      },
    ],
  });
});

test('sends the selfie to REVIEW if the portrait may show another person', {
  tag: ['@S1-11'],
}, async ({ page, shop, flow, readExecution }) => {
  await simulatePoser(page);
  await shop.open();
  await shop.choose('Workflow', 'Document and selfie');
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.chooseFile(pictures.siblingPhoto);
  await flow.button('Use this picture').click();
  await openCamera(flow);
  await holdPoses(page);
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'completed pending']);
  const { status, checks } = await readExecution(executionId);
  expect([status, checks?.[0]?.status]).toEqual(['REVIEW', 'APPROVED']);
  expect(checks?.[1]).toMatchObject({
    checkType: 'SELFIE_CHECK',
    status: 'REVIEW',
    statusDetail: 'LIVENESS_UNPROVEN, FACE_MAY_DIFFER',
    selfieVerificationResult: { livenessCheckResult: 'REVIEW', faceMatchingResult: 'REVIEW' },
  });
});
