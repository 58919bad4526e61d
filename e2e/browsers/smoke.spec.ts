import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { readVideoFile } from '@vendor/specimens';
import { pictures } from '../specimen.ts';
import { startFaultyRelay } from '../stage/faulty-relay.ts';
import { serveHostPage } from '../stage/host-page.ts';
import { currentStage } from '../stage/stage.ts';
import { startLink } from '../stage/start-link.ts';
import { startSteps } from '../stage/start-steps.ts';
import type { DrivenTab } from './driven-browser.ts';
import { engines } from './engines.ts';
import { computer, findLeftovers, inEachBrowser, phone } from './in-each-browser.ts';
import * as scripts from './page-scripts.ts';
import type { Visitor } from './visitor.ts';

test('finds at least one browser to run in', () => {
  expect(engines).not.toEqual([]);
});

inEachBrowser(pictures.passportVideo, ({ engine, browser, visitorOf, visit }) => {
  test('approves a passport captured by the camera', async () => {
    const visitor = await visit('camera', phone);
    const { tab } = visitor;
    const before = await tab.run(scripts.surroundings, []);
    await visitor.pressWithin('#card', '');
    await throughCamera(visitor);
    await visitor.press('Done');
    await visitor.seeNoFlow();
    await visitor.expectEvents(['opened', 'started', 'completed success', 'closed']);
    expect(await tab.run(scripts.surroundings, [])).toEqual(before);
    expect(await findLeftovers(tab)).toEqual([]);
  });

  test('completes inline with a picture from a file', async () => {
    const visitor = await visit('inline', computer);
    const { tab } = visitor;
    await tab.run(scripts.chooseMode, ['Inside this page']);
    const before = await tab.run(scripts.surroundings, []);
    await visitor.pressWithin('#card', '');
    await visitor.see('Verify your identity', 'welcome');
    const { room, frame } = (await tab.run(scripts.places, [])) as { room: number[]; frame: number[] };
    expect(frame).toEqual(room);
    await toInstruction(visitor);
    await tab.run(scripts.giveFile, [await base64(pictures.passportPhoto)]);
    await visitor.press('Use a picture you have');
    await visitor.seeButton('Use this picture');
    await visitor.photograph('review');
    await visitor.press('Use this picture');
    await visitor.see('Your identity is confirmed', 'result');
    await visitor.press('Done');
    await visitor.seeNoFlow();
    await visitor.expectEvents(['opened', 'started', 'completed success', 'closed']);
    expect(await tab.run(scripts.surroundings, [])).toEqual(before);
    expect(await findLeftovers(tab)).toEqual([]);
  });

  test('restores the page when the user leaves at the camera', async () => {
    const visitor = await visit('quit', computer);
    const { tab } = visitor;
    const before = await tab.run(scripts.surroundings, []);
    await visitor.pressWithin('#card', '');
    await visitor.see('Verify your identity', 'welcome');
    await toInstruction(visitor);
    await giveCamera(tab);
    await visitor.press('Open the camera');
    await visitor.seeButton('Take the picture');
    await visitor.press('Close');
    await visitor.seeButton('Leave');
    await visitor.photograph('asked');
    await visitor.press('Leave');
    await visitor.seeNoFlow();
    await visitor.expectEvents(['opened', 'started', 'cancelled', 'closed']);
    expect(await tab.run(scripts.surroundings, [])).toEqual(before);
    expect(await findLeftovers(tab)).toEqual([]);
  });

  test('opens a flow on each visit to a page', async () => {
    for (const time of ['first', 'second', 'third']) {
      const visitor = await visit('again', computer);
      await visitor.pressWithin('#card', '');
      await visitor.see('Verify your identity', time);
      expect(await visitor.tab.run(scripts.offences, [])).toEqual([]);
    }
  });

  test('completes in a popup', async () => {
    const visitor = await visit('popup', computer);
    await visitor.tab.run(scripts.chooseMode, ['In a window of its own']);
    await visitor.pressWithin('#card', '');
    const guest = visitorOf('popup', await browser().nextWindow());
    await guest.see('Verify your identity', 'welcome');
    await guest.tab.run(scripts.watch, []);
    await throughCamera(guest);
    expect(await findLeftovers(guest.tab)).toEqual([]);
    await guest.press('Done');
    await expect.poll(() => browser().countWindows()).toBe(1);
    await visitor.expectEvents(['opened', 'started', 'completed success', 'closed']);
    expect(await findLeftovers(visitor.tab)).toEqual([]);
  });

  test('completes on the hosted page', async () => {
    const { tab } = browser();
    const visitor = visitorOf('link');
    await tab.resize(...phone);
    await tab.open((await startLink(currentStage())).redirectUrl);
    await tab.run(scripts.watch, []);
    await throughCamera(visitor);
    expect(await findLeftovers(tab)).toEqual([]);
  });

  test('loads code again after one failed request', async () => {
    const { serviceUrl } = currentStage();
    const later = /\/chunks\/(continue-flow|capture-kit|live-camera|send-document|put-capture)-[^/]*\.js$/;
    const relay = await startFaultyRelay(serviceUrl, later);
    try {
      const { tab } = browser();
      const visitor = visitorOf('refused');
      await tab.resize(...phone);
      await tab.open((await startLink(currentStage())).redirectUrl.replace(serviceUrl, relay.url));
      await tab.run(scripts.watch, []);
      await throughCamera(visitor);
      expect([...relay.asked.keys()].map((path) => later.exec(path)?.[1]).sort()).toEqual([
        'capture-kit',
        'continue-flow',
        'live-camera',
        'put-capture',
        'send-document',
      ]);
      expect([...relay.asked.values()].filter((times) => times === 0)).toEqual([]);
    } finally {
      relay.close();
    }
  });

  test('rejects a start whose first chunk is lost, and opens the next one', async () => {
    const first = /\/chunks\/shell-[^/]*\.js$/;
    const relay = await startFaultyRelay(currentStage().serviceUrl, first, 'cut');
    const page = await serveHostPage(relay.url, {});
    try {
      const { tab } = browser();
      const visitor = visitorOf('lost');
      const { token } = await startSteps(currentStage(), { selfie: { kind: 'selfie' } });
      await tab.open(page.url);
      await tab.run(scripts.watch, []);
      // Firefox retries the request itself.
      if (engine.name !== 'Firefox ESR')
        expect(await tab.run(scripts.start, [{ token }])).toBe('The user interface could not be loaded.');
      expect(await tab.run(scripts.start, [{ token }])).toBe('');
      await visitor.see('Verify your identity', 'welcome');
      // WebKitGTK retries more than once.
      expect([...relay.asked.values()].filter((times) => times === 0)).toEqual([]);
      expect(relay.asked.size).toBe(1);
    } finally {
      page.close();
      relay.close();
    }
  });

  /** Completes the flow from the first screen to the result with an automatic capture. */
  async function throughCamera(visitor: Visitor): Promise<void> {
    await visitor.see('Verify your identity', 'welcome');
    await toInstruction(visitor);
    await giveCamera(visitor.tab);
    await visitor.press('Open the camera');
    await visitor.seeButton('Take the picture');
    await visitor.photograph('camera');
    await visitor.seeButton('Use this picture');
    await visitor.photograph('review');
    await visitor.press('Use this picture');
    await visitor.see('Your identity is confirmed', 'result');
  }

  async function toInstruction(visitor: Visitor): Promise<void> {
    await visitor.press('Begin');
    await visitor.seeButton('Passport');
    await visitor.photograph('choice');
    await visitor.press('Passport');
    await visitor.see('Photo page of your passport', 'instruction');
  }

  async function giveCamera(tab: DrivenTab): Promise<void> {
    if (!engine.playsVideo) await tab.run(scripts.giveCamera, [await framesOfVideo()]);
  }
});

/** Returns the frames of the passport's video as base64 JPEG. */
async function framesOfVideo(): Promise<string[]> {
  const { frames, jpegOf } = await readVideoFile(pictures.passportVideo);
  const jpegs = await Promise.all(Array.from({ length: frames }, (_, frame) => jpegOf(frame)));
  return jpegs.map((jpeg) => jpeg.toString('base64'));
}

async function base64(path: string): Promise<string> {
  return (await readFile(path)).toString('base64');
}
