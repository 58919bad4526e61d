import { basename, dirname } from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

// npm run screenshots (in e2e/): a picture of every screen, on phone and desktop, light and dark, in .screenshots/.
export default defineConfig({
  ...journeys,
  testDir: 'screens',
  projects: (journeys.projects ?? [])
    .filter(({ name }) => name !== 'afterwards')
    // A folder of journeys is one file of screens.
    .map((project) => ({
      ...project,
      testMatch: [project.testMatch ?? []]
        .flat()
        .map((match) => `${basename(dirname(String(match)))}.spec.ts`),
    })),
});
