import { createPopupClient } from '../api/elsewhere/popup-client.ts';
import { readMember } from '../api/request.ts';
import { exceptions, StartRefused } from '../config/exceptions.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { followWindow } from './follow-window.ts';
import { waitUntilShown } from './shown-in.ts';
import { storableLook } from './storable-look.ts';
import { showWaitingSign } from './waiting-sign.ts';

/** Options with which a flow is opened in a window of its own. */
export interface PopupOptions extends ShellOptions {
  /** Opened in the user's gesture, still empty. */
  readonly popup: Window;
  /** Makes the error that `start` rejects with when the service answers with this status before the flow is open. */
  readonly refusal: (status: number, statusText?: string) => StartRefused;
}

type PopupClient = typeof createPopupClient;

/** Verdicts on a workflow that the service's own page can show, whether this SDK can or not. */
const showable: readonly unknown[] = ['valid', 'hosted'];

// Shares nearly all of its code with this module: one chunk holds both.
export { offerWindow } from './offer-window.ts';

/**
 * Sends the window to the service's own page and waits until it shows the flow. From then on the window's handle says
 * nothing any more: browsers cut it for pages that ask for isolation, ours among them. The service tells how it goes.
 *
 * So a window that the user closes between the two, before its script has claimed the ticket, is missed only when the ticket
 * expires. `popup.closed` cannot tell sooner: it turns true in the moment in which our page arrives as well (HTML standard,
 * "obtain a browsing context to use for a navigation response": the handle's browsing context is discarded), whatever
 * policy the opener has, and so do `pagehide` and an unreadable location. To believe it after a pause would end the start of
 * everybody whose network needs longer than the pause between the page and its script. Whoever does not want to wait can
 * `close()` and start again at once: the same token is good for another window.
 *
 * @returns null when the signal aborted meanwhile.
 * @throws StartRefused, or a ServiceFailure. The caller closes the window; all else is given back.
 */
export async function openFlow(
  options: PopupOptions,
  createClient: PopupClient = createPopupClient,
): Promise<OpenFlow | null> {
  const { configuration, popup, signal, emit, clock, onLeft } = options;
  showWaitingSign(popup);
  const init = await options.init;
  if (signal.aborted) return null;
  const sessionKey = readMember(init, 'sessionKey');
  if (typeof sessionKey !== 'string' || !showable.includes(readMember(init, 'configuration'))) {
    throw new StartRefused(exceptions.invalidInitResponse());
  }
  const { baseAddress } = configuration;
  const service = createClient({ baseAddress, sessionKey, clock });
  let release = () => {};
  try {
    const address = await service.open(storableLook(configuration), signal);
    // Nothing else reaches a window whose handle is cut: the page needs no answer, but the window has to hear of it.
    release = () => void service.release();
    // The window is still ours and empty, so its handle tells the truth.
    if (popup.closed) throw new StartRefused(exceptions.aborted());
    if (!signal.aborted) popup.location.replace(address);
    const state = await waitUntilShown(service, signal);
    if (!state) throw new StartRefused(exceptions.aborted());
    const life = new AbortController();
    return {
      run() {
        void followWindow({
          service,
          state,
          emit,
          onLeft() {
            release = () => {};
            onLeft();
          },
          signal: life.signal,
        });
      },
      close() {
        life.abort();
        release();
        popup.close();
      },
    };
  } catch (failure) {
    release();
    if (signal.aborted) return null;
    // Whatever the service refuses while the flow opens is a failed init to the page.
    throw failure instanceof ServiceFailure ? options.refusal(failure.status, failure.statusText) : failure;
  }
}
