import { randomBytes } from 'node:crypto';
import type { Handler } from 'hono';
import { acceptedLanguage } from '../hosted/accepted-language.ts';
import { hostedHeaders } from '../hosted/hosted-headers.ts';
import { hostedMarkup } from '../hosted/hosted-page.ts';
import { type PageWords, pageWords } from '../hosted/words.ts';
import type { AppEnvironment } from '../http/app-environment.ts';

const languages = new Set(pageWords.keys());

/**
 * `GET /popup`: the page that a window of the flow shows. It is the same for everybody: whose window it is, stands behind
 * the `#` of its address, which no request carries, so that no look at it uses anything up.
 */
export function hostedPage(publicUrl: string): Handler<AppEnvironment> {
  return (context) => {
    const nonce = randomBytes(16).toString('base64');
    const language = acceptedLanguage(context.req.header('accept-language'), languages);
    const words = pageWords.get(language) as PageWords;
    const headers = { ...hostedHeaders(nonce, publicUrl), 'content-language': language };
    return context.body(hostedMarkup({ language, words, nonce }), 200, headers);
  };
}
