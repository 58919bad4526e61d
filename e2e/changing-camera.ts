import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './browser.ts';
import { test as base } from './fixtures.ts';
import { pictures } from './specimen.ts';
import { type StartedSteps, startSteps } from './stage/start-steps.ts';

/** The scene in front of the camera. */
interface ChangingCamera {
  /** Changes the scene. The browser reads the video from its start whenever the camera is opened. */
  show(video: string): Promise<void>;
}

interface Fixtures {
  camera: ChangingCamera;
  /** Starts an execution of a workflow whose nodes follow each other in the given order. */
  startSteps: (nodes: Record<string, object>) => Promise<StartedSteps>;
}

/** Journeys that turn a card over or change the scene in front of the camera; each browser has its own camera. */
export const test = base.extend<Fixtures, { shownVideo: string }>({
  shownVideo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture depends on from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'camera-'));
      const path = join(folder, 'shown.y4m');
      await symlink(pictures.passportVideo, path);
      await use(path);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  launchOptions: [({ shownVideo }, use) => use(launchOptions(shownVideo)), { scope: 'worker' }],
  startSteps: ({ stage }, use) => use((nodes) => startSteps(stage, nodes)),
  camera: ({ shownVideo }, use) =>
    use({
      async show(video) {
        // Renamed into place, so that the path leads to a video at any time.
        await symlink(video, `${shownVideo}.next`);
        await rename(`${shownVideo}.next`, shownVideo);
      },
    }),
});

export { expect } from './fixtures.ts';
