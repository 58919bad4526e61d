/**
 * The oldest browsers of section 4.5 of the API, as MDN's compatibility data names them. Android Browser 81 is Android's
 * WebView of that version; Chrome, desktop and Android, is held to it too, which is stricter than the 96 asked for. Opera 82
 * is made of Chromium 96.
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
 * Which of the oldest browsers lack a feature, e.g. `['safari 15.4', 'firefox 101']` with the version that brought it. What is
 * there in part, behind a flag or under another name counts as lacking.
 *
 * @param {{ support: Record<string, unknown> } | undefined} compat - `__compat` of the compatibility data.
 * @param {string} [spelling] - an older name under which it is asked for, such as `grid-gap` of `gap`.
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

/** Whether a version of the data, such as `15.4` or `≤37`, is that one or came before it. */
function isReached(since, version) {
  if (!since || since === 'preview') return false;
  return Number.parseFloat(String(since).replace('≤', '')) <= version;
}
