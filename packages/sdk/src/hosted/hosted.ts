import { requestSession } from '../api/client-init.ts';
import { askInvitation } from '../api/elsewhere/invitation-client.ts';
import { askLink } from '../api/elsewhere/link-client.ts';
import { createWindowClient } from '../api/elsewhere/window-client.ts';
import { admitModule } from '../config/admit-module.ts';
import { resolveLanguage } from '../config/language.ts';
import { fetchModule } from '../fetch-module.ts';
import { browserClock } from '../session/browser-clock.ts';
import { version } from '../version.ts';
import { hostedPage } from './page.ts';
import { runLink } from './run-link.ts';
import { runPhone } from './run-phone.ts';
import { runWindow } from './run-window.ts';
import { reloadForTicket, type TicketClaim, takeTicket } from './take-ticket.ts';

/** Address of the shell's chunk, relative to this script, and the name of its export there; set by the build. */
declare const __VO_SHELL__: string;
declare const __VO_SHELL_MODULE__: string;

// Runs first, so that nothing else sees the ticket in the address.
const claim = takeTicket(location, history);
addEventListener('hashchange', () => reloadForTicket(claim, location, history));
const script = document.currentScript as HTMLScriptElement;
const baseAddress = location.origin;
const clock = browserClock;

// Browsers hide the attribute from style sheets; Safari before 15.4 has only the attribute.
const cspNonce = script.nonce || script.getAttribute('nonce') || undefined;

const page = hostedPage(document);

/** Parts shared by the pages of a popup, a link and a phone. */
const parts = {
  claim,
  page,
  baseAddress,
  cspNonce,
  clock,
  requestSession: ({ ticket, nonce }: TicketClaim, signal: AbortSignal) =>
    requestSession({ baseAddress, token: ticket, startNonce: nonce, sdkVersion: version, clock, signal }),
  loadShell: async (): Promise<typeof import('../shell.ts')> => {
    const { href } = new URL(__VO_SHELL__, script.src);
    await fetchModule(href);
    await admitModule(href, cspNonce);
    return (await import(/* @vite-ignore */ href))[__VO_SHELL_MODULE__];
  },
};

// The service has rendered the page in the browser's preferred language.
const language = resolveLanguage(document.documentElement.lang);

if (location.pathname === '/phone') {
  void runPhone({
    ...parts,
    language,
    askInvitation: ({ ticket, nonce }, signal) =>
      askInvitation({ baseAddress, ticket, nonce, clock, signal }),
  });
} else if (location.pathname === '/flow') {
  void runLink({
    ...parts,
    language,
    askLink: (secret, signal) => askLink({ baseAddress, secret, clock, signal }),
    goTo: (address) => location.replace(address),
  });
} else {
  void runWindow({ ...parts, createService: createWindowClient });
}
