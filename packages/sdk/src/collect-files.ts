/**
 * The steps that collect files, whole: what they do and how they look. Loaded when one comes, or may come next.
 */
export * from './session/collect-work.ts';
export * from './ui/collect-screens.tsx';
