import type { Page } from 'playwright-core';

/**
 * Replaces the texts of a hosted page by those that the service serves to a browser of another language. The page keeps its
 * state: the message that it shows, and the name and number that its script has filled in. The served texts have `{requester}`
 * in place of the name.
 */
export function changeLanguage(page: Page, language: string): Promise<void> {
  return page.evaluate(async (wanted) => {
    // By XMLHttpRequest, because the page's policy allows no other way to parse markup.
    const servedIn = (asked: string) =>
      new Promise<Document>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('GET', location.pathname);
        request.setRequestHeader('accept-language', asked);
        request.responseType = 'document';
        request.onload = () => resolve(request.response);
        request.onerror = () => reject(new Error(`${location.pathname} was not served in ${asked}.`));
        request.send();
      });
    const root = document.documentElement;
    const [before, after] = [await servedIn(root.lang), await servedIn(wanted)];
    const shown = [...document.querySelectorAll('main')].find((main) => main.checkVisibility());
    const place = shown?.id ? `#${shown.id}` : '.unscripted';
    const textsOf = (within: ParentNode) => [
      ...within.querySelectorAll<HTMLElement>(`title, ${place} :is(h1, p, button)`),
    ];
    const [old, fresh] = [textsOf(before), textsOf(after)];
    const texts = textsOf(document);
    if (texts.length < 2 || texts.length !== old.length || texts.length !== fresh.length)
      throw new Error(`${place} is not served in ${wanted} with the texts that the page shows.`);
    for (const [index, element] of texts.entries()) {
      const [start = '', end = ''] = old[index]!.innerHTML.split('{requester}');
      const name = element.innerHTML.slice(start.length, element.innerHTML.length - end.length);
      element.textContent = fresh[index]!.innerHTML.replace('{requester}', () => name);
    }
    root.lang = after.documentElement.lang;
    root.dir = after.documentElement.dir;
    if (root.lang !== wanted) throw new Error(`The service answers ${root.lang} instead of ${wanted}.`);
  }, language);
}
