/** What was learned of where corners are. A file of its own: the worker and the analysis on the page's thread are handed the same. */
export { CORNER_NET } from '@vendor/vision';
