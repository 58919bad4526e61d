import { directionOf } from '@vendor/texts/direction';
import type { Language } from '@vendor/texts/languages';
import { hostedStyle } from './hosted-style.ts';
import type { PageWords } from './page-words.ts';

/** Parts that a page is made of. */
export interface HostedPage {
  readonly language: Language;
  readonly words: PageWords;
  /** New for each visit, base64. */
  readonly nonce: string;
}

/** Icons of what is said, those of the flow: lines on a 24 × 24 grid. */
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
 * The markup of a hosted page: a room for the flow, all that may have to be said without it, and the SDK's script for
 * hosted pages. It is made of our own words alone; what concerns one session comes later, by script and POST.
 *
 * While it starts it shows the breathing dot that the window had before it came here, in the same place.
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
${instead('invalid', 'caution', said('alert', invalid))}
${instead('elsewhere', 'pointing', said('elsewhere', elsewhere))}
${instead('over', '', said('window', over))}
${instead('failed', 'caution', `${said('alert', failed)}<button type="button">${failed.again}</button>`)}
${expired ? `${instead('expired', 'caution', said('clock', expired))}\n` : ''}${finished ? `${instead('finished', '', said('check', finished))}\n` : ''}${app ? `${instead('app', 'pointing', `${said('elsewhere', app)}<button type="button">${app.open}</button>`)}\n` : ''}${pairing ? asked(pairing) : ''}    <noscript><main class="instead unscripted caution"><div class="says">${said('alert', withoutScript)}</div></main></noscript>
    <script nonce="${nonce}" src="/sdk/v1/hosted.js"></script>
  </body>
</html>
`;
}

function instead(id: string, look: 'caution' | 'pointing' | '', content: string): string {
  return `    <main id="${id}" class="instead ${look}" hidden><div class="says" role="alert">${content}</div></main>`;
}

/** The question of a phone: who asks and the number are filled in once they are known. */
function asked({ title, requester, text, confirm, otherwise }: NonNullable<PageWords['pairing']>): string {
  return `    <main id="pairing" class="instead" hidden><div class="says"><p class="requester" hidden>${requester}</p><h1 tabindex="-1">${title}</h1><p id="same">${text}</p><output class="number" aria-labelledby="same" dir="ltr"></output><button type="button">${confirm}</button><p class="note">${otherwise}</p></div></main>
`;
}

function said(icon: keyof typeof icons, { title, text }: { title: string; text: string }): string {
  const mark = `<span class="mark"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[icon]}"/></svg></span>`;
  return `${mark}<h1>${title}</h1><p>${text}</p>`;
}
