// Records the requests of a page as the browser reports them, including CORS preflights.

export class NetworkLog {
  #requests = new Map();

  /** Starts recording. */
  static async start(session) {
    const log = new NetworkLog();
    session.on('Network.requestWillBeSent', (event) => log.#add(event));
    const listen = (name, change) =>
      session.on(`Network.${name}`, (event) => {
        const request = log.#requests.get(event.requestId);
        if (request) change(request, event);
      });
    listen('requestServedFromCache', (request) => {
      request.isCached = true;
    });
    listen('responseReceived', (request, { response }) => {
      request.isCached ||= response.fromDiskCache || response.fromPrefetchCache;
    });
    listen('dataReceived', (request, { timestamp, encodedDataLength }) => {
      request.pieces.push({ atMs: request.toWallMs(timestamp), bytes: encodedDataLength });
    });
    listen('loadingFinished', (request, { timestamp, encodedDataLength }) => {
      request.endedMs = request.toWallMs(timestamp);
      request.bytes = encodedDataLength;
    });
    await session.send('Network.enable');
    return log;
  }

  #add({ requestId, timestamp, wallTime, request, initiator }) {
    const toWallMs = (moment) => 1000 * (wallTime + moment - timestamp);
    this.#requests.set(requestId, {
      id: requestId,
      url: request.url,
      method: request.method,
      toWallMs,
      beganMs: toWallMs(timestamp),
      pieces: [],
      isCached: false,
      preflightOf: initiator.type === 'preflight' ? initiator.requestId : undefined,
    });
  }

  /**
   * Returns the requests that the page sent between two times (ms since 1970), except replies from its cache.
   *
   * @returns `count`; `bytes` received until `lastMs`; `depth`, the number of requests in the longest chain of requests sent
   *   one after the other; and `requests`, with times in ms after `firstMs`.
   */
  between(firstMs, lastMs) {
    const requests = [...this.#requests.values()].filter(
      ({ beganMs, isCached }) => !isCached && beganMs >= firstMs && beganMs <= lastMs,
    );
    return {
      count: requests.length,
      bytes: requests.reduce((sum, request) => sum + bytesUntil(request, lastMs), 0),
      depth: longestChain(spansOf(requests.filter(({ endedMs }) => endedMs <= lastMs))),
      requests: requests.map(({ url, method, beganMs, endedMs, bytes }) => ({
        request: `${method} ${new URL(url).pathname}`,
        began: Math.round(beganMs - firstMs),
        ended: endedMs && Math.round(endedMs - firstMs),
        bytes,
      })),
    };
  }
}

/** Returns when each request was on its way. A request with a preflight is sent only after the reply to the preflight. */
function spansOf(requests) {
  const sentMs = new Map(requests.map(({ preflightOf, endedMs }) => [preflightOf, endedMs]));
  return requests.map(({ id, beganMs, endedMs }) => ({ beganMs: sentMs.get(id) ?? beganMs, endedMs }));
}

function bytesUntil({ endedMs, bytes, pieces }, lastMs) {
  if (endedMs <= lastMs) return bytes;
  return pieces.reduce((sum, { atMs, bytes }) => (atMs <= lastMs ? sum + bytes : sum), 0);
}

/** Returns the length of the longest chain of requests each of which began after the previous one had ended. */
function longestChain(spans) {
  let chain = 0;
  let endMs = Number.NEGATIVE_INFINITY;
  for (const span of spans.toSorted((a, b) => a.endedMs - b.endedMs)) {
    if (span.beganMs < endMs) continue;
    chain += 1;
    endMs = span.endedMs;
  }
  return chain;
}
