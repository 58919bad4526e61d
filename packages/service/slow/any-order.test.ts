import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { story } from '../testing/story.ts';
import { StoryWorld } from '../testing/story-world.ts';
import { tellStory } from '../testing/tell-story.ts';

/** Number of stories; set STORIES for more. */
const stories = Number(process.env.STORIES ?? 1500);

let world: StoryWorld;

beforeAll(async () => {
  world = await StoryWorld.open();
});
afterAll(() => world.close());

it('follows the specification for any events in any order', {
  tags: ['S3.1-15'],
  timeout: 900_000,
}, async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      played += 1;
      await tellStory(world, one);
    }),
    { numRuns: stories },
  );
  expect(played).toBeGreaterThanOrEqual(stories);
});
