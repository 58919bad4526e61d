/**
 * Makes the screens create elements with Preact's own function, which is bundled anyway, because `preact/jsx-runtime` would be
 * a second copy of it in the shell. Elements are not marked as pure, because all of them are used.
 */
export const plainJsx = { runtime: 'classic', pragma: 'createElement', pragmaFrag: 'Fragment', pure: false };

/**
 * Imports the functions of `plainJsx` in every file with elements.
 *
 * @returns {import('vite').Plugin}
 */
export function plainElements() {
  return {
    name: 'vo-plain-elements',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      // Added to the first line, so that the source map stays valid.
      handler: (code) => ({ code: `import { createElement, Fragment } from 'preact';${code}`, map: null }),
    },
  };
}
