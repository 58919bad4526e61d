import type { EvaluationOf } from '@vendor/checks';

type CardBrand = NonNullable<Extract<EvaluationOf<'card'>, { kind: 'evaluated' }>['brand']>;

const brands: Record<CardBrand, true> = {
  VISA: true,
  MASTERCARD: true,
  AMEX: true,
  DISCOVER: true,
  DINERS_CLUB: true,
  JCB: true,
  UNIONPAY: true,
  MAESTRO: true,
  MIR: true,
  ELO: true,
  HIPER: true,
  HIPERCARD: true,
  RUPAY: true,
  TROY: true,
  VERVE: true,
  DANKORT: true,
  BORICA: true,
  UKRCARD: true,
};

/** Payment networks that a card check can distinguish. */
export const cardBrands: readonly string[] = Object.keys(brands);
