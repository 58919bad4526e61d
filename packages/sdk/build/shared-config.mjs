import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The version that is built. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** What all bundles have in common. */
export const sharedConfig = {
  configFile: false,
  logLevel: 'warn',
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  // Without a mark on every element that says that it may be left out when nobody uses it: there is none that nobody uses.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', pure: false } },
  define: {
    __VO_VERSION__: JSON.stringify(version),
    // Addresses of the service by region prefix of the token, such as {"us":"https://us.verify.example"}.
    __VO_REGIONS__: JSON.stringify(JSON.parse(process.env.VO_REGIONS || '{}')),
  },
  build: {
    // The floor of section 4.5 of the API: Android Browser 81, Firefox 79, Safari 15.
    target: ['chrome81', 'firefox79', 'safari15'],
    modulePreload: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    minify: true,
    cssMinify: true,
  },
};
