import { call } from './call.ts';

export const readSampleData = () => call('GET', '/sample-data');
export const makeSampleData = () => call('POST', '/sample-data', { body: {} });
export const removeSampleData = () => call('DELETE', '/sample-data');
