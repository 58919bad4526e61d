import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Any page can forge handles and messages, and an isolated page has neither. So only the service is trusted.
test.each(['popup', 'hosted'])('uses no messages between windows in %s', { tags: ['DSDK-115'] }, (folder) => {
  const place = new URL(`../${folder}/`, import.meta.url);
  const sources = readdirSync(place).filter((name) => /\.ts$/.test(name) && !name.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(3);
  const speaking = sources.filter((name) =>
    /postMessage|['"`]message(error)?['"`]|onmessage|MessageChannel|BroadcastChannel|\.opener\b/.test(
      readFileSync(new URL(name, place), 'utf8'),
    ),
  );
  expect(speaking).toEqual([]);
});
