import type { Logger } from '../logging/logger.ts';
import type { ClockMarkStore } from './clock-marks.ts';
import type { ClockDoubt, ClockState, ServiceClock } from './service-clock.ts';

/** Interval at which the clock is checked even if it is not used. */
const checkEveryMs = 5000;
/** Interval at which a trusted time is stored. If the process is killed, the stored time is no older than this. */
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
  let loggedDoubt: ClockDoubt | null = null;
  let stored: { doubt: ClockDoubt | null; at: number } | null = null;
  let running: Promise<void> | null = null;

  async function store(state: ClockState): Promise<void> {
    const { doubt, gapMs, wall } = state;
    const isFresh = stored?.doubt === doubt && (doubt !== null || wall - stored.at < markEveryMs);
    if (isFresh && stored !== null && wall >= stored.at) return;
    if (doubt === null) await marks.noteTrusted(wall);
    else await marks.noteDoubt(doubt, Math.round(gapMs));
    stored = { doubt, at: wall };
  }

  async function checkOnce(): Promise<void> {
    if (clock.state().doubt !== null) {
      const confirmedAt = (await marks.find())?.confirmedAt ?? null;
      if (confirmedAt !== null) clock.confirm(confirmedAt);
    }
    const state = clock.state();
    if (state.doubt !== loggedDoubt) logState(logger, state);
    loggedDoubt = state.doubt;
    await store(state);
  }

  const look = () => {
    running ??= checkOnce()
      .catch((error: unknown) => logger.warn('The state of the clock could not be stored.', {}, error))
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = every(look, checkEveryMs);
  timer.unref?.();
  return {
    look,
    async stop() {
      clearInterval(timer);
      await running;
      stored = null;
      await look();
    },
  };
}

function logState(logger: Logger, { doubt, gapMs, settlesInMs, wall }: ClockState): void {
  const facts = { wallClock: new Date(wall).toISOString(), gapSeconds: Math.round(gapMs / 1000) };
  if (doubt === null) logger.info('The clock is trusted again.', facts);
  else if (doubt === 'settling') {
    logger.warn(
      'The clock jumped. Purges, expiries and other removals wait until it has run evenly for three hours. If it is right, run: orchestration clock confirm',
      { ...facts, waitsMinutes: Math.ceil((settlesInMs ?? 0) / 60_000) },
    );
  } else {
    logger.warn(
      'The clock is too far from the last known time. Purges, expiries and other removals wait. Set it with NTP; if it is right, run: orchestration clock confirm',
      { ...facts, clock: doubt },
    );
  }
}
