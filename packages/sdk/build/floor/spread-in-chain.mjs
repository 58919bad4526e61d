/**
 * @type {import('./compat-data.mjs').Feature} Written by hand, because the compatibility data lists no bugs of a single engine.
 */
const lostSpread = {
  feature: 'V8 issue 11558',
  lackedBy: ['chrome 91', 'chrome_android 91', 'webview_android 91'],
};

/**
 * Finds the optional chains that V8 gets wrong before Chromium 91: calls in which arguments follow a spread one, `a?.(...b,
 * c)`. The oldest browsers support all other optional chains, so the build does not transpile them.
 *
 * @returns {import('./compat-data.mjs').Feature | undefined}
 */
export function spreadInChain(node) {
  if (node.type !== 'ChainExpression') return undefined;
  for (let part = node.expression; part; part = part.callee ?? part.object) {
    const given = part.arguments ?? [];
    if (given.slice(0, -1).some(({ type }) => type === 'SpreadElement')) return lostSpread;
  }
  return undefined;
}
