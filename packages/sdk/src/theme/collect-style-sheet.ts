import collect from './sheet/collect.css?inline';

/** Rules that the screens of the steps that collect files add to those of the capture; they come with their code. */
export const collectStyleSheet = collect;
