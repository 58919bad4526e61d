import { type ReadonlySignal, signal } from '@preact/signals';
import { loadWhenOnline } from '../session/load-with-retry.ts';
import type { Clock } from '../session/ports.ts';

/** Code of screens that is loaded when it is first needed. */
export interface LazyChunk<Code> {
  /** Null until it has loaded. */
  readonly code: ReadonlySignal<Code | null>;
  /** Whether three attempts have failed since a screen last needed the code; loading continues. */
  readonly isMissing: ReadonlySignal<boolean>;
  /** Starts loading. Further calls have no effect. */
  fetch(): void;
  /** Ends the pause between attempts when a screen needs the code, because the connection may be back. */
  hurry(): void;
}

/**
 * Creates a loader for the code of screens.
 *
 * @param onArrived - called before `code` is set.
 */
export function lazyChunk<Code>(
  load: () => Promise<Code>,
  life: { readonly clock: Clock; readonly signal: AbortSignal },
  onArrived?: (code: Code) => void,
): LazyChunk<Code> {
  const code = signal<Code | null>(null);
  const isMissing = signal(false);
  let isRequested = false;
  let endPause: (() => void) | undefined;
  async function fetch(): Promise<void> {
    const arrived = await loadWhenOnline(load, {
      ...life,
      onMissing(retryNow) {
        endPause = retryNow;
        isMissing.value = true;
      },
    });
    if (!arrived) return;
    onArrived?.(arrived);
    code.value = arrived;
  }
  return {
    code,
    isMissing,
    fetch() {
      if (!isRequested) void fetch();
      isRequested = true;
    },
    hurry() {
      isMissing.value = false;
      endPause?.();
    },
  };
}
