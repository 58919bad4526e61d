import { randomBytes } from 'node:crypto';
import type { Handler } from 'hono';
import { acceptedLanguage } from '../../hosted/accepted-language.ts';
import { hostedHeaders } from '../../hosted/hosted-headers.ts';
import { hostedMarkup } from '../../hosted/hosted-page.ts';
import type { WordsByLanguage } from '../../hosted/page-words.ts';
import type { AppEnvironment } from '../../http/app-environment.ts';

/**
 * `GET /popup`, `GET /flow` and `GET /phone`: the pages that a window of the flow, a link and a phone show. They are the same for everybody: whose
 * session it is, stands behind the `#` of its address, which no request carries, so that no look at it uses anything up.
 *
 * @param said - what the page says, by language.
 */
export function hostedPage(publicUrl: string, said: WordsByLanguage): Handler<AppEnvironment> {
  return (context) => {
    const nonce = randomBytes(16).toString('base64');
    const language = acceptedLanguage(context.req.header('accept-language'));
    const headers = { ...hostedHeaders(nonce, publicUrl), 'content-language': language };
    return context.body(hostedMarkup({ language, words: said[language], nonce }), 200, headers);
  };
}
