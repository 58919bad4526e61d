/**
 * What the first screen needs besides the shell, in one chunk that is asked for as soon as a flow starts: each chunk more costs
 * the page a request, and one that only the shell asked for would be waited for after it.
 */
export { isClientInitResponse } from './api/guards.ts';
export { loadLanguage } from './i18n/load-language.ts';
export { holdEvents } from './mount/hold-events.ts';
