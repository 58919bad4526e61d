import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { pictures } from './specimen.ts';

// npm test walks journeys/, its slow part slow/: the same journeys with something in their way. Together without JOURNEYS.
const suites = process.env.JOURNEYS ? [process.env.JOURNEYS] : ['journeys', 'slow'];
const specsIn = (...folders: string[]) =>
  suites.flatMap((suite) => folders.map((folder) => `${suite}/${folder}/*.spec.ts`));

// The camera's video is fixed when a browser starts: one project for each picture that the camera shows.
export default defineConfig({
  testDir: '.',
  outputDir: '.cache/results',
  globalSetup: './stage/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Nothing in a journey depends on time. These only decide how long one that is stuck takes, so they are wide enough for
  // a machine that is several times slower than it should be.
  timeout: 480_000,
  expect: { timeout: 150_000 },
  // Stops after six failures: when so many are stuck, the others would be, too.
  maxFailures: 6,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    permissions: ['camera'],
    actionTimeout: 150_000,
    // Screens change at once: what is looked at is at rest.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a quarter more; ask for one with --trace on. Playwright would take a picture of every page, and throw
    // it away where nothing failed: those of failures are taken by fixtures.ts.
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
        // Playwright switches the browser's own back-forward cache off.
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
        // Playwright switches the browser's own popup blocker off.
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
          // A page of another machine, which without https is no secure context.
          '--host-resolver-rules=MAP plain.test 127.0.0.1',
        ]),
      },
    },
    {
      name: 'face',
      testMatch: specsIn('face'),
      use: { launchOptions: launchOptions(pictures.faceVideo) },
    },
    // Its journeys decide themselves what their camera shows.
    { name: 'cameras', testMatch: specsIn('cameras') },
    // The panel of people who work with executions: no camera.
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
