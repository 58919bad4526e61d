/** Weights of the corner network. In a file of their own, because the worker and the analysis on the page's thread share them. */
export { CORNER_NET } from '@vendor/vision';
