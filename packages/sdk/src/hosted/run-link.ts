import type { LinkState } from '@vendor/contract';
import { readMember } from '../api/request.ts';
import type { Emitter } from '../events/emitter.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import type { Clock } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import { findDestination, leadsToApp, parseLinkState } from './link-state.ts';
import type { HostedPage, LinkPage, PageMessage } from './ports.ts';
import type { TicketClaim } from './take-ticket.ts';

/** Dependencies of the page of a link. */
export interface LinkParts {
  /** Claim taken from the address; null if there was none. */
  readonly claim: TicketClaim | null;
  readonly page: HostedPage & LinkPage;
  /** Address of the service, which served this page. */
  readonly baseAddress: string;
  readonly cspNonce: string | undefined;
  readonly language: ShellOptions['configuration']['language'];
  readonly clock: Clock;
  /** Requests the state of the link. Rejects with a ServiceFailure. */
  readonly askLink: (secret: string, signal: AbortSignal) => Promise<unknown>;
  /** Exchanges the claim for `data` of a session. Rejects with a ServiceFailure. */
  readonly requestSession: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
  /** Navigates to another page, which replaces this one, or to an app. */
  readonly goTo: (address: string) => void;
}

/**
 * Intervals for requesting the state while checks run after the user's part; `laterMs` applies after ten minutes. Retries of a
 * check may take even longer, but the flow ends when its link expires.
 */
const askAgain = { everyMs: 3_000, times: 200, laterMs: 30_000 } as const;

/**
 * Runs the page that a link leads to: claims the session, shows the flow, and redirects the user to the link's addresses once
 * there is a result, or immediately if the flow ends without one. Without an address, the user stays on the page.
 */
export async function runLink(parts: LinkParts): Promise<void> {
  const { claim, page, baseAddress, cspNonce, language, clock } = parts;
  if (!claim) return page.showMessage('invalid');
  const life = new AbortController();
  const { signal } = life;
  const ask = async () => parseLinkState(await parts.askLink(claim.ticket, signal));
  let flow: OpenFlow | null = null;
  let hasLeft = false;

  const takeFlowAway = () => {
    flow?.close();
    flow = null;
  };
  /**
   * Redirects the user according to the state of the link.
   *
   * @returns whether there is an address.
   */
  const redirect = (state: LinkState): boolean => {
    const address = findDestination(state);
    if (address === null || signal.aborted) return false;
    takeFlowAway();
    life.abort();
    // Opening an app does not replace this page.
    if (leadsToApp(address)) page.offerApp(() => parts.goTo(address));
    parts.goTo(address);
    return true;
  };

  let link: LinkState | undefined;
  let session: unknown;
  try {
    link = await ask();
    if (redirect(link)) return;
    session = await parts.requestSession(claim, signal);
  } catch (failure) {
    // The link may have expired between the two requests.
    const latest = link && (await ask().catch(() => null));
    if (!latest || !redirect(isRefused(failure) ? withoutSession(latest) : latest))
      page.showMessage(chooseMessage(failure, latest));
    return;
  }

  const { completedUrl, incompleteUrl } = link;
  const hasDestination = completedUrl !== null || incompleteUrl !== null;
  const incomplete: LinkState = { journey: 'incomplete', completedUrl, incompleteUrl };
  /** @param adjust - adjusts each received state. */
  const waitForOutcome = async (adjust = (state: LinkState) => state) => {
    if (!hasDestination) return;
    for (let times = 1; !signal.aborted; times += 1) {
      // A failed request is repeated at the next interval.
      const state = await ask().then(adjust, () => null);
      if (state && !isUnfinished(state)) return void redirect(state);
      await clock.sleep(times < askAgain.times ? askAgain.everyMs : askAgain.laterMs, signal);
    }
  };
  const afterError = async (code: unknown) => {
    // The code `unknown` means that the session was taken over: the flow continues elsewhere, so the integrator's page must not
    // be told that it ended.
    if (code === 'unknown') {
      hasLeft = true;
      return;
    }
    const state = await ask().catch(() => incomplete);
    // Captures that arrived in time are checked although the session is over, so the result may still follow.
    if (state.journey === 'checking' && code === 'error_code_3') return waitForOutcome(withoutSession);
    redirect(isUnfinished(state) ? incomplete : state);
  };
  const emit: Emitter['emit'] = (event, ...[value]) => {
    if (event === 'completed') void waitForOutcome();
    if (event === 'error') void afterError(value);
    if (event === 'cancelled') {
      hasLeft = true;
      redirect(incomplete);
    }
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
        theme: (readMember(session, 'theme') ?? undefined) as ShellOptions['configuration']['theme'],
        messages: undefined,
      },
      init: Promise.resolve(session),
      emit,
      clock,
      signal,
      onLeft() {
        takeFlowAway();
        if (!signal.aborted) page.showMessage(hasLeft ? 'elsewhere' : 'over');
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

/** Returns whether the flow still awaits the user or a check. */
function isUnfinished({ journey }: LinkState): boolean {
  return journey === 'open' || journey === 'checking';
}

/** Returns the state of a link whose page has no session any longer: if the flow awaited the user, it is over. */
function withoutSession(link: LinkState): LinkState {
  return link.journey === 'open' ? { ...link, journey: 'incomplete' } : link;
}

/** Messages for a link without a session, by its state. */
const endings: Readonly<Record<LinkState['journey'], PageMessage>> = {
  open: 'invalid',
  checking: 'invalid',
  completed: 'finished',
  incomplete: 'expired',
};

/**
 * Returns the message for a flow that cannot be shown. Reveals how a flow ended only if the state was readable with the link's
 * secret.
 */
function chooseMessage(failure: unknown, link: LinkState | null | undefined): PageMessage {
  return isRefused(failure) ? endings[link?.journey ?? 'open'] : 'failed';
}

function isRefused(failure: unknown): boolean {
  return failure instanceof ServiceFailure && failure.kind === 'unauthorized';
}
