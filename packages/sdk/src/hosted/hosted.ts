import { requestSession } from '../api/client-init.ts';
import { createWindowClient } from '../api/window-client.ts';
import { browserClock } from '../session/browser-clock.ts';
import { version } from '../version.ts';
import { hostedPage } from './page.ts';
import { runWindow } from './run-window.ts';
import { takeTicket } from './take-ticket.ts';

/** Where the chunk of the shell lies, seen from this script, and under which name it exports it; given by the build. */
declare const __VO_SHELL__: string;
declare const __VO_SHELL_MODULE__: string;

// Before anything else: the address is clean from here on.
const claim = takeTicket(location, history);
const script = document.currentScript as HTMLScriptElement;
const baseAddress = location.origin;
const clock = browserClock;

void runWindow({
  claim,
  page: hostedPage(document),
  baseAddress,
  cspNonce: script.nonce || undefined,
  clock,
  requestSession: ({ ticket, nonce }, signal) =>
    requestSession({ baseAddress, token: ticket, nonce, sdkVersion: version, clock, signal }),
  createService: createWindowClient,
  loadShell: async (): Promise<typeof import('../shell.ts')> =>
    (await import(/* @vite-ignore */ new URL(__VO_SHELL__, script.src).href))[__VO_SHELL_MODULE__],
});
