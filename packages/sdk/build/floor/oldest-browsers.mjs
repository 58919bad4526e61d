/**
 * Oldest browsers of section 4.5 of the API, by their names in MDN's compatibility data. Android Browser 81 is Android's
 * WebView of that version. Chrome on desktop and Android is checked against 81 as well, which is stricter than the required 96.
 * Opera 82 is based on Chromium 96.
 */
const oldest = {
  chrome: 81,
  chrome_android: 81,
  webview_android: 81,
  opera: 82,
  safari: 15,
  safari_ios: 15,
  firefox: 79,
  firefox_android: 79,
};

/**
 * Returns which of the oldest browsers lack a feature, each with the version that added it, e.g. `['safari 15.4', 'firefox
 * 101']`. Partial support, support behind a flag, and support under another name count as lacking.
 *
 * @param {{ support: Record<string, unknown> } | undefined} compat - `__compat` of the compatibility data.
 * @param {string} [spelling] - an older name under which the feature is used, such as `grid-gap` for `gap`.
 * @returns {string[]}
 */
export function lackedBy(compat, spelling) {
  if (!compat) return [];
  return Object.entries(oldest).flatMap(([browser, version]) => {
    const statements = [compat.support[browser] ?? []].flat();
    // Missing data about a browser counts as support.
    if (statements.length === 0 || statements.some((one) => holds(one, version, spelling))) return [];
    const [{ version_added: since, partial_implementation: isPartial }] = statements;
    return [`${browser} ${since || 'never'}${isPartial ? ' in part' : ''}`];
  });
}

function holds(statement, version, spelling) {
  const { version_added: since, version_removed: until, alternative_name: name } = statement;
  if (statement.flags || statement.prefix || statement.partial_implementation) return false;
  if (name !== undefined && name !== spelling) return false;
  return isReached(since, version) && !(until && isReached(until, version));
}

/** Returns whether a version of the data, such as `15.4` or `≤37`, is the given one or earlier. */
function isReached(since, version) {
  if (!since || since === 'preview') return false;
  return Number.parseFloat(String(since).replace('≤', '')) <= version;
}
