import type { Language } from '@vendor/contract';
import { readMember } from '../api/request.ts';
import { resolveLanguage } from '../config/language.ts';
import type { Emitter } from '../events/emitter.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import type { Clock } from '../session/ports.ts';
import type { HostedPage, PhonePage } from './ports.ts';
import { sayingOf } from './run-window.ts';
import type { TicketClaim } from './take-ticket.ts';

/** Parts of the page of a phone. */
export interface PhoneParts {
  /** Claim taken from the address; null when there was none. */
  readonly claim: TicketClaim | null;
  readonly page: HostedPage & PhonePage;
  /** Address of the service: the one that served this page. */
  readonly baseAddress: string;
  readonly cspNonce: string | undefined;
  /** Language of the page; the flow may speak another one, that of the computer. */
  readonly language: Language;
  readonly clock: Clock;
  /** Asks what to say before the user agrees. It uses nothing up. Rejects with a ServiceFailure. */
  readonly askInvitation: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  /** Exchanges the claim for `data` of a session. Rejects with a ServiceFailure. */
  readonly requestSession: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
}

/**
 * The life of a page that a phone shows for a computer. It takes the session only after its user has agreed, seeing the number
 * that the computer shows: programs that follow links run scripts, too, and press nothing. Then it is a flow like any other,
 * whose end sends the user back to the computer.
 */
export async function runPhone(parts: PhoneParts): Promise<void> {
  const { claim, page, baseAddress, cspNonce, clock } = parts;
  if (!claim) return page.say('invalid');
  const life = new AbortController();
  const { signal } = life;
  let session: unknown;
  try {
    const invitation = await parts.askInvitation(claim, signal);
    // Preloaded while the user reads. Loaded again, with an error message, when it is needed.
    parts.loadShell().catch(() => {});
    if (readMember(invitation, 'claimed') !== true) {
      await page.agreed(
        String(readMember(invitation, 'pairingCode')),
        String(readMember(invitation, 'requester')),
      );
    }
    session = await parts.requestSession(claim, signal);
  } catch (failure) {
    const saying = sayingOf(failure);
    // Taken back: a new code leads here again.
    return page.say(saying === 'over' ? 'invalid' : saying);
  }

  const look = readMember(readMember(session, 'handOff'), 'look');
  const language = resolveLanguage(readMember(look, 'language'));
  let flow: OpenFlow | null = null;
  let isTakenOver = false;
  const emit: Emitter['emit'] = (event, ...[value]) => {
    // The only error without a code of its own.
    if (event === 'error' && value === 'unknown') isTakenOver = true;
  };
  try {
    const { openFlow } = await parts.loadShell();
    flow = await openFlow({
      configuration: {
        token: claim.ticket,
        baseAddress,
        cspNonce,
        placement: { mode: 'inline', container: page.room },
        language,
        theme: readMember(look, 'theme') ?? undefined,
        messages: {
          ...(readMember(look, 'messages') as object | null | undefined),
          // The user's way leads back to the computer.
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
        page.say(isTakenOver ? 'elsewhere' : 'over');
      },
    });
  } catch (failure) {
    console.error('VendorOrchestration:', failure);
    page.say('failed');
  }
  if (!flow) return;
  page.showRoom();
  flow.run();
}
