import type { PopupState } from '@vendor/contract';
import { vi } from 'vitest';
import type { PopupService } from '../popup/ports.ts';
import { type Deferred, deferred } from './fake-ports.ts';

/** A window that shows nothing yet. */
export const unseen: PopupState = { seq: 0, opened: false, started: false, ending: null, closed: false };

/** The service of a page that has opened a window: it answers with what the test tells. */
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
    /** Something happens in the window. */
    tell(news: Partial<PopupState>) {
      state = { ...state, ...news, seq: state.seq + 1 };
      settle((poll) => poll.resolve(state));
    },
    fail: (failure: unknown) => settle((poll) => poll.reject(failure)),
  };
}

/**
 * A window as the page that opened it holds it.
 *
 * @param isCut - whether its handle is cut once it has gone to the service, as browsers cut it for pages that ask for
 * isolation: from then on it looks closed, and closes nothing.
 */
export function fakeWindow({ isCut = false } = {}) {
  const popup = {
    closed: false,
    /** Whether the user still sees it, whatever its handle says. */
    isThere: true,
    close: vi.fn(() => {
      if (!popup.closed) popup.end();
    }),
    location: {
      replace: vi.fn<(address: string) => void>(() => {
        popup.closed ||= isCut;
      }),
    },
    /** Ends the window, as when it closes itself or the user closes it. */
    end() {
      popup.closed = true;
      popup.isThere = false;
    },
  };
  return popup;
}
