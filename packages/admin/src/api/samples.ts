import type { AdminSampleData } from '@vendor/contract/admin';
import { call } from './call.ts';

export const readSampleData = () => call<AdminSampleData>('GET', 'sample-data');
export const makeSampleData = () => call<AdminSampleData>('POST', 'sample-data', { body: {} });
export const removeSampleData = () => call<AdminSampleData>('DELETE', 'sample-data');
