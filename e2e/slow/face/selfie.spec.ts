import { emulateDevice } from '../../fake-device.ts';
import { faultsInAllViews } from '../../faults-in-all-views.ts';
import { expect, test } from '../../fixtures.ts';
import { holdPoses } from '../../pages/face-before-camera.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import { pictures } from '../../specimen.ts';
import { invitePerson } from '../../stage/invite-person.ts';
import { trackCameras } from '../../tracked-cameras.ts';

// Pictures are taken by the shutter, with the timer off.
test.beforeEach(({ context }) => emulateDevice(context, { cores: 2 }));

test('sends document and selfie to REVIEW for unproven liveness only, with pictures and video', {
  tag: ['@S1-10', '@S1-11', '@S2.6-56'],
}, async ({ shop, flow, page, stage, findBarriers, readExecution }) => {
  const cameras = await trackCameras(page);
  await shop.open();
  await shop.choose('Workflow', 'Document and selfie');
  const executionId = await shop.verify();
  await flow.chooseDocument('Passport');
  await flow.chooseFile(pictures.passportPhoto);
  await flow.button('Use this picture').click();

  await expect(flow.heading).toHaveText('Now show your face');
  expect(await findBarriers()).toEqual([]);
  await flow.button('Open the camera').click();
  await flow.button('Self-timer').click();
  await expect(flow.root.getByRole('button', { name: 'Self-timer', pressed: false })).toBeVisible();
  expect(await findBarriers()).toEqual([]);
  const poses = await holdPoses(page);
  expect(poses[0]).toBe('straight');
  expect(poses).toEqual(expect.arrayContaining(['left', 'right']));

  await expect(flow.button('Done')).toBeVisible();
  expect(new Set(await cameras())).toEqual(new Set(['ended']));
  expect(await shop.sdkEvents()).toEqual(['opened', 'started', 'completed pending']);
  const { status, checks } = await readExecution(executionId);
  expect(status).toBe('REVIEW');
  expect(checks?.find(({ checkType }) => checkType === 'SELFIE_CHECK')).toMatchObject({
    status: 'REVIEW',
    statusDetail: 'LIVENESS_UNPROVEN',
    selfieVerificationResult: { livenessCheckResult: 'REVIEW', faceMatchingResult: 'PASS' },
    capturedMedia: {
      selfieImage: { contentType: 'image/jpeg' },
      selfieVideo: { contentType: 'video/webm' },
    },
  });

  // An analyst plays the video from near its end, which requires range requests.
  await page.goto(await invitePerson(stage, 'film@shop.example', 'analyst'));
  await page.getByLabel('Your name').fill('A viewer of videos');
  await page.getByLabel('New password').fill('four words in a row');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Workflow runs' })).toBeVisible();
  await page.goto(`${stage.serviceUrl}/admin/runs/${executionId}`);
  const part = page.waitForResponse(
    (reply) => reply.url().includes('/media/') && reply.request().headers().range !== undefined,
  );
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  const reply = await part;
  expect([reply.status(), reply.headers()['cache-control']]).toEqual([206, 'private, no-store']);
  const player = page.locator('video');
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  const { seekError, duration } = await player.evaluate(async (video: HTMLVideoElement) => {
    const near = video.duration - 0.4;
    await new Promise((resolve) => {
      video.onseeked = resolve;
      video.currentTime = near;
    });
    return { seekError: video.currentTime - near, duration: video.duration };
  });
  expect(duration).toBeGreaterThan(1);
  expect(Math.abs(seekError)).toBeLessThan(0.1);
  // Plays from there to the end.
  await player.evaluate(async (video: HTMLVideoElement) => {
    const ended = new Promise((resolve) => {
      video.onended = resolve;
    });
    await video.play();
    await ended;
  });
  expect(await player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(
    duration - 0.3,
  );

  await page.getByRole('button', { name: 'Portrait beside selfie' }).click();
  await expect(page.getByRole('img', { name: 'Portrait, Identity document' })).toBeVisible();
  await expect(page.locator('.pair img')).toHaveCount(1);
  expect(await faultsInAllViews(page, 'run-portrait')).toEqual([]);
});

test('offers the hosted page if the SDK does not know the selfie step', {
  tag: ['@DSDK-83'],
}, async ({ shop, flow, page, stage, context, findBarriers, readExecution }) => {
  // Simulates a browser that records only MP4 (H.264): Safari before 18.4.
  await context.addInitScript(() => {
    const isTypeSupported = MediaRecorder.isTypeSupported.bind(MediaRecorder);
    MediaRecorder.isTypeSupported = (type) => !type.includes('webm') && isTypeSupported(type);
  });
  await page.route('**/client/init', (route) =>
    route.continue({
      postData: JSON.stringify({
        ...route.request().postDataJSON(),
        capabilities: ['document', 'hosted-page'],
      }),
    }),
  );
  await shop.open();
  await shop.choose('Workflow', 'Document and selfie');
  const executionId = await shop.verify();
  await expect(flow.heading).toHaveText('Go on in a new window');
  expect(await findBarriers()).toEqual([]);

  const next = FlowWindow.next(context, [stage.shopUrl, stage.serviceUrl]);
  await flow.button('Open the window').click();
  await expect(flow.heading).toHaveText('Go on in the other window');
  const window = await next;
  await window.flow.chooseDocument('Passport');
  await window.flow.chooseFile(pictures.passportPhoto);
  await window.flow.button('Use this picture').click();
  await expect(window.flow.heading).toHaveText('Now show your face');
  await window.flow.button('Open the camera').click();
  await window.flow.button('Self-timer').click();
  await holdPoses(window.page);

  const closed = window.page.waitForEvent('close');
  await window.flow.button('Done').click();
  await closed;
  await expect(flow.root).toBeHidden();
  const events = await shop.sdkEvents();
  expect([events.length, events[0], events[1], events[3]]).toEqual([4, 'opened', 'started', 'closed']);
  expect(events[2]).toBe('completed pending');
  expect(window.offences).toEqual([]);
  await expect.poll(async () => (await readExecution(executionId)).status).not.toBe('PENDING');
  const { checks } = await readExecution(executionId);
  const selfie = checks?.find(({ checkType }) => checkType === 'SELFIE_CHECK');
  expect(selfie).toMatchObject({ capturedMedia: { selfieVideo: { contentType: 'video/mp4' } } });
  const { selfieVideo } = selfie!.capturedMedia as { selfieVideo: { url: string } };
  // Stored videos can be played.
  const kept = await (await page.request.get(selfieVideo.url)).body();
  const player = await context.newPage();
  const duration = await player.evaluate(
    (source) =>
      new Promise<number>((resolve, reject) => {
        const video = document.createElement('video');
        video.onloadeddata = () => resolve(video.duration);
        video.onerror = () => reject(video.error);
        video.src = source;
      }),
    `data:video/mp4;base64,${kept.toString('base64')}`,
  );
  expect(duration).toBeGreaterThan(1);
});
