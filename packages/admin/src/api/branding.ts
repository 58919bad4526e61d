import { call } from './call.ts';
import type { BodyOf } from './operation.ts';

export const readBrand = (signal: AbortSignal) => call('GET', '/branding', { signal });
export const changeBrand = (body: BodyOf<'PUT', '/branding'>) => call('PUT', '/branding', { body });
