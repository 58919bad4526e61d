import { requestSession } from '../api/client-init.ts';
import { askLink } from '../api/link-client.ts';
import { createWindowClient } from '../api/window-client.ts';
import { resolveLanguage } from '../config/language.ts';
import { browserClock } from '../session/browser-clock.ts';
import { version } from '../version.ts';
import { hostedPage } from './page.ts';
import { runLink } from './run-link.ts';
import { runWindow } from './run-window.ts';
import { type TicketClaim, takeTicket } from './take-ticket.ts';

/** Where the chunk of the shell lies, seen from this script, and under which name it exports it; given by the build. */
declare const __VO_SHELL__: string;
declare const __VO_SHELL_MODULE__: string;

// Before anything else: the address is clean from here on.
const claim = takeTicket(location, history);
const script = document.currentScript as HTMLScriptElement;
const baseAddress = location.origin;
const clock = browserClock;

const page = hostedPage(document);

/** What the pages of a window and of a link are made of alike. */
const parts = {
  claim,
  page,
  baseAddress,
  cspNonce: script.nonce || undefined,
  clock,
  requestSession: ({ ticket, nonce }: TicketClaim, signal: AbortSignal) =>
    requestSession({ baseAddress, token: ticket, nonce, sdkVersion: version, clock, signal }),
  loadShell: async (): Promise<typeof import('../shell.ts')> =>
    (await import(/* @vite-ignore */ new URL(__VO_SHELL__, script.src).href))[__VO_SHELL_MODULE__],
};

if (location.pathname === '/flow') {
  void runLink({
    ...parts,
    // The page speaks the language that the browser asked for.
    language: resolveLanguage(document.documentElement.lang),
    askLink: (secret, signal) => askLink({ baseAddress, secret, clock, signal }),
    goTo: (address) => location.replace(address),
  });
} else {
  void runWindow({ ...parts, createService: createWindowClient });
}
