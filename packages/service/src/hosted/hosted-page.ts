import type { PageWords } from './words.ts';

/** What a page is made of. */
export interface HostedPage {
  readonly language: string;
  readonly words: PageWords;
  /** New for each visit, base64. */
  readonly nonce: string;
}

/**
 * The markup of a hosted page: a room for the flow, all that may have to be said without it, and the SDK's script for
 * hosted pages. It is made of our own words alone; what concerns one session comes later, by script and POST.
 */
export function hostedMarkup({ language, words, nonce }: HostedPage): string {
  const { title, starting, slow, withoutScript, invalid, elsewhere, over, failed } = words;
  return `<!doctype html>
<html lang="${language}" dir="${words.direction ?? 'ltr'}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style nonce="${nonce}">${styles}</style>
  </head>
  <body>
    <main id="flow" hidden></main>
    <section id="starting" aria-live="polite"><p>${starting}</p><p class="slow">${slow}</p></section>
${said('invalid', invalid)}
${said('elsewhere', elsewhere)}
${said('over', over)}
${said('failed', failed, `<button type="button">${failed.again}</button>`)}
    <noscript><section class="instead"><h1>${withoutScript.title}</h1><p>${withoutScript.text}</p></section></noscript>
    <script nonce="${nonce}" src="/sdk/v1/hosted.js"></script>
  </body>
</html>
`;
}

function said(id: string, { title, text }: { title: string; text: string }, action = ''): string {
  return `    <section id="${id}" role="alert" hidden><h1>${title}</h1><p>${text}</p>${action}</section>`;
}

const styles = `
:root{color-scheme:light dark;--surface:#fff;--text:#131a2b;--quiet:#5d6270;--accent:#2251d1;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--surface:#12151d;--text:#edf0f7;--quiet:#a3a6ad;--accent:#8cabff;--on-accent:#0c1636}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html,body{height:100%;margin:0;background:var(--surface)}
body{color:var(--text);font:17px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
#flow{height:100vh;height:100dvh}
section{min-height:100%;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:24px;text-align:center}
.instead{position:fixed;inset:0;background:var(--surface)}
h1{margin:0 0 12px;font-size:22px;line-height:1.2;font-weight:600;max-width:26em}
p{margin:0;max-width:30em;color:var(--quiet);text-wrap:balance}
button{margin-top:24px;min-height:48px;padding:0 24px;border:0;border-radius:12px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--text);outline-offset:2px}
#starting p{opacity:0;animation:appear .2s .3s forwards}
#starting p.slow{margin-top:12px;animation-delay:10s}
@keyframes appear{to{opacity:1}}
`;
