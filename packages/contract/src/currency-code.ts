import currencyCodes from 'currency-codes';
import { z } from 'zod';

/** Codes added by amendments of ISO 4217 after the package's list was published, on 2024-06-25. */
const added: readonly string[] = [
  // The Caribbean guilder of Curaçao and Sint Maarten, since 2025-03-31.
  'XCG',
  // The accounting dinar of the Arab Monetary Fund, since 2025-05.
  'XAD',
];

/** Codes in the package's list that are no longer in use. */
const withdrawn: readonly string[] = [
  // Cuba has had a single peso since 2021.
  'CUC',
  // Replaced by XCG.
  'ANG',
  // Bulgaria has used the euro since 2026-01-01.
  'BGN',
];

/** Every ISO 4217 code in use, in alphabetical order. */
export const currencyCodesInUse: readonly string[] = [...currencyCodes.codes(), ...added]
  .filter((code) => !withdrawn.includes(code))
  .sort();

const inUse = new Set(currencyCodesInUse);

/** Code of a currency or unit of account listed in ISO 4217. */
export const currencyCodeSchema = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be three capital letters' })
  .refine((code) => inUse.has(code), { error: 'must be an ISO 4217 code' });
