import { languages } from '@vendor/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { hostedHeaders } from '../../hosted/hosted-headers.ts';
import { linkWords, phoneWords, popupWords } from '../../hosted/page-words.ts';

let service: InProcessService;
beforeAll(async () => {
  service = await InProcessService.open();
});
afterAll(() => service.close());

const visit = async (path = '/popup', language = 'en') => {
  const reply = await service.app.request(path, { headers: { 'accept-language': language } });
  return { status: reply.status, headers: reply.headers, html: await reply.text() };
};

/** All pages of the service, with their texts. */
const pages = [
  ['/popup', popupWords],
  ['/flow', linkWords],
  ['/phone', phoneWords],
] as const;

/** Lists all texts in nested words, with their paths. */
const leaves = (value: unknown, name = ''): [string, string][] =>
  typeof value === 'string'
    ? [[name, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${name}.${key}`));

describe.each(pages)('GET %s', (path, said) => {
  it('allows scripts only by a nonce that is new for each visit, and nothing unsafe', async () => {
    const first = await visit(path);
    const policy = first.headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)' 'strict-dynamic'/.exec(policy)?.[1];
    expect(nonce).toBeDefined();
    expect(policy).not.toContain('unsafe');
    for (const part of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(part);
    }
    expect(first.html.match(/<(script|style)\b[^>]*>/g)).toEqual([
      `<style nonce="${nonce}">`,
      `<script nonce="${nonce}" src="/sdk/v1/hosted.js">`,
    ]);
    expect(first.html).not.toMatch(/ (on\w+|style)=/);
    expect((await visit(path)).html).not.toContain(nonce);
  });

  it('forbids caching, framing, control by the opener, and sending a referrer', async () => {
    const { headers } = await visit(path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it.each(languages)('shows a text without JavaScript in %s', async (language) => {
    const { html, headers } = await visit(path, `${language};q=0.9, xx`);
    const words = said[language];
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(headers.get('content-language')).toBe(language);
    const unscripted = /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1];
    expect(unscripted).toContain(words.withoutScript.title);
    expect(unscripted).toContain(words.withoutScript.text);
  });

  it.each(languages)('answers in the requested language %s, with all its texts', async (language) => {
    const { html, headers } = await visit(path, `xx, ${language}`);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(headers.get('vary')).toContain('accept-language');
    const texts = leaves(said[language]).map(([, text]) => text);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
  });

  it(`translates every text of ${path} into every language, without markup`, { tags: ['DRUN-37'] }, () => {
    const english = leaves(said.en);
    for (const [language, words] of Object.entries(said)) {
      const own = leaves(words);
      expect(own.map(([name]) => name)).toEqual(english.map(([name]) => name));
      for (const [name, text] of own) {
        expect(text, `${language}${name}`).toMatch(/^[^<>&"']+$/);
        if (language !== 'en') expect(english.map(([, one]) => one)).not.toContain(text);
      }
    }
  });

  it('returns the same page for any query, without echoing it', async () => {
    const { html, status } = await visit(`${path}?ticket=canary"><script>alert(1)</script>`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/canary|alert\(/);
  });

  it('answers only GET and HEAD for hosted pages', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const reply = await service.app.request(path, { method });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('hosted pages', () => {
  it.each([
    '/popup/',
    '/popup/x',
    '/flow/',
    '/flow/x',
    '/phone/',
    '/phone/x',
    '/Popup',
    '/Flow',
    '/popup.html',
  ])('answers 404 at %s', async (path) => {
    expect((await visit(path)).status).toBe(404);
  });

  it('allows logos from https, and from this machine only while the service itself is not on https', () => {
    const sourcesOf = (publicUrl: string) =>
      hostedHeaders('n', publicUrl)['content-security-policy']?.match(/img-src [^;]+/)?.[0];
    expect(sourcesOf('https://verify.example')).toBe("img-src 'self' blob: data: https:");
    expect(sourcesOf('http://localhost:4000')).toContain('http://localhost:*');
  });

  it('allows the font of a theme only from Google Fonts', () => {
    const policy = hostedHeaders('n', 'https://verify.example')['content-security-policy'];
    expect(policy?.match(/(?:connect|font)-src [^;]+/g)).toEqual([
      "connect-src 'self' https://fonts.googleapis.com",
      'font-src https://fonts.gstatic.com',
    ]);
  });
});
