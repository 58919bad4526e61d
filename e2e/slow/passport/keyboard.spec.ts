import type { FileChooser } from '@playwright/test';
import { addressLetter, letterPdf } from '@vendor/specimens';
import { test as base, expect } from '../../fixtures.ts';
import type { FlowPage } from '../../pages/flow-page.ts';
import { FlowWindow } from '../../pages/flow-window.ts';
import { KeyboardUser } from '../../pages/keyboard-user.ts';
import { pictures } from '../../specimen.ts';
import { startSteps } from '../../stage/start-steps.ts';

type Files = Parameters<FileChooser['setFiles']>[0];

interface Walk {
  /** Waits for the screen with that heading to have the focus. */
  at: (heading: string | RegExp, flow?: FlowPage) => Promise<void>;
  /** Starts a sandbox flow with a forced outcome. The page's own button has the focus before, the first screen afterwards. */
  startSandbox: (workflow: string, userId: string) => Promise<void>;
  /** Presses a button by keyboard and chooses a file in the file chooser. */
  choose: (button: string, file: Files) => Promise<void>;
}

const test = base.extend<{ walk: Walk }>({
  walk: async ({ shop, flow, keyboard, stage, page }, use) => {
    await use({
      at: async (heading, shown = flow) => {
        await expect(shown.heading).toHaveText(heading);
        await expect(shown.heading).toBeFocused();
      },
      startSandbox: async (workflow, userId) => {
        const workflowId = stage.workflows.find(({ name }) => name === workflow)?.id;
        const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
          method: 'POST',
          headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({ workflowId, inputs: { user_id: userId } }),
        });
        const { token } = (await reply.json()).data;
        await shop.open();
        await shop.verifyButton.focus();
        await shop.start({ token });
        await expect(flow.heading).toBeFocused();
      },
      choose: async (button, file) => {
        const chooser = page.waitForEvent('filechooser');
        await keyboard.press(button, 'Space');
        await (await chooser).setFiles(file);
      },
    });
  },
});

test.describe('keyboard without a camera', () => {
  test.use({ permissions: [] });

  test('hands off to a phone and back, and accepts a file instead, by keyboard', {
    tag: ['@DACC-2'],
  }, async ({ shop, flow, keyboard, walk, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await shop.open();
    await keyboard.press('Verify your identity', 'Space');
    await walk.at('Verify your identity');
    await keyboard.press('Begin', 'Space');
    await walk.at('Which document do you have with you?');
    await keyboard.press(/^Passport/, 'Space');
    await walk.at('Photo page of your passport');
    expect(await keyboard.goRound(flow.root)).toEqual([
      'Open the camera',
      'Use a picture you have',
      'Use your phone instead',
      'Go back',
      'Close',
    ]);
    await keyboard.press('Go back');
    await walk.at('Which document do you have with you?');
    await keyboard.press(/^Passport/);
    await walk.at('Photo page of your passport');
    await keyboard.press('Open the camera', 'Space');
    await walk.at('The camera is blocked');

    const offer = page.waitForResponse((reply) => reply.url().endsWith('/client/handoff') && reply.ok());
    await keyboard.press('Use your phone instead', 'Space');
    const { url } = (await (await offer).json()).data;
    await walk.at('Go on with your phone');
    await keyboard.press('Copy the link', 'Space');
    await expect(flow.button('Link copied')).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await keyboard.goRound(flow.root)).toEqual(
      expect.arrayContaining(['Close', 'Link copied', 'Go on here instead']),
    );

    const phone = await context.newPage();
    await phone.goto(url);
    await new KeyboardUser(phone).press('Yes, go on here', 'Space');
    await walk.at('The check is on your phone now');
    await page.bringToFront();
    await keyboard.press('Go on here instead');
    await walk.at('Photo page of your passport');

    await walk.choose('Use a picture you have', pictures.passportPhoto);
    await walk.at('Can you read every line?');
    await keyboard.goRound(flow.root);
    await keyboard.press('Use this picture', 'Space');
    await walk.at('Your identity is confirmed');
    await keyboard.press('Done', 'Space');
    await expect(flow.root).toHaveCount(0);
  });

  test('submits a form and files by keyboard, and asks again for an unusable card', {
    tag: ['@DACC-2'],
  }, async ({ shop, flow, keyboard, walk, page, stage }) => {
    const letter = addressLetter('en', new Date());
    const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: await letterPdf(letter) };
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') };
    const { token } = await startSteps(stage, {
      form: {
        kind: 'form',
        fields: [{ name: 'user_fullname' }, { name: 'user_dob' }, { name: 'user_country' }],
      },
      files: {
        kind: 'evidence',
        maxFiles: 2,
        texts: { en: { title: 'Your payslips', instructions: 'The last two.' } },
      },
      card: { kind: 'card' },
    });
    await shop.open();
    await shop.verifyButton.focus();
    await shop.start({ token });
    await walk.at('Verify your identity');
    await keyboard.press('Begin');

    await test.step('moves the focus to a missing field of the form', async () => {
      await walk.at('A few details about you');
      await keyboard.press('Continue', 'Space');
      const name = flow.root.getByLabel('Full name');
      await expect(name).toBeFocused();
      await page.keyboard.type(letter.name);
      // Enter in a field submits like the button.
      await page.keyboard.press('Enter');
      const birth = flow.root.getByLabel('Date of birth');
      await expect(birth).toBeFocused();
      await page.keyboard.type('08121974');
      await page.keyboard.press('Enter');
      await expect(flow.root.getByLabel('Country')).toBeFocused();
      await page.keyboard.type('Germ');
      await expect(flow.root.getByLabel('Country')).toHaveValue('DE');
      await keyboard.goRound(flow.root);
      await keyboard.press('Continue', 'Space');
    });

    await test.step('adds, removes and submits files', async () => {
      await walk.at('Your payslips');
      await walk.choose('Choose a file', bill);
      await walk.at('Is this the right file?');
      await keyboard.press('Choose another one', 'Space');
      await walk.at('Your payslips');
      await walk.choose('Choose a file', bill);
      await walk.at('Is this the right file?');
      await keyboard.goRound(flow.root);
      await keyboard.press('Use this file', 'Space');
      await walk.at('1 file is ready');
      await keyboard.press('Add another file', 'Space');
      await walk.at('Your payslips');
      await walk.choose('Choose a file', { ...bill, name: 'second.pdf' });
      await walk.at('Is this the right file?');
      await keyboard.press('Use this file', 'Space');
      await walk.at('2 files are ready');
      await keyboard.goRound(flow.root);
      await keyboard.press('Remove: bill.pdf', 'Space');
      await walk.at('1 file is ready');
      await expect(flow.root.getByRole('listitem')).toHaveText(/second\.pdf/);
      await keyboard.press('Hand in now', 'Space');
    });

    await test.step('reports an unusable file of the card, and leaves the flow', async () => {
      await walk.at('Front of your payment card');
      await walk.choose('Choose a file', photo);
      await walk.at('This kind of file is not taken');
      await keyboard.goRound(flow.root);
      await page.keyboard.press('Escape');
      const question = flow.root.getByRole('alertdialog');
      await expect(flow.button('Stay here')).toBeFocused();
      expect(await keyboard.goRound(question)).toEqual(['Leave', 'Stay here']);
      await keyboard.press('Leave', 'Space');
      await expect(flow.root).toHaveCount(0);
      await expect(shop.verifyButton).toBeFocused();
    });
  });
});

test('announces a retry, shows and closes a question, and restores the focus of the page', {
  tag: ['@DACC-2', '@DACC-3'],
}, async ({ shop, flow, keyboard, walk, page }) => {
  await walk.startSandbox('Identity document', 'sandbox-retry-image-blurred');
  await keyboard.press('Begin');
  await walk.at('Which document do you have with you?');
  await keyboard.press(/^Passport/);
  await walk.at('Photo page of your passport');
  await keyboard.press('Open the camera');
  await walk.at('Can you read every line?');
  await keyboard.press('Use this picture');
  await walk.at('The picture is blurred');
  await keyboard.goRound(flow.root);
  await keyboard.reach('Take a new picture', 'Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(flow.button('Stay here')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(flow.button('Take a new picture')).toBeFocused();
  await page.keyboard.press('Space');
  await walk.at('Can you read every line?');
  await page.keyboard.press('Escape');
  await keyboard.press('Leave');
  await expect(flow.root).toHaveCount(0);
  await expect(shop.verifyButton).toBeFocused();
});

test('keeps the focus on the shutter from pose to pose', {
  tag: ['@DACC-2'],
}, async ({ flow, keyboard, walk, page }) => {
  await walk.startSandbox('Document and selfie', 'sandbox-approved');
  await keyboard.press('Begin');
  await walk.at('Which document do you have with you?');
  await keyboard.press(/^Passport/);
  await walk.at('Photo page of your passport');
  await keyboard.press('Open the camera');
  await walk.at('Can you read every line?');
  await keyboard.press('Use this picture');
  await walk.at('Now show your face');
  await keyboard.goRound(flow.root);
  await keyboard.press('Open the camera');
  await expect(flow.heading).toHaveText('Your face in the oval');
  await keyboard.press('Self-timer', 'Space');
  await expect(flow.root.getByRole('button', { name: 'Self-timer', pressed: false })).toBeFocused();
  await keyboard.reach('Take the picture');
  const camera = flow.root.getByRole('heading', { name: 'Your face in the oval' });
  // Presses during a capture are ignored, so repeated presses take every pose exactly once.
  await expect(async () => {
    if (await camera.isVisible()) {
      await expect(flow.shutter).toBeFocused({ timeout: 1 });
      await page.keyboard.press('Space');
    }
    expect(await camera.isVisible()).toBe(false);
  }).toPass();
  await expect(flow.heading).toBeFocused();
});

test('announces the end of the flow, closes by keyboard, and restores the focus of the page', {
  tag: ['@DACC-2'],
}, async ({ shop, flow, keyboard, walk }) => {
  await walk.startSandbox('Identity document', 'sandbox-code-4');
  await keyboard.press('Begin');
  await walk.at('Which document do you have with you?');
  await keyboard.press(/^Passport/);
  await walk.at('Photo page of your passport');
  await keyboard.press('Open the camera');
  await walk.at('The camera part did not load');
  expect(await keyboard.goRound(flow.root)).toEqual(['Close', 'Close']);
  await keyboard.press('Close', 'Space');
  await expect(flow.root).toHaveCount(0);
  await expect(shop.verifyButton).toBeFocused();
});

test('completes in a popup by keyboard, which asks for confirmation before it is left and then closes', {
  tag: ['@DACC-2', '@DACC-3'],
}, async ({ shop, context, stage, walk, startExecution }) => {
  const { token } = await startExecution('document');
  await shop.open();
  const next = FlowWindow.next(context, [stage.shopUrl, stage.serviceUrl]);
  await shop.start({ token, renderingMode: 'popup' });
  const { page, flow, offences } = await next;
  const keyboard = new KeyboardUser(page);
  await walk.at('Verify your identity', flow);
  await page.keyboard.press('Tab');
  await expect(flow.button('Begin')).toBeFocused();
  await page.keyboard.press('Space');
  await walk.at('Which document do you have with you?', flow);
  await keyboard.reach(/^Passport/);
  await keyboard.reach('Close', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(flow.button('Stay here')).toBeFocused();
  expect(await keyboard.goRound(flow.root.getByRole('alertdialog'))).toEqual(['Leave', 'Stay here']);
  const closed = page.waitForEvent('close');
  await keyboard.press('Leave', 'Space');
  await closed;
  await expect.poll(() => shop.sdkEvents()).toEqual(['opened', 'started', 'cancelled', 'closed']);
  expect(offences).toEqual([]);
});
