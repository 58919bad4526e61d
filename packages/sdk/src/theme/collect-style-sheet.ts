import collect from './sheet/collect.css?inline';

/** What the screens of the steps that collect files add to those of the capture; it comes with their code. */
export const collectStyleSheet = collect;
