import { expect, test } from '../../changing-camera.ts';
import { letter, pictures } from '../../specimen.ts';
import { startSteps } from '../../stage/start-steps.ts';

test('captures a letter automatically, and keeps the whole frame', {
  tag: ['@S1-12'],
}, async ({ camera, shop, flow, stage }) => {
  const { token } = await startSteps(
    stage,
    { letter: { kind: 'address', compareWith: 'trigger' } },
    { user_fullname: letter.name, user_address: letter.address.join(', ') },
  );
  await camera.show(pictures.letterVideo);
  await shop.open();
  await shop.start({ token });
  await flow.button('Begin').click();
  await flow.awaitAutoCapture();
  const size = await flow.root
    .locator('img')
    .last()
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([1920, 1080]);
});
