import type { PopupReport } from '@vendor/contract';
import type { WindowClientOptions } from '../api/elsewhere/window-client.ts';
import { readMember } from '../api/request.ts';
import { resolveLanguage } from '../config/language.ts';
import type { Emitter } from '../events/emitter.ts';
import type { OpenFlow, ShellOptions } from '../open-flow.ts';
import type { Clock } from '../session/ports.ts';
import { ServiceFailure } from '../session/service-failure.ts';
import type { HostedPage, PageMessage, WindowService } from './ports.ts';
import type { TicketClaim } from './take-ticket.ts';

/** Dependencies of the page in a popup. */
export interface WindowParts {
  /** Claim taken from the address; null if there was none. */
  readonly claim: TicketClaim | null;
  readonly page: HostedPage;
  /** Address of the service, which served this page. */
  readonly baseAddress: string;
  readonly cspNonce: string | undefined;
  readonly clock: Clock;
  /** Exchanges the claim for `data` of a session. Rejects with a ServiceFailure. */
  readonly requestSession: (claim: TicketClaim, signal: AbortSignal) => Promise<unknown>;
  readonly createService: (options: WindowClientOptions) => WindowService;
  readonly loadShell: () => Promise<{ openFlow(options: ShellOptions): Promise<OpenFlow | null> }>;
}

/** Time-out for the last report of a popup before it closes itself, in ms. */
const lastReportTimeoutMs = 2_000;

/** Time after which a popup that did not close asks the user to close it, in ms. */
const closingMs = 500;

/**
 * Runs a popup that a page has opened: claims its session, shows the flow, reports to the service, and closes itself at the end
 * or when it is released. Does not need the opener: if that is closed, the flow continues.
 */
export async function runWindow(parts: WindowParts): Promise<void> {
  const { claim, page, baseAddress, cspNonce, clock } = parts;
  if (!claim) return page.showMessage('invalid');
  const life = new AbortController();
  const { signal } = life;
  let session: unknown;
  try {
    session = await parts.requestSession(claim, signal);
  } catch (failure) {
    return page.showMessage(messageFor(failure));
  }
  const popup = readMember(session, 'popup');
  const look = readMember(popup, 'look');
  const sessionKey = String(readMember(session, 'sessionKey'));
  const visit = readMember(popup, 'visit');
  const service = parts.createService({ baseAddress, sessionKey, visit, clock });
  let report: PopupReport = { opened: false, started: false, ending: null, closed: false };
  let flow: OpenFlow | null = null;

  /** Each report contains everything known, so that their order of arrival does not matter. */
  const sendReport = async (news: Partial<PopupReport>) => {
    report = { ...report, ...news };
    await service.report(report, signal).catch(() => {
      // A lost report does no harm, because the service notices by the missing polls that the popup is gone.
    });
  };
  const emit: Emitter['emit'] = (event, ...[value]) => {
    if (event === 'started') void sendReport({ started: true });
    const ending = endingOf(event, value);
    if (ending) void sendReport({ ending });
  };
  const takeFlowAway = () => {
    flow?.close();
    flow = null;
  };
  const end = async () => {
    takeFlowAway();
    life.abort();
    page.close();
    // Reached only if the browser did not close the popup.
    await clock.sleep(closingMs, new AbortController().signal);
    page.showMessage('over');
  };
  const onLeft = async () => {
    takeFlowAway();
    await Promise.race([sendReport({ closed: true }), clock.sleep(lastReportTimeoutMs, signal)]);
    await end();
  };

  page.onHidden(() => {
    if (!signal.aborted) service.leave();
  });
  service.waitForRelease(signal).then(end, () => {
    // The session was taken over, which the flow itself shows.
  });
  try {
    const { openFlow } = await parts.loadShell();
    flow = await openFlow({
      configuration: {
        token: claim.ticket,
        baseAddress,
        cspNonce,
        placement: { mode: 'inline', container: page.container },
        language: resolveLanguage(readMember(look, 'language')),
        theme: readMember(look, 'theme') ?? undefined,
        messages: readMember(look, 'messages') ?? undefined,
      },
      init: Promise.resolve(session),
      emit,
      clock,
      signal,
      onLeft: () => void onLeft(),
    });
  } catch (failure) {
    console.error('VendorOrchestration:', failure);
    page.showMessage('failed');
  }
  if (!flow) return;
  page.showFlow();
  void sendReport({ opened: true });
  flow.run();
}

/** Returns the message for a session that was refused. */
export function messageFor(failure: unknown): PageMessage {
  if (!(failure instanceof ServiceFailure)) return 'failed';
  const { kind, status } = failure;
  if (kind === 'unauthorized') return 'invalid';
  // 409 is SESSION_TAKEN_OVER or TICKET_USED, 410 is SESSION_RELEASED.
  if (status === 409) return 'elsewhere';
  return status === 410 ? 'over' : 'failed';
}

/** Returns the ending that an event of the flow means for the page that opened the popup; null if none. */
function endingOf(event: string, value: unknown): PopupReport['ending'] {
  if (event === 'completed') return { kind: 'completed', status: value } as PopupReport['ending'];
  if (event === 'error') return { kind: 'error', code: value } as PopupReport['ending'];
  return event === 'cancelled' ? { kind: 'cancelled' } : null;
}
