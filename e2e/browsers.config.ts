import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

// npm run test:browsers: a few walks in browsers that Playwright does not drive: the oldest Chromium, Firefox ESR, WebKitGTK.
export default defineConfig({
  ...journeys,
  testDir: 'browsers',
  outputDir: '.cache/browsers-results',
  // One browser after the other: pictures take themselves, which a machine that does two things at once is slow at.
  workers: 1,
  fullyParallel: false,
  maxFailures: 0,
  projects: [{ name: 'browsers' }],
});
