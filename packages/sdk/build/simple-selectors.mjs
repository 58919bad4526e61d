/**
 * Takes selectors out of tabbable that Chromium before 88 and Firefox before 84 cannot read: one of them would fail the whole
 * list, and no modal could be opened. What they say, tabbable finds out by itself as well: it does not walk into what is inert.
 *
 * @returns {import('vite').Plugin}
 */
export function simpleSelectors() {
  return {
    name: 'vo-simple-selectors',
    transform(code, id) {
      return /[\\/]tabbable[\\/]/.test(id)
        ? { code: code.replaceAll(':not([inert] *)', ''), map: null }
        : null;
    },
  };
}
