import currencyCodes from 'currency-codes';
import { z } from 'zod';

/** Codes that amendments of ISO 4217 have added since the list of the package was published, on 2024-06-25. */
const added: readonly string[] = [
  // The Caribbean guilder of Curaçao and Sint Maarten, since 2025-03-31.
  'XCG',
  // The accounting dinar of the Arab Monetary Fund, since 2025-05.
  'XAD',
];

/** Codes in that list that are no currency any more. */
const withdrawn: readonly string[] = [
  // Cuba has had one peso since 2021.
  'CUC',
  // Replaced by XCG.
  'ANG',
  // Bulgaria pays in euros since 2026-01-01.
  'BGN',
];

/** Every code in use after ISO 4217, in the order of the alphabet. */
export const currencyCodesInUse: readonly string[] = [...currencyCodes.codes(), ...added]
  .filter((code) => !withdrawn.includes(code))
  .sort();

const inUse = new Set(currencyCodesInUse);

/** A currency, or a unit of account, that ISO 4217 lists. */
export const currencyCodeSchema = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be three capital letters' })
  .refine((code) => inUse.has(code), { error: 'must be an ISO 4217 code' });
