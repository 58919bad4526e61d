import { randomBytes } from 'node:crypto';
import type { Handler } from 'hono';
import { acceptedLanguage } from '../../hosted/accepted-language.ts';
import { hostedHeaders } from '../../hosted/hosted-headers.ts';
import { hostedMarkup } from '../../hosted/hosted-page.ts';
import type { WordsByLanguage } from '../../hosted/page-words.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';

/**
 * `GET /popup`, `GET /flow` and `GET /phone`: the pages for a popup, a link and a phone. They are the same for everybody: the
 * secret is in the fragment of the address (after `#`), which browsers do not send, so loading a page does not redeem it.
 *
 * @param texts - texts of the page, by language.
 */
export function hostedPage(publicUrl: string, texts: WordsByLanguage): Handler<AppEnvironment> {
  return (context) => {
    const nonce = randomBytes(16).toString('base64');
    const language = acceptedLanguage(context.req.header('accept-language'));
    const headers = { ...hostedHeaders(nonce, publicUrl), 'content-language': language };
    return context.body(hostedMarkup({ language, words: texts[language], nonce }), 200, headers);
  };
}
