import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { pictures } from './specimen.ts';

// The camera's video is fixed when a browser starts: one project for each picture that the camera shows.
export default defineConfig({
  testDir: 'journeys',
  outputDir: '.cache/results',
  globalSetup: './stage/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 20_000,
    // Screens change at once: what is looked at is at rest.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a quarter more; ask for one with --trace on.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'passport',
      testMatch: 'passport/*.spec.ts',
      use: { launchOptions: launchOptions({ videoPath: pictures.passportVideo, isGranted: true }) },
    },
    {
      name: 'blurred passport',
      testMatch: 'blurred-passport/*.spec.ts',
      use: { launchOptions: launchOptions({ videoPath: pictures.blurredVideo, isGranted: true }) },
    },
    {
      name: 'blocked camera',
      testMatch: 'blocked-camera/*.spec.ts',
      use: { launchOptions: launchOptions({ videoPath: pictures.passportVideo, isGranted: false }) },
    },
    {
      name: 'afterwards',
      testMatch: 'afterwards/*.spec.ts',
      dependencies: ['passport', 'blurred passport', 'blocked camera'],
    },
  ],
});
