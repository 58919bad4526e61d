import type { AdminBrand, AdminBrandRequest } from '@vendor/contract/admin';
import { call } from './call.ts';

export const readBrand = (signal: AbortSignal) => call<AdminBrand>('GET', 'branding', { signal });
export const changeBrand = (body: AdminBrandRequest) => call<AdminBrand>('PUT', 'branding', { body });
