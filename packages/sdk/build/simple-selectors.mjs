/**
 * Removes selectors from tabbable that Chromium before 88 and Firefox before 84 cannot parse. One of them would invalidate the
 * whole list, and no modal could be opened. Tabbable does not depend on them, because it skips inert elements itself.
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
