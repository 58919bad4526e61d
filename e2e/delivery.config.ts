import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import journeys from './playwright.config.ts';
import { pictures } from './specimen.ts';

// npm run test:delivery: the packed SDK in the hands of integrators, with their bundlers and frameworks from the registry.
export default defineConfig({
  ...journeys,
  testDir: 'delivery',
  outputDir: '.cache/delivery-results',
  globalSetup: './delivery/global-setup.ts',
  // A bundler is installed before it is used.
  timeout: 900_000,
  maxFailures: 0,
  projects: [{ name: 'delivery', use: { launchOptions: launchOptions(pictures.passportVideo) } }],
});
