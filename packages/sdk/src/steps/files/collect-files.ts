/** Behaviour and screens of the steps that collect files. Loaded when such a step comes, or may come next. */
export * from './collect-screens.tsx';
export * from './collect-work.ts';
