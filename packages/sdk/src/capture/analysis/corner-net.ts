/** Weights of the corner network, in a separate file because the worker and the main-thread analysis share them. */
export { CORNER_NET } from '@vendor/vision';
