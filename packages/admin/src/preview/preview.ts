import { type PreviewOrder, previewReady } from './preview-message.ts';
import './preview.css';
import { sampleReply } from './sample-session.ts';

/** The browser SDK as the service serves it to pages. The preview starts it as any page would. */
interface Orchestration {
  start(configuration: object): Promise<void>;
  close(): void;
  on(event: string, handler: (...values: unknown[]) => void): void;
}
declare const window: Window & { VendorOrchestration?: Orchestration };

let order: PreviewOrder | null = null;
/** Chain of the messages of the panel, handled one after the other so that no flow is closed while it is opening. */
let work: Promise<void> = Promise.resolve();

const realFetch = window.fetch.bind(window);
window.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
  const [, path] = /\/client\/(.+)$/.exec(pathname) ?? [];
  if (path === undefined) return realFetch(input, init);
  const data = order && sampleReply(path, order);
  // Safari 16 lacks `Response.json`.
  return data ? Promise.resolve(new Response(JSON.stringify({ data }))) : untilAborted(init?.signal);
};

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== parent || data?.kind !== 'show') return;
  order = data as PreviewOrder;
  work = work.then(show, show);
});
addEventListener('load', () => parent.postMessage({ kind: previewReady }, location.origin));

async function show(): Promise<void> {
  const sdk = window.VendorOrchestration;
  if (!sdk || !order) return;
  const { language, scheme, theme } = order;
  sdk.close();
  document.documentElement.style.colorScheme = scheme;
  await sdk.start({
    token: 'preview',
    language,
    theme,
    renderingMode: 'inline',
    containerId: 'flow',
    baseUrl: location.origin,
  });
  forceScheme(scheme);
}

/** Makes the style rules for dark screens follow the panel instead of the device. Finds those changed by earlier calls, too. */
function forceScheme(scheme: PreviewOrder['scheme']): void {
  const root = document.querySelector('[data-vendor-orchestration]')?.shadowRoot;
  for (const sheet of [...(root?.adoptedStyleSheets ?? []), ...(root?.styleSheets ?? [])])
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && /prefers-color-scheme|^(not )?all$/.test(rule.media.mediaText))
        rule.media.mediaText = scheme === 'dark' ? 'all' : 'not all';
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
