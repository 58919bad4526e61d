import type { ClientInitResponse } from '@vendor/contract';
import { readMember } from './api/request.ts';
import type { ParsedConfiguration } from './config/parse-configuration.ts';
import type { Screen } from './flow/screen.ts';
import type { FlowLanguage } from './i18n/flow-language.ts';
import type { OfferOptions } from './popup/offer-window.ts';
import { openWindow } from './popup/open-window.ts';
import type { FrameView } from './session/view.ts';
import type { LaterParts } from './ui/later-parts.ts';
import { HostedPage } from './ui/screens/hosted-page.tsx';

/** Options with which the way to the service's own page is offered. */
export interface HostedPageOptions
  extends Pick<OfferOptions, 'farewell' | 'clock' | 'emit' | 'onLeft' | 'createClient'> {
  readonly configuration: ParsedConfiguration;
  readonly init: ClientInitResponse;
  /** Asks for another session with the token of the page. */
  readonly askAgain: () => Promise<unknown>;
  readonly show: (view: FrameView, parts: LaterParts) => void;
}

/** A flow that goes on at the service's own page, in charge of the screen here. */
export interface HostedPageFlow {
  run(): void;
  /** Does nothing: no part of this screen has to pause with the page. */
  pause(): void;
  resume(): void;
  dispose(): void;
}

/**
 * Makes what offers the service's own page for a flow that has a step this SDK does not know. All of it is there before the
 * offer is shown: a window opens in the very turn of the user's gesture, or not at all.
 *
 * @throws what loading its code threw.
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
    const parts: LaterParts = {
      Screen: ({ screen }) =>
        screen.kind === 'hosted-page' ? (
          <HostedPage stage={screen.stage} onOpen={() => offer.open()} />
        ) : null,
      // This page asks and speaks by screens of its own, whose headings take the focus.
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

/** A value as the frame reads it: each change is drawn anew. */
function still<Value>(value: Value) {
  return { value, peek: () => value };
}
