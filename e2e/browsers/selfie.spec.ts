import { expect, test } from '@playwright/test';
import { honestPoses, prompts, takePosesShown } from '../pages/face-before-camera.ts';
import { installPosingCamera, posingHeads } from '../pages/posing-camera.ts';
import { pictures } from '../specimen.ts';
import { readExecution } from '../stage/read-execution.ts';
import { currentStage } from '../stage/stage.ts';
import { startSteps } from '../stage/start-steps.ts';
import { findLeftovers, inEachBrowser, phone } from './in-each-browser.ts';
import * as scripts from './page-scripts.ts';
import type { Visitor } from './visitor.ts';

/** Slows the clock so that no machine is too slow for the tracker. */
const slowedBy = 8;
/** Number of poses. The service chooses their order for each attempt and never asks for the same one twice in a row. */
const posesAsked = 5;

inEachBrowser(pictures.faceVideo, ({ engine, visit }) => {
  // In WebKitGTK the flow reports that the posing camera is in use, for an unknown reason.
  if (engine.name === 'WebKitGTK') return;

  for (const [how, cores] of [
    ['captures each selfie pose automatically once it is seen', 8],
    ['captures selfie poses by timer on a device with few cores', 2],
  ] as const) {
    test(how, async () => {
      const visitor = await visit(cores === 8 ? 'selfie-guided' : 'selfie-by-time', phone);
      await visitor.tab.run(scripts.emulateDevice, [cores, cores === 8 ? slowedBy : 1]);
      await visitor.tab.run(String(installPosingCamera), [await posingHeads()]);
      await visitor.tab.run(scripts.noteTracks, []);
      const walk = await openCamera(visitor);
      await visitor.see('We have all we need', 'result');
      const isGuided = cores === 8;
      const said = await walk.said();
      // Only the tracker shows this message.
      expect(said.includes('Good. Hold still')).toBe(isGuided);
      const loaded = (await visitor.tab.run(scripts.loadedChunks, [])) as string[];
      expect(loaded.filter((name) => name === 'face-model')).toEqual(isGuided ? ['face-model'] : []);
      await walk.expectResult(said, !isGuided);
    });
  }

  if (!engine.playsVideo) return;

  test('captures a face from the browser’s own camera by the shutter', async () => {
    const visitor = await visit('selfie-by-shutter', phone);
    // Avoids automatic captures before the timer is off.
    await visitor.tab.run(scripts.emulateDevice, [2, slowedBy]);
    const walk = await openCamera(visitor);
    await visitor.press('Self-timer');
    await visitor.tab.run(String(takePosesShown), [honestPoses]);
    await visitor.see('We have all we need', 'result');
    await walk.expectResult(await walk.said(), false);
  });

  /** Starts a flow with only a selfie, opens its camera and records the messages over its picture. */
  async function openCamera(visitor: Visitor) {
    const { tab } = visitor;
    const { executionId, token } = await startSteps(currentStage(), { selfie: { kind: 'selfie' } });
    expect(await tab.run(scripts.start, [{ token }])).toBe('');
    await visitor.press('Begin');
    await visitor.see('Now show your face', 'instruction');
    await tab.run(scripts.listen, []);
    await visitor.press('Open the camera');
    await visitor.seeButton('Take the picture');
    await visitor.photograph('camera');
    return {
      said: async () => (await tab.run(scripts.said, [])) as string[],
      /**
       * Expects that the poses were asked for one after the other, and that the service has the captures and questions only
       * liveness.
       */
      async expectResult(said: readonly string[], isVideoKept: boolean): Promise<void> {
        const asked = said.filter((words) => words in prompts);
        const order = asked.filter((words, index) => words !== asked[index - 1]);
        expect(order[0]).toBe('Look straight ahead');
        expect(order).toEqual(expect.arrayContaining(['Turn your head left', 'Turn your head right']));
        expect(order).toHaveLength(posesAsked);
        expect(await readExecution(currentStage(), executionId)).toMatchObject({
          status: 'REVIEW',
          checks: [
            {
              statusDetail: 'LIVENESS_UNPROVEN',
              selfieVerificationResult: { livenessCheckResult: 'REVIEW' },
              capturedMedia: {
                selfieImage: { contentType: 'image/jpeg' },
                // With a slowed clock the video would be longer than the service accepts.
                ...(isVideoKept && { selfieVideo: { contentType: engine.recordsVideo } }),
              },
            },
          ],
        });
        await visitor.press('Done');
        await visitor.seeNoFlow();
        await visitor.expectEvents(['opened', 'started', 'completed pending', 'closed']);
        expect(await findLeftovers(tab)).toEqual([]);
      },
    };
  }
});
