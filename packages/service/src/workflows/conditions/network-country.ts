import { z } from 'zod';

/** Country code in lists of networks. Some lists use special codes for networks without a country. */
export const networkCountrySchema = z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' });
