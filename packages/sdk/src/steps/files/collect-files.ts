/** The steps that collect files, whole: what they do and how they look. Loaded when one comes, or may come next. */
export * from './collect-screens.tsx';
export * from './collect-work.ts';
