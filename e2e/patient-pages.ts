import type { BrowserContext } from '@playwright/test';

/** Longer than any journey takes, in multiples of what a page asks for. */
const stretch = 60;

/** Waits from here on are limits of patience, in milliseconds; shorter ones are part of what is seen. */
const shortestLimitMs = 20_000;

/** After so long the film of a selfie ends, which is no limit of patience: the service takes none of more than 30 s. */
const longestFilmMs = 28_000;

/**
 * Gives the pages of a context all the time of the world: their limits of patience never end while a journey lasts. The
 * flow calls a result pending after 20 s, and a request lost after 20 to 35 s; on a machine that does ten other things the
 * way there may take longer, and a journey must not end otherwise because of that. What happens when patience does end is
 * told by tests of the packages, whose clock stands still.
 */
export async function makePatient(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ factor, fromMs, exceptMs }) => {
      const original = window.setTimeout;
      window.setTimeout = ((handler: TimerHandler, delayMs = 0, ...rest: unknown[]) =>
        original(
          handler,
          delayMs >= fromMs && delayMs !== exceptMs ? delayMs * factor : delayMs,
          ...rest,
        )) as typeof setTimeout;
    },
    { factor: stretch, fromMs: shortestLimitMs, exceptMs: longestFilmMs },
  );
}
