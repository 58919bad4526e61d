/** Maximum length of a style sheet, in characters: several times the largest family of Google Fonts. */
const MAX_CHARACTERS = 1_000_000;

/** Time-out for a style sheet, in ms. After that, the text stays in the system's font. */
const TIMEOUT_MS = 20_000;

/**
 * Fetches a style sheet as text, without credentials, a referrer or redirects, and within limits of time and size.
 *
 * @throws any error of the request, also when the signal aborts.
 */
export async function fetchFontSheet(url: string, signal: AbortSignal): Promise<string> {
  const request = new AbortController();
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);
  const timer = setTimeout(abort, TIMEOUT_MS);
  try {
    const reply = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: request.signal,
    });
    if (!reply.ok || !reply.body) throw new Error(`${reply.status}`);
    return await readText(reply.body.getReader());
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    request.abort();
  }
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length > MAX_CHARACTERS) throw new Error('too large');
  }
}
