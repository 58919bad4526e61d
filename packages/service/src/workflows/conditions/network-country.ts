import { z } from 'zod';

/** A country as lists of networks name it: some have codes of their own for what is no country. */
export const networkCountrySchema = z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' });
