import { call } from './call.ts';

/** Reads the lists that checks search (people for AML screening, networks for IP addresses), and their age. */
export const readLists = (signal: AbortSignal) => call('GET', '/lists', { signal });
