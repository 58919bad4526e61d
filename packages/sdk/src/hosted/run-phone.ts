import type { Language } from '@vendor/contract';
import { readMember } from '../api/request.ts';
import { resolveLanguage } from '../config/language.ts';
import type { Emitter } from '../events/emitter.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import type { Clock } from '../session/ports.ts';
import type { HostedPage, PhonePage } from './ports.ts';
import { messageFor } from './run-window.ts';
import type { TicketClaim } from './take-ticket.ts';

/** Dependencies of the page of a phone. */
export interface PhoneParts {
  /** Claim taken from the address; null if there was none. */
  readonly claim: TicketClaim | null;
  readonly page: HostedPage & PhonePage;
  /** Address of the service, which served this page. */
  readonly baseAddress: string;
  readonly cspNonce: string | undefined;
  /** Language of the page; the flow may use another one, that of the computer. */
  readonly language: Language;
  readonly clock: Clock;
  /** Requests what to show before the user agrees, without claiming the ticket. Rejects with a ServiceFailure. */
  readonly askInvitation: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  /** Exchanges the claim for `data` of a session. Rejects with a ServiceFailure. */
  readonly requestSession: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
}

/**
 * Runs the page on a phone that continues a computer's flow. Claims the session only after the user has confirmed the pairing
 * code that the computer shows, because link previews also run scripts, but press no buttons. Then it is an ordinary flow,
 * whose end sends the user back to the computer.
 */
export async function runPhone(parts: PhoneParts): Promise<void> {
  const { claim, page, baseAddress, cspNonce, clock } = parts;
  if (!claim) return page.showMessage('invalid');
  const life = new AbortController();
  const { signal } = life;
  let session: unknown;
  try {
    const invitation = await parts.askInvitation(claim, signal);
    // Preloads the shell while the user reads. If that fails, it is loaded again when needed, with an error message.
    parts.loadShell().catch(() => {});
    if (readMember(invitation, 'claimed') !== true) {
      await page.confirmPairing(
        String(readMember(invitation, 'pairingCode')),
        String(readMember(invitation, 'requester')),
      );
    }
    session = await parts.requestSession(claim, signal);
  } catch (failure) {
    const message = messageFor(failure);
    // The computer took the flow back; the user can scan a new code.
    return page.showMessage(message === 'over' ? 'invalid' : message);
  }

  const look = readMember(readMember(session, 'handOff'), 'look');
  const language = resolveLanguage(readMember(look, 'language'));
  let flow: OpenFlow | null = null;
  let isTakenOver = false;
  const emit: Emitter['emit'] = (event, ...[value]) => {
    // The code `unknown` means that the session was taken over; all other problems have codes of their own.
    if (event === 'error' && value === 'unknown') isTakenOver = true;
  };
  try {
    const { openFlow } = await parts.loadShell();
    flow = await openFlow({
      configuration: {
        token: claim.ticket,
        baseAddress,
        cspNonce,
        placement: { mode: 'inline', container: page.container },
        language,
        theme: readMember(look, 'theme') ?? undefined,
        messages: {
          ...(readMember(look, 'messages') as object | null | undefined),
          // Final texts send the user back to the computer.
          ...(language === parts.language ? page.endings() : {}),
        },
      },
      init: Promise.resolve(session),
      emit,
      clock,
      signal,
      isPhone: true,
      onLeft() {
        flow?.close();
        flow = null;
        page.showMessage(isTakenOver ? 'elsewhere' : 'over');
      },
    });
  } catch (failure) {
    console.error('VendorOrchestration:', failure);
    page.showMessage('failed');
  }
  if (!flow) return;
  page.showFlow();
  flow.run();
}
