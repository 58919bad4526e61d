import type { HostedPage, LinkPage, PhonePage } from './ports.ts';

/** Wraps the hosted page. All its messages are already in its HTML, hidden, in the language of the browser. */
export function hostedPage(document: Document): HostedPage & LinkPage & PhonePage {
  const part = (id: string) => document.getElementById(id) as HTMLElement;
  const show = (shown: HTMLElement) => {
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body>main'))) {
      element.hidden = element !== shown;
    }
  };
  const container = part('flow');
  const again = part('failed').querySelector('button') as HTMLElement;
  // The history entry keeps the claim, so the page continues where it was.
  again.onclick = () => location.reload();
  return {
    container,
    showFlow() {
      show(container);
      // The heading could not take the focus while it was hidden.
      container.firstElementChild?.shadowRoot?.querySelector('h1')?.focus();
    },
    showMessage: (message) => show(part(message)),
    close: () => close(),
    offerApp(open) {
      const app = part('app');
      (app.querySelector('button') as HTMLElement).onclick = open;
      show(app);
    },
    confirmPairing: (pairingCode, requester) =>
      new Promise((resolve) => {
        const pairing = part('pairing');
        const line = pairing.querySelector('.requester') as HTMLElement;
        const agree = pairing.querySelector('button') as HTMLElement;
        const number = pairing.querySelector('output') as HTMLElement;
        const title = pairing.querySelector('h1') as HTMLElement;
        number.textContent = pairingCode;
        line.textContent = String(line.textContent).replace('{requester}', () => requester);
        line.hidden = !requester;
        agree.onclick = () => {
          agree.setAttribute('aria-disabled', 'true');
          agree.onclick = null;
          resolve();
        };
        show(pairing);
        title.focus();
      }),
    endings() {
      const wordsOf = (id: string) => part(id).querySelector('p')?.textContent ?? '';
      const done = wordsOf('over');
      return {
        'result.successText': done,
        'result.pendingText': done,
        'result.failedText': done,
        'result.unknownText': done,
        'problem.taken-overText': wordsOf('elsewhere'),
      };
    },
    onHidden: (listener) => addEventListener('pagehide', listener),
  };
}
