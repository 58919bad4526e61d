/**
 * Has the screens make their elements with what Preact itself makes elements with, and cannot do without: `preact/jsx-runtime` would
 * be a second copy of it in the shell. No mark on each of them says that it may be left out when nobody uses it: there is none
 * that nobody uses.
 */
export const plainJsx = { runtime: 'classic', pragma: 'createElement', pragmaFrag: 'Fragment', pure: false };

/**
 * Names what `plainJsx` needs in every file that has elements.
 *
 * @returns {import('vite').Plugin}
 */
export function plainElements() {
  return {
    name: 'vo-plain-elements',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      // On the first line, so that all others keep their places in the source map.
      handler: (code) => ({ code: `import { createElement, Fragment } from 'preact';${code}`, map: null }),
    },
  };
}
