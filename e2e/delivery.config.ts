import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import journeys from './playwright.config.ts';
import { pictures } from './specimen.ts';

// npm run test:delivery: the packed SDK with the bundlers and frameworks of integrators, installed from the registry.
export default defineConfig({
  ...journeys,
  testDir: 'delivery',
  outputDir: '.cache/delivery-results',
  globalSetup: './delivery/global-setup.ts',
  // Includes the installation of a bundler.
  timeout: 900_000,
  maxFailures: 0,
  projects: [{ name: 'delivery', use: { launchOptions: launchOptions(pictures.passportVideo) } }],
});
