import { basename, dirname } from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

// npm run screenshots (in e2e/): screenshots of every screen, on phone and desktop, light and dark, in .screenshots/.
export default defineConfig({
  ...journeys,
  testDir: 'screens',
  projects: (journeys.projects ?? [])
    .filter(({ name }) => name !== 'afterwards')
    // Each folder of journeys has one file of screens.
    .map((project) => ({
      ...project,
      testMatch: [project.testMatch ?? []]
        .flat()
        .map((match) => `${basename(dirname(String(match)))}.spec.ts`),
    })),
});
