import { type ReadonlySignal, signal } from '@preact/signals';
import { loadAtLast } from '../session/load-patiently.ts';
import type { Clock } from '../session/ports.ts';

/** Code of screens that arrives when it is asked for. */
export interface LaterCode<Code> {
  /** Null before it has arrived. */
  readonly code: ReadonlySignal<Code | null>;
  /** Three tries have failed, and it has not become due since; it is tried on. */
  readonly isMissing: ReadonlySignal<boolean>;
  /** Asks for it; asked again, it comes no earlier. */
  fetch(): void;
  /** Ends the pause between tries once the code is needed: what failed before says nothing of the connection now. */
  hurry(): void;
}

/**
 * Makes what fetches the code of screens.
 *
 * @param onArrived - called before the code is told of.
 */
export function laterCode<Code>(
  load: () => Promise<Code>,
  life: { readonly clock: Clock; readonly signal: AbortSignal },
  onArrived?: (code: Code) => void,
): LaterCode<Code> {
  const code = signal<Code | null>(null);
  const isMissing = signal(false);
  let isAsked = false;
  let endPause: (() => void) | undefined;
  async function fetch(): Promise<void> {
    const arrived = await loadAtLast(load, {
      ...life,
      onMissing(goOn) {
        endPause = goOn;
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
      if (!isAsked) void fetch();
      isAsked = true;
    },
    hurry() {
      isMissing.value = false;
      endPause?.();
    },
  };
}
