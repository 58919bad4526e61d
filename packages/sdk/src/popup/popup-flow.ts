import { createPopupClient } from '../api/elsewhere/popup-client.ts';
import { readMember } from '../api/request.ts';
import { exceptions, StartRefused } from '../config/exceptions.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { followWindow } from './follow-window.ts';
import { storableLook } from './storable-look.ts';
import { waitUntilShown } from './wait-until-shown.ts';
import { showWaitingSign } from './waiting-sign.ts';

/** Options for opening a flow in a popup. */
export interface PopupOptions extends ShellOptions {
  /** Empty popup, opened during the user's gesture. */
  readonly popup: Window;
  /** Creates the error that `start` rejects with when the service answers with this status before the flow is open. */
  readonly refusal: (status: number, statusText?: string) => StartRefused;
}

type PopupClient = typeof createPopupClient;

/** Values of `configuration` for workflows that the hosted page can show, including those that this SDK cannot. */
const showable: readonly unknown[] = ['valid', 'hosted'];

// Exported here so that one chunk holds both modules, which share nearly all of their code.
export { offerWindow } from './offer-window.ts';

/**
 * Navigates the popup to the service's own page and waits until it shows the flow. From then on, the popup's handle is useless,
 * because browsers cut it for isolated pages such as ours. The page gets all further information from the service.
 *
 * If the user closes the popup before its script has claimed the ticket, this is noticed only when the ticket expires.
 * `popup.closed` cannot tell sooner: whatever the opener's policy, it also becomes true when our page arrives (HTML standard,
 * "obtain a browsing context to use for a navigation response": the handle's browsing context is discarded). The same applies
 * to `pagehide` and an unreadable location. Trusting it after a pause would abort the start of users whose network takes longer
 * than the pause to load the script. A caller that does not want to wait can `close()` and start again immediately: the token
 * is valid for another popup.
 *
 * @returns null if the signal aborted meanwhile.
 * @throws StartRefused or ServiceFailure. The caller must close the popup.
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
    // The handle is cut, so only the service can reach the popup. The page does not wait for the answer.
    release = () => void service.release();
    // `closed` is reliable, because the popup is still empty and of our origin.
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
    // For the page, any refusal while the flow opens is a failed init.
    throw failure instanceof ServiceFailure ? options.refusal(failure.status, failure.statusText) : failure;
  }
}
