import type { AddressDocumentKind } from '@vendor/contract';
import { addressLetter } from '@vendor/specimens';
import { describe, expect, it } from 'vitest';
import { findLetterKinds } from './letter-kind.ts';

const certainKind = (text: string) => findLetterKinds([text]).find(({ isSure }) => isSure)?.kind ?? null;

describe('the kind of a letter', () => {
  it.each(
    (['en', 'de', 'es', 'fr', 'it', 'pt', 'hu'] as const).flatMap((language) =>
      (['UTILITY_BILL', 'BANK_STATEMENT'] as const).map((kind) => [language, kind] as const),
    ),
  )('recognizes a drawn letter in %s as %s', (language, kind) => {
    const { issuer, title, paragraphs } = addressLetter(language, new Date('2031-03-01'), { kind });
    expect(certainKind([issuer, title, ...paragraphs].join('\n'))).toBe(kind);
  });

  it.each<[kind: AddressDocumentKind, text: string]>([
    ['UTILITY_BILL', 'فاتورة الكهرباء. قراءة العداد 4482. استهلاك 684 كيلوواط. المبلغ المستحق 187'],
    ['UTILITY_BILL', '电费账单 户号 4482 用电量 684 千瓦时 应缴电费 187.42 抄表日期'],
    [
      'UTILITY_BILL',
      'Your broadband and landline bill. Call charges 4.20. Data usage 80 GB. Total due 31.00',
    ],
    ['UTILITY_BILL', 'Jahresabrechnung Trinkwasser und Abwasser. Zählerstand 412. Verbrauch 84 Kubikmeter.'],
    [
      'UTILITY_BILL',
      'Your electricity bill: 684 kWh at the tariff below. Amount due 187.42. Switch now to paperless billing; our newsletter.',
    ],
    ['BANK_STATEMENT', 'كشف حساب. الحساب الجاري. الرصيد 986. إيداع 500'],
    ['BANK_STATEMENT', '银行对账单 账户余额 986.75 交易 存入 支出 利息'],
    [
      'BANK_STATEMENT',
      'Checking account statement. Previous balance 1,204.11. Deposits 50.00. Withdrawals 20.00.',
    ],
    ['TAX_DOCUMENT', 'Leeds City Council. Council Tax bill for the tax year 2031/32. Property band B.'],
    ['TAX_DOCUMENT', 'Finanzamt Köln. Bescheid für 2030 über Einkommensteuer. Steuernummer 214/5123'],
    ['TAX_DOCUMENT', "Direction générale des finances publiques. Avis d'impôt sur le revenu. Numéro fiscal"],
    ['GOVERNMENT_LETTER', 'Bürgeramt Köln. Meldebescheinigung. Hauptwohnung'],
    ['GOVERNMENT_LETTER', 'Ayuntamiento de Madrid. Certificado de empadronamiento en el padrón municipal'],
    [
      'GOVERNMENT_LETTER',
      'Department for Work and Pensions. You are entitled to State Pension. National Insurance',
    ],
    [
      'RENTAL_AGREEMENT',
      'Tenancy agreement between the landlord and the tenant. Monthly rent 900. Deposit 900.',
    ],
    [
      'RENTAL_AGREEMENT',
      'Mietvertrag zwischen Vermieter und Mieter. Kaltmiete 900 Euro, Kaution 1.800 Euro.',
    ],
  ])('recognizes a %s by %j', (kind, text) => {
    expect(certainKind(text)).toBe(kind);
  });

  it.each<[what: string, text: string]>([
    [
      'an invoice of a shop',
      'Invoice 4471. Order number 12. Qty 2 lamps, unit price 20.00. Amount due 48.00. Bank transfer to IBAN DE02.',
    ],
    [
      'a German invoice of a shop',
      'Rechnung Nr. 4471. Telefon 0221. 2 Lampen. Rechnungsbetrag 48,00. Bankverbindung: Sparkasse, IBAN DE02.',
    ],
    [
      'a Spanish invoice of a shop',
      'Factura 4471. Total a pagar 48,00. Transferencia a la cuenta. IVA impuesto.',
    ],
    ['a French invoice of a shop', 'Facture 4471. Montant à payer 48,00. Virement bancaire. TVA. Téléphone.'],
    [
      'an Italian invoice of a shop',
      'Fattura 4471. Totale da pagare 48,00. Bonifico bancario. Codice fiscale. Imposta 22 %.',
    ],
    [
      'a Portuguese invoice of a shop',
      'Fatura 4471. Total a pagar 48,00. Contribuinte 123. Banco. Transferência.',
    ],
    ['a Hungarian invoice of a shop', 'Számla 4471. Fizetendő 48 000. Bankszámla. Adószám. Átutalás.'],
    ['an Arabic invoice of a shop', 'فاتورة رقم 4471. المبلغ المستحق 48. الكمية 2'],
    ['a Chinese invoice of a shop', '账单 订单 4471 数量 2 单价 24 应缴 48'],
    [
      'an invoice for electric devices',
      'Rechnung. Bestellnummer 12. Versandkosten 4,90. Stromzähler für Drehstrom, misst den Verbrauch in kWh.',
    ],
    [
      'a delivery note',
      'Delivery note for 2 electricity meters. Meter number 4482. Usage in kWh. Invoice follows.',
    ],
    [
      'an advertisement',
      'Switch to us: electricity at a tariff of 20p per kWh without a standing charge. Cut your bill!',
    ],
    [
      'an offer',
      'Kostenvoranschlag: Strom, Arbeitspreis 30 ct je kWh, Grundpreis 10 Euro, Abschlag 80 Euro. Rechnung monatlich.',
    ],
    [
      'a curriculum vitae',
      'Curriculum vitae. Work experience: Bank of Leeds, account statements and transactions. Landlord and tenant law.',
    ],
    [
      'a payslip',
      'Payslip February 2031. Income tax 300. National Insurance 120. Net pay 2,000 by bank transfer.',
    ],
    ['a reminder', 'Reminder: invoice 4471 is overdue. Total due 48.00. Please pay to sort code 12-34-56.'],
  ])('does not accept %s as proof of address', (_, text) => {
    expect(certainKind(text)).toBeNull();
  });
});
