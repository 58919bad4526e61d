import type { AddressDocumentKind } from '@vendor/contract';
import { foldText } from './fold-text.ts';

/**
 * Words that a kind of letter is told by, in our languages, folded; a word may go on (`rechnung` is in `stromrechnung`, and
 * so are the forms that a language makes of a word).
 */
const telling: Readonly<Record<AddressDocumentKind, readonly string[]>> = {
  UTILITY_BILL: [
    ...[
      'electricity',
      'gas bill',
      'water bill',
      'energy',
      'kwh',
      'meter',
      'broadband',
      'utility',
      'amount due',
    ],
    ...['strom', 'stadtwerke', 'rechnung', 'verbrauch', 'zahler', 'abschlag', 'telefon', 'erdgas'],
    ...['electricidad', 'factura', 'consumo', 'contador', 'suministro', 'potencia'],
    ...['electricite', 'facture', 'consommation', 'compteur', 'abonnement', 'eau potable'],
    ...['bolletta', 'energia elettrica', 'contatore', 'fornitura', 'fattura', 'autolettura'],
    ...['eletricidade', 'fatura', 'leitura', 'fornecimento', 'conta de luz', 'conta de agua'],
    ...['szamla', 'villamosenergia', 'fogyasztas', 'merooraszam', 'meroora', 'aramszolgaltato', 'fizetendo'],
  ],
  BANK_STATEMENT: [
    ...['statement', 'account number', 'sort code', 'balance', 'bank', 'transaction', 'direct debit', 'iban'],
    ...['kontoauszug', 'kontostand', 'girokonto', 'sparkasse', 'buchung', 'umsatz', 'bankleitzahl'],
    ...['extracto', 'saldo', 'cuenta corriente', 'transferencia', 'movimientos'],
    ...['releve', 'solde', 'compte courant', 'virement', 'banque'],
    ...['estratto conto', 'conto corrente', 'bonific', 'banca'],
    ...['extrato', 'conta a ordem', 'conta corrente', 'banco'],
    ...['szamlakivonat', 'egyenleg', 'folyoszamla', 'atutalas', 'takarekbank'],
  ],
  TAX_DOCUMENT: [
    ...['tax', 'hmrc', 'internal revenue', 'council tax', 'assessment'],
    ...['finanzamt', 'steuerbescheid', 'steuernummer', 'einkommensteuer', 'grundsteuer'],
    ...['agencia tributaria', 'impuesto', 'irpf', 'declaracion de la renta'],
    ...['impot', 'avis d imposition', 'taxe', 'finances publiques'],
    ...['agenzia delle entrate', 'imposta', 'tasse', 'codice fiscale'],
    ...['imposto', 'irs', 'receita federal', 'autoridade tributaria', 'contribuinte'],
    ...['adohivatal', 'adobevallas', 'adoszam', 'jovedelemado', 'ado es vamhivatal'],
  ],
  GOVERNMENT_LETTER: [
    ...['ministry', 'department', 'council', 'government', 'social security', 'national insurance'],
    ...['behorde', 'amt fur', 'ministerium', 'meldebescheinigung', 'stadt verwaltung', 'einwohnermelde'],
    ...['ministerio', 'ayuntamiento', 'empadronamiento', 'seguridad social', 'certificado'],
    ...['ministere', 'mairie', 'prefecture', 'securite sociale', 'attestation'],
    ...['ministero', 'comune di', 'prefettura', 'certificato di residenza', 'anagrafe'],
    ...['camara municipal', 'prefeitura', 'junta de freguesia', 'seguranca social'],
    ...['miniszterium', 'onkormanyzat', 'kormanyhivatal', 'lakcim', 'hivatal'],
  ],
  RENTAL_AGREEMENT: [
    ...['tenancy', 'landlord', 'tenant', 'lease', 'rent'],
    ...['mietvertrag', 'vermieter', 'mieter', 'kaltmiete', 'nebenkosten'],
    ...['arrendamiento', 'arrendador', 'arrendatario', 'alquiler'],
    ...['bail', 'bailleur', 'locataire', 'loyer'],
    ...['locazione', 'locatore', 'conduttore', 'canone'],
    ...['arrendamento', 'senhorio', 'inquilino', 'aluguel', 'locacao'],
    ...['berleti', 'berbeado', 'berlo', 'berleti dij'],
  ],
};

/** What kind of letter it looks like, and how many different words say so. */
export interface LetterKindFound {
  readonly kind: AddressDocumentKind;
  readonly words: number;
}

/** The kinds that a letter may be, best first; none where no word tells. */
export function letterKinds(texts: readonly string[]): LetterKindFound[] {
  const text = ` ${texts.map(foldText).join(' ')} `;
  return Object.entries(telling)
    .map(([kind, words]) => ({
      kind: kind as AddressDocumentKind,
      words: words.filter((word) => isIn(text, word)).length,
    }))
    .filter(({ words }) => words > 0)
    .sort((one, other) => other.words - one.words);
}

/** Short words must stand alone: `tax` is in `taxi`, and `irs` in `first`. */
function isIn(text: string, word: string): boolean {
  return word.length <= 5 ? text.includes(` ${word} `) : text.includes(word);
}
