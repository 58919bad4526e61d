import type { Logger } from '../logging/logger.ts';
import type { ClockMarkStore } from './clock-marks.ts';
import type { ClockDoubt, ClockState, ServiceClock } from './service-clock.ts';

/** Interval at which the clock is compared while it is not used. */
const lookEveryMs = 5000;
/** How often a trusted time is stored: a process that is killed leaves one no older than this. */
const markEveryMs = 10 * 60_000;

export interface ClockWatch {
  /** Checks the clock once, stores and logs changes, and accepts a confirmation. */
  look(): Promise<void>;
  /** Stops watching, and stores the last trusted time. */
  stop(): Promise<void>;
}

/** Watches the service's clock: stores trusted times, logs doubts, and reads an operator's confirmation. */
export function watchClock(
  { clock, marks, logger }: { clock: ServiceClock; marks: ClockMarkStore; logger: Logger },
  every = setInterval,
): ClockWatch {
  let told: ClockDoubt | null = null;
  let stored: { doubt: ClockDoubt | null; at: number } | null = null;
  let looking: Promise<void> | null = null;

  async function store(state: ClockState): Promise<void> {
    const { doubt, gapMs, wall } = state;
    const isFresh = stored?.doubt === doubt && (doubt !== null || wall - stored.at < markEveryMs);
    if (isFresh && stored !== null && wall >= stored.at) return;
    if (doubt === null) await marks.noteTrusted(wall);
    else await marks.noteDoubt(doubt, Math.round(gapMs));
    stored = { doubt, at: wall };
  }

  async function lookOnce(): Promise<void> {
    if (clock.state().doubt !== null) {
      const confirmedAt = (await marks.find())?.confirmedAt ?? null;
      if (confirmedAt !== null) clock.confirm(confirmedAt);
    }
    const state = clock.state();
    if (state.doubt !== told) tell(logger, state);
    told = state.doubt;
    await store(state);
  }

  const look = () => {
    looking ??= lookOnce()
      .catch((error: unknown) => logger.warn('The state of the clock could not be stored.', {}, error))
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  const timer = every(look, lookEveryMs);
  timer.unref?.();
  return {
    look,
    async stop() {
      clearInterval(timer);
      await looking;
      stored = null;
      await look();
    },
  };
}

function tell(logger: Logger, { doubt, gapMs, trustedInMs, wall }: ClockState): void {
  const facts = { wallClock: new Date(wall).toISOString(), gapSeconds: Math.round(gapMs / 1000) };
  if (doubt === null) logger.info('The clock is trusted again.', facts);
  else if (doubt === 'settling') {
    logger.warn(
      'The clock jumped. Purges, expiries and other removals wait until it has run evenly for three hours, or until it is confirmed: orchestration clock confirm',
      { ...facts, waitsMinutes: Math.ceil((trustedInMs ?? 0) / 60_000) },
    );
  } else {
    logger.warn(
      'The clock is too far from the last known time. Purges, expiries and other removals wait. Set it by NTP; if it is right, run: orchestration clock confirm',
      { ...facts, clock: doubt },
    );
  }
}
