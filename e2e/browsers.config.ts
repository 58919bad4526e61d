import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

// npm run test:browsers: a few journeys in browsers that Playwright does not drive: the oldest Chromium, Firefox ESR,
// WebKitGTK.
export default defineConfig({
  ...journeys,
  testDir: 'browsers',
  outputDir: '.cache/browsers-results',
  // One browser at a time: automatic capture is slow on a machine with two at once.
  workers: 1,
  fullyParallel: false,
  maxFailures: 0,
  projects: [{ name: 'browsers' }],
});
