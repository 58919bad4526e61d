import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { pictures } from './specimen.ts';

// npm test runs journeys/; its slow part also runs slow/, the same journeys with obstacles. Without JOURNEYS, both.
const suites = process.env.JOURNEYS ? [process.env.JOURNEYS] : ['journeys', 'slow'];
const specsIn = (...folders: string[]) =>
  suites.flatMap((suite) => folders.map((folder) => `${suite}/${folder}/*.spec.ts`));

// The camera's video is fixed when a browser starts, so there is one project for each picture.
export default defineConfig({
  testDir: '.',
  outputDir: '.cache/results',
  globalSetup: './stage/global-setup.ts',
  fullyParallel: true,
  // One more than the cores of a small machine, because journeys also wait for cameras and for time-outs of the service.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // No journey depends on time. These limits only end journeys that are stuck, so they allow for a machine that is several
  // times slower than usual.
  timeout: 480_000,
  expect: { timeout: 150_000 },
  // Stops after six failures, because the others would get stuck as well.
  maxFailures: 6,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    permissions: ['camera'],
    actionTimeout: 150_000,
    // Without animations, screens are still when they are checked.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes 25 % longer; enable it with --trace on. Playwright would take a screenshot of every page and discard those
    // of passed tests; fixtures.ts takes them only for failures.
    screenshot: 'off',
  },
  projects: [
    {
      name: 'passport',
      testMatch: specsIn('passport', 'blocked-camera'),
      use: { launchOptions: launchOptions(pictures.passportVideo) },
    },
    {
      name: 'blurred passport',
      testMatch: specsIn('blurred-passport'),
      use: {
        // Playwright disables the back-forward cache by default.
        launchOptions: {
          ...launchOptions(pictures.blurredVideo),
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    {
      name: 'blocked windows',
      testMatch: specsIn('blocked-windows'),
      use: {
        // Playwright disables the popup blocker by default.
        launchOptions: {
          ...launchOptions(pictures.passportVideo),
          ignoreDefaultArgs: ['--disable-popup-blocking'],
        },
      },
    },
    {
      name: 'hostile pages',
      testMatch: specsIn('hostile-pages'),
      use: {
        launchOptions: launchOptions(pictures.passportVideo, [
          // A page of another host, which is not a secure context without https.
          '--host-resolver-rules=MAP plain.test 127.0.0.1',
        ]),
      },
    },
    {
      name: 'face',
      testMatch: specsIn('face'),
      use: { launchOptions: launchOptions(pictures.faceVideo) },
    },
    // These journeys choose themselves what their camera shows.
    { name: 'cameras', testMatch: specsIn('cameras') },
    // Journeys in the Admin Panel, without a camera.
    {
      name: 'admin',
      testMatch: specsIn('admin'),
      use: { launchOptions: launchOptions(pictures.passportVideo) },
    },
    {
      name: 'afterwards',
      testMatch: specsIn('afterwards'),
      dependencies: [
        'passport',
        'blurred passport',
        'blocked windows',
        'hostile pages',
        'face',
        'cameras',
        'admin',
      ],
    },
  ],
});
