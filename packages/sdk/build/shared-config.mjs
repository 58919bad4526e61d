import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainJsx } from './plain-elements.mjs';

/** The version being built. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Addresses of the service by region prefix of the token, such as {"us":"https://us.verify.example"}. */
const regions = JSON.parse(process.env.VO_REGIONS || '{}');

/** Whether addresses are built in. */
export const hasRegions = Object.keys(regions).length > 0;

/** Options common to all bundles. */
export const sharedConfig = {
  configFile: false,
  logLevel: 'warn',
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  oxc: { jsx: plainJsx },
  define: {
    __VO_VERSION__: JSON.stringify(version),
    __VO_REGIONS__: JSON.stringify(regions),
  },
  build: {
    // The oldest browsers of section 4.5 of the API: Android Browser 81, Firefox 79, Safari 15. Android Browser 81 supports all
    // of ES2020; under its own name, optional chains would be transpiled because of one bug, which `floor/spread-in-chain.mjs`
    // checks for.
    target: ['es2020', 'firefox79', 'safari15'],
    cssTarget: ['chrome81', 'firefox79', 'safari15'],
    modulePreload: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    minify: true,
    cssMinify: true,
  },
};
