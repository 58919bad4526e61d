import type { AddressDocumentKind } from '@vendor/contract';

/**
 * Ideas that identify a kind of letter, each a list of phrases in our nine languages. `subject`: topics that hardly any other
 * letter has. `act`: purposes of the letter, which others share. A phrase matches at the beginning of words; after `~`,
 * anywhere in them.
 */
export interface KindWords {
  readonly subject: readonly (readonly string[])[];
  readonly act: readonly (readonly string[])[];
}

const list = (...phrases: readonly string[]) => phrases.flatMap((text) => text.split('|'));

export const kindWords: Readonly<Record<AddressDocumentKind, KindWords>> = {
  UTILITY_BILL: {
    subject: [
      list(
        'meter number|meter reading|meter readings|meter serial|meter point|mpan|mprn|your meter|smart meter',
        'zählernummer|zählerstand|~zähler nr|stromzähler|gaszähler|wasserzähler|zählerablesung',
        'contador|lectura|compteur|point de livraison|contatore|autolettura|codice pod|leitura|medidor',
        'mérőóra|mérőállás|fogyasztásmérő|العداد|电表|水表|燃气表|抄表|電錶|水錶',
      ),
      list('kwh|kilowatt|cubic metre|cubic meter|kubikmeter|metros cúbicos|mètres cubes|metri cubi|köbméter'),
      list('كيلوواط|千瓦时|千瓦時|立方米|用电量|用水量|用電量'),
      list(
        'consumption|usage|energy used|verbrauch|~verbrauch|consumo|consommation|consumi|fogyasztás|استهلاك|用量',
      ),
      list(
        'electricity|gas bill|gas supply|natural gas|water bill|water supply|water charges|sewerage|wastewater|energy',
        'strom|stromrechnung|erdgas|trinkwasser|abwasser|fernwärme|stadtwerke|energie|electricidad|gas natural',
        'suministro de agua|saneamiento|électricité|gaz naturel|eau potable|assainissement|energia elettrica|luce',
        'gas naturale|servizio idrico|eletricidade|energia elétrica|conta de luz|conta de água|energia|energía',
        'villamosenergia|földgáz|vízdíj|~áramszolgáltató|كهرباء|الكهرباء|المياه|电费|水费|燃气费|供电|自来水|電費|水費',
      ),
      list(
        'standing charge|unit rate|tariff|grundpreis|arbeitspreis|abschlag|netzentgelt|término fijo|potencia|peajes',
        'acheminement|abonnement|prime fixe|quota fissa|oneri di sistema|potenza impegnata|potência contratada',
        'acesso às redes|alapdíj|rendszerhasználati|تعرفة|التعرفة|阶梯|电价|基本电费',
      ),
      list(
        'broadband|landline|line rental|call charges|call summary|data allowance|festnetz|glasfaser|dsl anschluss|rufnummer',
        'verbindungsübersicht|banda ancha|fibra óptica|línea fija|ligne fixe|box internet|forfait mobile|linea fissa|adsl',
        'linha fixa|telefonía|telefonia|szélessáv|vezetékes telefon|الهاتف الثابت|الإنترنت المنزلي|宽带|固话|通话费|寬頻',
      ),
    ],
    act: [
      list(
        'your bill|bill|invoice|~rechnung|~abrechnung|factura|facture|bolletta|fattura|fatura|~számla|فاتورة|账单|帳單|电费单',
      ),
      list(
        'amount due|total due|please pay|by direct debit|rechnungsbetrag|zahlbetrag|importe total|total a pagar',
        'montant à payer|net à payer|totale da pagare|fizetendő|المبلغ المستحق|应缴|缴费|應繳',
      ),
    ],
  },
  BANK_STATEMENT: {
    subject: [
      list(
        'opening balance|closing balance|previous balance|new balance|balance brought forward|statement balance|kontostand',
        'alter saldo|neuer saldo|saldo|solde|egyenleg|nyitó egyenleg|الرصيد|رصيد|余额|餘額|结余',
      ),
      list(
        'current account|checking account|savings account|sort code|girokonto|tagesgeldkonto|sparkonto|sparbuch',
        'cuenta corriente|cuenta de ahorro|compte courant|compte de dépôt|compte chèque|livret a|conto corrente',
        'conta à ordem|conta corrente|conta poupança|folyószámla|bankszámla|حساب جاري|الحساب الجاري|账户|储蓄|賬戶|戶口',
      ),
      list(
        'transaction|card payment|standing order|withdrawal|paid in|paid out|deposits|buchung|umsätze|gutschrift|daueraufträge',
        'dauerauftrag|kartenzahlung|movimientos|pagos con tarjeta|opérations|paiements par carte|prélèvements|movimenti',
        'pagamenti con carta|bonifici|movimentos|levantamentos|pagamentos com cartão|átutalások|kártyás fizetés|jóváírás',
        'المعاملات|إيداع|سحب|交易|存入|支出|转账',
      ),
      list(
        'interest|overdraft|zinsen|dispositionskredit|intereses|descubierto|intérêts|agios|découvert|interessi|juros',
      ),
      list('kamat|الفائدة|利息'),
    ],
    act: [
      list(
        'statement|kontoauszug|auszug nr|extracto|relevé|estratto conto|estratto del|extrato|~kivonat|كشف حساب|كشف الحساب|对账单',
        '對賬單|月结单|月結單|账户明细|流水',
      ),
    ],
  },
  TAX_DOCUMENT: {
    subject: [
      list(
        'hmrc|hm revenue|internal revenue service|department of the treasury|revenue commissioners|canada revenue agency',
        'taxation office|tax office|finanzamt|finanzverwaltung|zentralamt für steuern|agencia tributaria|hacienda',
        'finances publiques|centre des impôts|trésor public|service des impôts|agenzia delle entrate|autoridade tributária',
        'receita federal|secretaria da fazenda|adóhivatal|nemzeti adó|مصلحة الضرائب|الهيئة الاتحادية للضرائب|税务局|稅務局|税务总局',
      ),
      list(
        'income tax|council tax|property tax|self assessment|einkommensteuer|grundsteuer|kirchensteuer|kraftfahrzeugsteuer',
        'irpf|impuesto sobre la renta|impuesto sobre bienes|impôt sur le revenu|impôts sur les revenus|taxe foncière',
        "taxe d'habitation|irpef|imposta municipale|imposta sul reddito|imposta sui redditi|tassa sui rifiuti|iptu",
        'imposto sobre o rendimento|imposto sobre a renda|imposto municipal|jövedelemadó|építményadó|kommunális adó',
        'ضريبة الدخل|所得税|房产税|所得稅|差餉',
      ),
      list(
        'taxpayer|tax year|tax code|tax reference|steuernummer|steuer id|veranlagungszeitraum|identifikationsnummer',
        "foyer fiscal|numéro fiscal|revenu fiscal|número fiscal|ejercicio|codice fiscale|anno d'imposta|contribuinte|ano base",
        'adóazonosító|adóév|الرقم الضريبي|纳税人|納稅人',
      ),
      list(
        'valuation band|property band|band a|band b|band c|band d|band e|steuerfestsetzung|quotient familial|valor catastral',
      ),
    ],
    act: [
      list(
        'assessment|tax bill|tax return|tax calculation|notice of|demand notice|bescheid|~bescheid|festsetzung|liquidación',
        "declaración|avis d'imposition|avis d'impôt|avis de taxe|avviso|cartella di pagamento|dichiarazione|liquidação",
        'declaração|demonstrativo|határozat|értesítés|~bevallás|إشعار|إقرار|通知书|完税|評稅|納稅通知',
      ),
    ],
  },
  GOVERNMENT_LETTER: {
    subject: [
      list(
        'ministry of|department of|department for|city council|county council|borough council|district council|town council',
        'home office|hm government|government of|service canada|services australia|bürgeramt|bürgerbüro|einwohnermeldeamt',
        'meldebehörde|landratsamt|stadtverwaltung|gemeindeverwaltung|bezirksamt|ministerium|~ministerium|bundesamt|behörde',
        'agentur für arbeit|jobcenter|standesamt|ministerio|ayuntamiento|gobierno de|ministère|mairie|préfecture|hôtel de ville',
        'ministero|comune di|prefettura|câmara municipal|prefeitura|junta de freguesia|ministério|governo|~minisztérium',
        'önkormányzat|~kormányhivatal|polgármesteri|وزارة|بلدية|حكومة|市政府|人民政府|公安局|派出所|街道办',
      ),
      list(
        'social security|national insurance|state pension|universal credit|housing benefit|child benefit|medicare',
        'rentenversicherung|kindergeld|arbeitslosengeld|wohngeld|seguridad social|prestación|sécurité sociale',
        'allocations familiales|assurance maladie|inps|assegno unico|previdenza sociale|segurança social|inss',
        'társadalombiztosítás|nyugdíj|családi pótlék|الضمان الاجتماعي|社会保障|社保|社會保障',
      ),
      list(
        'certificate of residence|electoral register|electoral roll|poll card|register of electors|place of residence',
        'meldebescheinigung|meldebestätigung|anmeldung|hauptwohnung|wahlbenachrichtigung|empadronamiento|padrón municipal',
        'attestation de domicile|justificatif de domicile|liste électorale|certificato di residenza|anagrafe|residenza',
        'atestado de residência|comprovante de residência|recenseamento|lakcím|lakóhely|شهادة سكن|الإقامة|居住证|户口|户籍',
      ),
    ],
    act: [
      list(
        'certificate|certify|certifies|entitle|entitled|notice|decision|hereby|our reference|~bescheinigung|~bestätigung|~bescheid',
        'mitteilung|wahlbenachrichtigung|certifica|certificado|resolución|notificación|attestation|certificat|décision',
        'certificato|si attesta|comunicazione|certidão|atestado|declaração|notificação|igazolás|határozat|értesítés',
        'شهادة|قرار|نشهد|证明|通知|决定|證明',
      ),
    ],
  },
  RENTAL_AGREEMENT: {
    subject: [
      list(
        'landlord|lessor|vermieter|arrendador|bailleur|locatore|senhorio|locador|bérbeadó|المؤجر|出租方|出租人',
      ),
      list(
        'tenant|lessee|mieter|arrendatario|locataire|conduttore|inquilino|arrendatário|locatário|bérlő|المستأجر|承租方|承租人',
      ),
      list(
        'rent|monthly rent|kaltmiete|miete|nebenkosten|renta|alquiler|loyer|canone|renda|aluguel|bérleti díj|الإيجار|租金',
      ),
      list(
        'deposit|kaution|mietkaution|fianza|dépôt de garantie|deposito cauzionale|caução|kaució|مبلغ التأمين|押金',
      ),
    ],
    act: [
      list(
        'tenancy agreement|lease agreement|rental agreement|residential lease|tenancy|mietvertrag|contrato de arrendamiento',
        'contrato de alquiler|contrat de location|bail|contratto di locazione|contrato de arrendamento|contrato de locação',
        'contrato de aluguel|bérleti szerződés|عقد إيجار|عقد الإيجار|租赁合同|租约|租賃合約',
      ),
    ],
  },
};

/** Phrases of letters of other kinds: slips, offers, curricula vitae. One is enough. */
export const otherLetters: readonly string[] = list(
  'delivery note|packing slip|packing list|quotation|pro forma invoice|curriculum vitae|work experience',
  'lieferschein|kostenvoranschlag|lebenslauf|berufserfahrung|unser angebot für sie|albarán|presupuesto|experiencia laboral',
  'bon de livraison|devis|expérience professionnelle|documento di trasporto|bolla di consegna|preventivo|esperienza lavorativa',
  'guia de remessa|orçamento|experiência profissional|szállítólevél|árajánlat|önéletrajz|szakmai tapasztalat',
  'سيرة ذاتية|إشعار تسليم|عرض سعر|送货单|报价单|简历|履歷',
);

/**
 * Phrases of advertisements, which bills also have in their footer. They count unless the letter has every `act` of its kind.
 */
export const advertisingWords: readonly string[] = list(
  'unsubscribe|newsletter|switch to us|switch today|switch now|join today|jetzt wechseln|wechseln sie|cámbiate',
  'changez de fournisseur|passa a|mude para|váltson most',
);

/** Ideas of trade in goods; two of them make a bill a shop's. */
export const tradeWords: readonly (readonly string[])[] = [
  list(
    'order number|order no|your order|order date|bestellnummer|bestellung|auftragsnummer|número de pedido|pedido|numéro de commande',
    'votre commande|numero ordine|ordine n|encomenda|rendelésszám|rendelés|رقم الطلب|订单',
  ),
  list(
    'shipping|postage and packing|delivery charge|versandkosten|lieferkosten|gastos de envío|frais de port|frais de livraison',
    'spese di spedizione|portes de envio|frete|szállítási költség|الشحن|运费|運費',
  ),
  list(
    'sku|item no|item number|article number|product code|artikelnummer|art nr|artikel nr|referencia|código de producto',
    'référence article|codice articolo|código do produto|cikkszám|رمز المنتج|货号|商品编号',
  ),
  list(
    'qty|quantity|menge|stückpreis|einzelpreis|cantidad|precio unitario|quantité|prix unitaire|quantità|prezzo unitario',
    'quantidade|preço unitário|mennyiség|egységár|الكمية|数量|单价',
  ),
  list(
    'special offer|voucher|discount code|returns policy|right of return|gutschein|widerrufsrecht|rückgabe|oferta especial',
    'devolución|offre spéciale|bon d achat|buono sconto|reso|vale de desconto|utalvány|قسيمة|优惠券',
  ),
];
