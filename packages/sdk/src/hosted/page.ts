import type { HostedPage } from './ports.ts';

/** The service's page: all that it can say stands in it already, hidden, in the language of the browser. */
export function hostedPage(document: Document): HostedPage {
  const part = (id: string) => document.getElementById(id) as HTMLElement;
  const show = (shown: HTMLElement) => {
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body>main'))) {
      element.hidden = element !== shown;
    }
  };
  const room = part('flow');
  const again = part('failed').querySelector('button');
  // The claim is kept with the history entry: the page takes up where it was.
  if (again) again.onclick = () => location.reload();
  return {
    room,
    showRoom: () => show(room),
    say: (what) => show(part(what)),
    close: () => window.close(),
    onAway: (listener) => window.addEventListener('pagehide', listener),
  };
}
