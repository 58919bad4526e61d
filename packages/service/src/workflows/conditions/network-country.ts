import { z } from 'zod';

/** A country code in lists of networks. Some lists have other codes for networks without a country. */
export const networkCountrySchema = z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' });
