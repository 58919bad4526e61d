import type { BrowserContext } from '@playwright/test';

/** Factor for the timeouts of pages, which makes them longer than any journey. */
const timeoutFactor = 60;

/** Delays from here on are timeouts, in ms; shorter ones are part of the visible behaviour. */
const minTimeoutMs = 20_000;

/** Maximum length of a selfie video, in ms, which is not a timeout: `maxVideoMs` of the SDK's `run-selfie-camera.ts`. */
const maxVideoMs = 28_000;

/**
 * Extends the timeouts of all pages of a context so that none expires during a journey. The flow reports a result as pending
 * after 20 s and a request as lost after 20 to 35 s; a busy machine may take longer, which must not change the journey. Tests
 * of the packages check the timeouts with a fake clock.
 */
export async function extendTimeouts(context: BrowserContext): Promise<void> {
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
    { factor: timeoutFactor, fromMs: minTimeoutMs, exceptMs: maxVideoMs },
  );
}
