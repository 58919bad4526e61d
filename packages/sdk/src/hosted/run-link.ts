import type { LinkState } from '@vendor/contract';
import { readMember } from '../api/request.ts';
import type { Emitter } from '../events/emitter.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import type { Clock } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { findDestination, leadsToApp, parseLinkState } from './link-journey.ts';
import type { HostedPage, LinkPage, PageSaying } from './ports.ts';
import type { TicketClaim } from './take-ticket.ts';

/** Parts of the page of a link. */
export interface LinkParts {
  /** Claim taken from the address; null when there was none. */
  readonly claim: TicketClaim | null;
  readonly page: HostedPage & LinkPage;
  /** Address of the service: the one that served this page. */
  readonly baseAddress: string;
  readonly cspNonce: string | undefined;
  readonly language: ShellOptions['configuration']['language'];
  readonly clock: Clock;
  /** Asks where the journey stands. Rejects with a ServiceFailure. */
  readonly askLink: (secret: string, signal: AbortSignal) => Promise<unknown>;
  /** Exchanges the claim for `data` of a session. Rejects with a ServiceFailure. */
  readonly requestSession: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
  /** Goes to another page, which takes the place of this one, or to an app. */
  readonly goTo: (address: string) => void;
}

/**
 * While checks still run after the user's part: how often to ask, and how often after the first ten minutes. A check may be tried
 * anew for longer than that; the journey ends with the time of its link at the latest.
 */
const askAgain = { everyMs: 3_000, times: 200, laterMs: 30_000 } as const;

/**
 * The life of the page that a link leads to: it takes the session, shows the flow, and sends the user to where the link
 * says, once the journey has a result or at once when it ends without one. Without an address they stay.
 */
export async function runLink(parts: LinkParts): Promise<void> {
  const { claim, page, baseAddress, cspNonce, language, clock } = parts;
  if (!claim) return page.say('invalid');
  const life = new AbortController();
  const { signal } = life;
  const ask = async () => parseLinkState(await parts.askLink(claim.ticket, signal));
  let flow: OpenFlow | null = null;
  let hasLeft = false;

  const takeFlowAway = () => {
    flow?.close();
    flow = null;
  };
  /** Redirects the user according to the state of the link. @returns whether there is an address. */
  const sendOn = (state: LinkState): boolean => {
    const address = findDestination(state);
    if (address === null || signal.aborted) return false;
    takeFlowAway();
    life.abort();
    // An app does not take the place of this page.
    if (leadsToApp(address)) page.offerApp(() => parts.goTo(address));
    parts.goTo(address);
    return true;
  };

  let link: LinkState | undefined;
  let session: unknown;
  try {
    link = await ask();
    if (sendOn(link)) return;
    session = await parts.requestSession(claim, signal);
  } catch (failure) {
    // Its time may have ended between the two questions.
    const latest = link && (await ask().catch(() => null));
    if (!latest || !sendOn(isRefused(failure) ? withoutSession(latest) : latest))
      page.say(sayingOf(failure, latest));
    return;
  }

  const { completedUrl, incompleteUrl } = link;
  const hasDestination = completedUrl !== null || incompleteUrl !== null;
  const incomplete: LinkState = { journey: 'incomplete', completedUrl, incompleteUrl };
  /** @param seen - what an answer means here. */
  const untilOver = async (seen = (state: LinkState) => state) => {
    if (!hasDestination) return;
    for (let times = 1; !signal.aborted; times += 1) {
      // A question that fails now is asked again later.
      const state = await ask().then(seen, () => null);
      if (state && !goesOn(state)) return void sendOn(state);
      await clock.sleep(times < askAgain.times ? askAgain.everyMs : askAgain.laterMs, signal);
    }
  };
  const afterError = async (code: unknown) => {
    // The code `unknown` means that the session was taken over: the flow continues elsewhere, and the caller's page must not say
    // that it ended.
    if (code === 'unknown') {
      hasLeft = true;
      return;
    }
    const state = await ask().catch(() => incomplete);
    // Inputs that arrived in time are judged although the session is over: whether there is a result is not known yet.
    if (state.journey === 'checking' && code === 'error_code_3') return untilOver(withoutSession);
    sendOn(goesOn(state) ? incomplete : state);
  };
  const emit: Emitter['emit'] = (event, ...[value]) => {
    if (event === 'completed') void untilOver();
    if (event === 'error') void afterError(value);
    if (event === 'cancelled') {
      hasLeft = true;
      sendOn(incomplete);
    }
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
        theme: (readMember(session, 'theme') ?? undefined) as ShellOptions['configuration']['theme'],
        messages: undefined,
      },
      init: Promise.resolve(session),
      emit,
      clock,
      signal,
      onLeft() {
        takeFlowAway();
        if (!signal.aborted) page.say(hasLeft ? 'elsewhere' : 'over');
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

/** Whether the user, or a check, has still something to do. */
function goesOn({ journey }: LinkState): boolean {
  return journey === 'open' || journey === 'checking';
}

/** Returns the state of a link whose page has no session any more: a flow that waited for the user is over. */
function withoutSession(link: LinkState): LinkState {
  return link.journey === 'open' ? { ...link, journey: 'incomplete' } : link;
}

/** Message for a link without a session any more, by the state of its journey. */
const endings: Readonly<Record<LinkState['journey'], PageSaying>> = {
  open: 'invalid',
  checking: 'invalid',
  completed: 'finished',
  incomplete: 'expired',
};

/** Why the flow cannot be shown, in the words of the page: how a journey ended is told to who knows its secret alone. */
function sayingOf(failure: unknown, link: LinkState | null | undefined): PageSaying {
  return isRefused(failure) ? endings[link?.journey ?? 'open'] : 'failed';
}

function isRefused(failure: unknown): boolean {
  return failure instanceof ServiceFailure && failure.kind === 'unauthorized';
}
