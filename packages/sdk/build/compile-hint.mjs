/**
 * The first line of a chunk of which nearly all runs as soon as it is loaded. Chromium (136) then compiles its functions beside
 * the page's thread while the file arrives, and not one by one when they are called, each parsed a second time: a fifth of
 * what the first screen costs that thread (V8, "explicit compile hints"). To all others it is a comment.
 */
export const compileHint = '//# allFunctionsCalledOnLoad';
