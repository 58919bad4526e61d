import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { ClientState, HandOffReturn } from '@vendor/contract';
import { createHandOffClient } from '../api/elsewhere/hand-off-client.ts';
import type { ParsedConfiguration } from '../config/parse-configuration.ts';
import type { Screen } from '../flow/screen.ts';
import { storableLook } from '../popup/storable-look.ts';
import type { Clock } from '../session/ports.ts';
import type { FlowView } from '../session/view.ts';
import { handOffStyleSheet } from '../theme/hand-off-style-sheet.ts';
import type { HandOffPart } from '../ui/deferred-parts.ts';
import { useLanguage } from '../ui/language-context.ts';
import { Button } from '../ui/parts/button.tsx';
import { HandOffScreen } from './hand-off-screen.tsx';
import { createHandOff, type HandOff } from './keep-hand-off.ts';
import { keepNonce } from './keep-nonce.ts';
import type { HandOffService } from './ports.ts';

/** Parts of the flow that a hand-off needs. */
export interface HandOffParts {
  readonly configuration: ParsedConfiguration;
  readonly sessionKey: string;
  readonly view: FlowView;
  readonly told: ReadonlySignal<ClientState>;
  readonly clock: Clock;
  /** Adds a style sheet to the flow. */
  readonly adopt: (styleSheet: string) => void;
  /**
   * Whether the user requested another code just before the flow came back, which is then shown immediately. Undefined if the
   * flow was not away.
   */
  readonly again: boolean | undefined;
  readonly onReturned: (session: HandOffReturn, again: boolean) => void;
  readonly whileExchanged: (ask: (() => Promise<unknown>) | null) => void;
  readonly signal: AbortSignal;
}

/** Connects a hand-off to the flow. */
export function openHandOff(
  parts: HandOffParts,
  createService: (parts: Parameters<typeof createHandOffClient>[0]) => HandOffService = createHandOffClient,
): HandOffPart {
  const { configuration, sessionKey, view, told, clock, adopt, again, onReturned, whileExchanged, signal } =
    parts;
  const { baseAddress } = configuration;
  const handOff = createHandOff({
    service: createService({ baseAddress, sessionKey, clock }),
    told,
    look: () => storableLook(configuration),
    clock,
    isVisible: () => !document.hidden,
    // The flow may have ended while it was being taken back; a new session would report that ending again.
    onReturned: (...returned) => isOver(view.screen.peek()) || onReturned(...returned),
    sessionKey,
    whileExchanged,
    signal,
  });
  keepNonce(handOff.stage, configuration.startNonce, signal);
  adopt(handOffStyleSheet);
  // Stops the camera behind the hand-off screen, so that it captures nothing that could not be sent.
  const leaveCamera = effect(() => {
    if (handOff.stage.value && handOff.stage.value.of !== 'offer' && atCamera(view)) view.actions.back();
  });
  signal.addEventListener('abort', leaveCamera);
  // A page reloaded while a phone holds the flow continues with the hand-off.
  if (handOff.stage.peek() && told.peek().begun) view.actions.begin();
  if (again) handOff.offer();
  return handOffPart(handOff, view, told);
}

/** Returns the screens of a hand-off. */
export function handOffPart(
  handOff: HandOff,
  view: FlowView,
  told: { readonly value: Pick<ClientState, 'handOff'> },
): HandOffPart {
  const { stage, offer, continueHere } = handOff;
  const begin = () => {
    offer();
    // Leaves the camera screen; otherwise a camera allowed meanwhile would open behind the code.
    if (atCamera(view)) view.actions.back();
  };
  return {
    screen: computed<Screen | null>(() => {
      const { kind } = view.screen.value;
      // Results and final problems replace the hand-off screen.
      return stage.value && kind !== 'result' && kind !== 'problem'
        ? { kind: 'hand-off', stage: stage.value }
        : null;
    }),
    Screen: () =>
      stage.value && (
        <HandOffScreen
          stage={stage.value}
          returning={handOff.return.value}
          clipboard={navigator.clipboard}
          onNewCode={() => (stage.peek()?.of === 'offer' ? offer() : continueHere(true))}
          onHere={() => continueHere()}
        />
      ),
    Offer() {
      const { t } = useLanguage();
      const isDesktop = matchMedia('(pointer:fine)').matches;
      const isHere = stage.value === null && told.value.handOff === 'possible';
      if (!isHere || !wantsPhone(view.screen.value, isDesktop)) return null;
      return (
        <Button kind="quiet" onPress={begin}>
          {t(isDesktop ? 'handOff.offer' : 'handOff.offerOther')}
        </Button>
      );
    },
  };
}

/** Returns whether the screen shows the end of the flow. A general problem does not, because it can be retried. */
function isOver(screen: Screen): boolean {
  return screen.kind === 'result' || (screen.kind === 'problem' && screen.problem.kind !== 'general');
}

/** Returns whether a camera is on or about to be opened. */
function atCamera({ screen }: FlowView): boolean {
  return /camera/.test(screen.peek().kind);
}

/** Returns whether to offer a phone: when the camera does not work, and on a computer before the camera is used. */
function wantsPhone(screen: Screen, isDesktop: boolean): boolean {
  // If code did not load here, the code of the hand-off will probably not load either.
  if (screen.kind === 'camera-problem') return screen.problem !== 'unloaded';
  return isDesktop && /instruct$/.test(screen.kind);
}
