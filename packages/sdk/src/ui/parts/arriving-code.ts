import { useEffect, useState } from 'preact/hooks';

/** Code that is loaded while something else is shown. */
export interface ArrivingCode<Code> {
  /** Null until it has arrived. */
  readonly code: Code | null;
  /** Loading has failed three times. It is tried on. */
  readonly isMissing: boolean;
}

/** Pauses after the first two failures, and after each further one, in milliseconds. */
const PAUSES_MS = [500, 1500];
const LATER_PAUSE_MS = 5000;

/** Loads code once its component is on the screen, patiently. */
export function useArrivingCode<Code>(load: () => Promise<Code>): ArrivingCode<Code> {
  // Held in an object: a function put into a state by itself would be called.
  const [arrived, setArrived] = useState<{ readonly code: Code } | null>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tryToLoad = (failed: number) =>
      load().then(
        (code) => {
          if (!life.signal.aborted) setArrived({ code });
        },
        () => {
          if (life.signal.aborted) return;
          setFailures(failed + 1);
          timer = setTimeout(() => void tryToLoad(failed + 1), PAUSES_MS[failed] ?? LATER_PAUSE_MS);
        },
      );
    void tryToLoad(0);
    return () => {
      life.abort();
      clearTimeout(timer);
    };
  }, []);
  return { code: arrived?.code ?? null, isMissing: arrived === null && failures > PAUSES_MS.length };
}
