import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A handle and a message say what any page can say; and an isolated page has neither. Only the service is believed.
test.each(['popup', 'hosted'])(
  'nothing in %s sends a message to another window, or hears one',
  { tags: ['DSDK-115'] },
  (folder) => {
    const place = new URL(`../${folder}/`, import.meta.url);
    const sources = readdirSync(place).filter((name) => /\.ts$/.test(name) && !name.endsWith('.test.ts'));
    expect(sources.length).toBeGreaterThan(3);
    const speaking = sources.filter((name) =>
      /postMessage|['"`]message(error)?['"`]|onmessage|MessageChannel|BroadcastChannel|\.opener\b/.test(
        readFileSync(new URL(name, place), 'utf8'),
      ),
    );
    expect(speaking).toEqual([]);
  },
);
