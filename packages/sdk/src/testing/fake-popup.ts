import type { PopupState } from '@vendor/contract';
import { vi } from 'vitest';
import type { PopupService } from '../popup/ports.ts';
import { type Deferred, deferred } from './fake-ports.ts';

/** A popup that does not show the flow yet. */
export const unseen: PopupState = { seq: 0, opened: false, started: false, ending: null, closed: false };

/** Creates the service of a page that has opened a popup; the test sets its answers. */
export function fakePopupService() {
  let polls: Deferred<PopupState>[] = [];
  let state = unseen;
  const service = {
    open: vi.fn<PopupService['open']>(async () => `https://verify.example/popup#${'t'.repeat(43)}`),
    news: vi.fn<PopupService['news']>((after, signal) => {
      const poll = deferred<PopupState>();
      const end = () => poll.reject(new Error('aborted'));
      signal.addEventListener('abort', end);
      if (state.seq > after) poll.resolve(state);
      else polls.push(poll);
      return poll.promise.finally(() => signal.removeEventListener('abort', end));
    }),
    release: vi.fn<PopupService['release']>(async () => {}),
  };
  const settle = (how: (poll: Deferred<PopupState>) => void) => {
    const open = polls;
    polls = [];
    for (const poll of open) how(poll);
  };
  return {
    service,
    /** Changes the state of the popup. */
    tell(news: Partial<PopupState>) {
      state = { ...state, ...news, seq: state.seq + 1 };
      settle((poll) => poll.resolve(state));
    },
    fail: (failure: unknown) => settle((poll) => poll.reject(failure)),
  };
}

/**
 * Creates a popup as seen by the page that opened it.
 *
 * @param isCut - whether its handle is cut once it has navigated to the service, as browsers do for isolated pages: from then
 *   on it looks closed, and `close` has no effect.
 */
export function fakeWindow({ isCut = false } = {}) {
  const popup = {
    closed: false,
    /** Whether the user still sees it, whatever its handle shows. */
    isThere: true,
    close: vi.fn(() => {
      if (!popup.closed) popup.end();
    }),
    location: {
      replace: vi.fn<(address: string) => void>(() => {
        popup.closed ||= isCut;
      }),
    },
    /** Closes the popup, as if by itself or by the user. */
    end() {
      popup.closed = true;
      popup.isThere = false;
    },
  };
  return popup;
}
