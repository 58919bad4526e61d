import { directionOf } from '@vendor/texts/direction';
import type { Language } from '@vendor/texts/languages';
import { hostedStyle } from './hosted-style.ts';
import type { PageWords } from './page-words.ts';

/** Variable parts of a hosted page. */
export interface HostedPage {
  readonly language: Language;
  readonly words: PageWords;
  /** Base64; new for each visit. */
  readonly nonce: string;
}

/** Icons of messages, as in the flow: lines on a 24 × 24 grid. */
const icons = {
  alert: 'M12 4.5L3 19.5h18zM12 10v4.5M12 16.9v.1',
  window:
    'M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5M3 9.5h18M10 12.5l4 4M14 12.5l-4 4',
  elsewhere:
    'M7.5 3.5h6A1.5 1.5 0 0 1 15 5v14a1.5 1.5 0 0 1-1.5 1.5h-6A1.5 1.5 0 0 1 6 19V5a1.5 1.5 0 0 1 1.5-1.5M9.5 17.5h2M18 9l3 3-3 3M20.5 12h-8',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 7.5V12l3 2',
  check: 'M4.5 12.5l5 5 10-11',
} as const;

/**
 * Returns the markup of a hosted page: a container for the flow, all messages that may be shown instead of it, and the SDK's
 * script for hosted pages. It contains only our own texts; a script loads the data of a session later by POST.
 *
 * While starting, it shows the breathing dot in the same place as the popup did before it navigated to this page.
 */
export function hostedMarkup({ language, words, nonce }: HostedPage): string {
  const { title, starting, slow, withoutScript, invalid, elsewhere, over, failed } = words;
  const { expired, finished, app, pairing } = words;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style nonce="${nonce}">${hostedStyle}</style>
  </head>
  <body>
    <main id="flow" hidden></main>
    <main id="starting" class="instead"><div class="dot"></div><div class="says" aria-live="polite"><h1>${starting}</h1><p>${slow}</p></div></main>
${messageMain('invalid', 'caution', iconAndText('alert', invalid))}
${messageMain('elsewhere', 'pointing', iconAndText('elsewhere', elsewhere))}
${messageMain('over', '', iconAndText('window', over))}
${messageMain('failed', 'caution', `${iconAndText('alert', failed)}<button type="button">${failed.again}</button>`)}
${expired ? `${messageMain('expired', 'caution', iconAndText('clock', expired))}\n` : ''}${finished ? `${messageMain('finished', '', iconAndText('check', finished))}\n` : ''}${app ? `${messageMain('app', 'pointing', `${iconAndText('elsewhere', app)}<button type="button">${app.open}</button>`)}\n` : ''}${pairing ? pairingMain(pairing) : ''}    <noscript><main class="instead unscripted caution"><div class="says">${iconAndText('alert', withoutScript)}</div></main></noscript>
    <script nonce="${nonce}" src="/sdk/v1/hosted.js"></script>
  </body>
</html>
`;
}

function messageMain(id: string, look: 'caution' | 'pointing' | '', content: string): string {
  return `    <main id="${id}" class="instead ${look}" hidden><div class="says" role="alert">${content}</div></main>`;
}

/** Asks the user of a phone to confirm. The script fills in requester and number once known. */
function pairingMain({
  title,
  requester,
  text,
  confirm,
  otherwise,
}: NonNullable<PageWords['pairing']>): string {
  return `    <main id="pairing" class="instead" hidden><div class="says"><p class="requester" hidden>${requester}</p><h1 tabindex="-1">${title}</h1><p id="same">${text}</p><output class="number" aria-labelledby="same" dir="ltr"></output><button type="button">${confirm}</button><p class="note">${otherwise}</p></div></main>
`;
}

function iconAndText(icon: keyof typeof icons, { title, text }: { title: string; text: string }): string {
  const mark = `<span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[icon]}"/></svg></span>`;
  return `${mark}<h1>${title}</h1><p>${text}</p>`;
}
