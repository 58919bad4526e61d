import type { PopupEnding, PopupState } from '@vendor/contract';
import type { Emitter } from '../events/emitter.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import type { PopupService } from './ports.ts';

/** A popup that shows the flow, and the receiver of its events. */
export interface FollowedWindow {
  readonly service: Pick<PopupService, 'news'>;
  /** State when the flow became visible in the popup. */
  readonly state: PopupState;
  readonly emit: Emitter['emit'];
  /** Called when the popup is gone, or its state can no longer be read. */
  readonly onLeft: () => void;
  readonly signal: AbortSignal;
}

/** Emits the events of the popup, each once and in the order of the life cycle, until it is gone. */
export async function followWindow({ service, state, emit, onLeft, signal }: FollowedWindow): Promise<void> {
  let previous: Pick<PopupState, 'started' | 'ending'> = { started: false, ending: null };
  try {
    for (let now = state; ; now = await service.news(now.seq, signal)) {
      const { started, ending, closed } = now;
      const before = previous;
      previous = now;
      if (started && !before.started) emit('started');
      // Any handler of the page may have closed the flow.
      if (ending && !before.ending && !signal.aborted) emitEnding(ending, emit);
      if (signal.aborted) return;
      if (closed) return onLeft();
    }
  } catch (failure) {
    if (signal.aborted) return;
    const isOver = failure instanceof ServiceFailure && failure.kind === 'unauthorized';
    if (!previous.ending) emit('error', isOver ? 'error_code_3' : 'unknown');
    onLeft();
  }
}

function emitEnding(ending: PopupEnding, emit: Emitter['emit']): void {
  if (ending.kind === 'completed') emit('completed', ending.status);
  else if (ending.kind === 'error') emit('error', ending.code);
  else emit('cancelled');
}
