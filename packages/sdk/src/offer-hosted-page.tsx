import type { ClientInitResponse } from '@vendor/contract';
import { readMember } from './api/request.ts';
import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { Screen } from './flow/screen.ts';
import type { FlowLanguage } from './i18n/flow-language.ts';
import type { OfferOptions } from './popup/offer-window.ts';
import { openWindow } from './popup/open-window.ts';
import type { FrameView } from './session/view.ts';
import type { DeferredParts } from './ui/deferred-parts.ts';
import { HostedPage } from './ui/screens/hosted-page.tsx';

/** Options of the offer to continue on the service's hosted page. */
export interface HostedPageOptions
  extends Pick<OfferOptions, 'farewell' | 'clock' | 'emit' | 'onLeft' | 'createClient'> {
  readonly configuration: ParsedConfiguration;
  readonly init: ClientInitResponse;
  /** Requests a new session with the page's token. */
  readonly askAgain: () => Promise<unknown>;
  readonly show: (view: FrameView, parts: DeferredParts) => void;
}

/** A flow that continues on the hosted page; controls the screen on this page. */
export interface HostedPageFlow {
  run(): void;
  /** Does nothing, because this screen has nothing to pause. */
  pause(): void;
  resume(): void;
  dispose(): void;
}

/**
 * Prepares the offer of the hosted page for a flow that has a step this SDK does not know. Loads everything before the offer is
 * shown, because browsers allow a window to be opened only in the turn of the user's gesture.
 *
 * @throws the error of loading the code.
 */
export async function prepareOffer(
  language: FlowLanguage,
): Promise<(options: HostedPageOptions) => HostedPageFlow> {
  const [{ offerWindow }] = await Promise.all([import('./popup/popup-flow.ts'), language.loadTexts('offer')]);
  return ({ configuration, init, askAgain, show, ...shared }) => {
    const { done, total } = init.state.progress;
    const draw = (screen: Screen) =>
      show(
        {
          screen: still(screen),
          progress: still(total === 0 ? 0 : done / total),
          canGoBack: still(false),
          quitAsked: still(screen.kind === 'leaving'),
          actions: {
            begin: () => offer.open(),
            back() {},
            askToQuit: () => offer.askToQuit(),
            confirmQuit: () => offer.leave(),
            cancelQuit: () => offer.stay(),
            finish: () => offer.leave(),
          },
        },
        parts,
      );
    const parts: DeferredParts = {
      Screen: ({ screen }) =>
        screen.kind === 'hosted-page' ? (
          <HostedPage stage={screen.stage} onOpen={() => offer.open()} />
        ) : null,
      // Questions and announcements are separate screens here, whose headings take the focus.
      Question: () => null,
      Voice: () => null,
    };
    const offer = offerWindow({
      ...shared,
      configuration,
      sessionKey: init.sessionKey,
      renewSession: async () => String(readMember(await askAgain(), 'sessionKey')),
      openWindow,
      show: draw,
    });
    return { run() {}, pause() {}, resume() {}, dispose: () => offer.dispose() };
  };
}

/** Wraps a constant in the interface of a signal; each change is drawn with a new view. */
function still<Value>(value: Value) {
  return { value, peek: () => value };
}
