import { foldText } from './fold-text.ts';

/** Whose address follows, by the words above it. */
export type AddressLabel = 'recipient' | 'sender' | 'other';

const list = (...phrases: readonly string[]) => phrases.flatMap((text) => text.split('|'));

/** Labels of addresses in our languages, folded. */
const labels: Readonly<Record<AddressLabel, readonly string[]>> = {
  recipient: list(
    'bill to|billed to|invoice to|sold to|customer|client|account holder|recipient|addressee|attention|tenant',
    'policyholder|mailing address|billing address|postal address|name and address|rechnung an|rechnungsadresse',
    'rechnungsanschrift|rechnungsempfanger|kunde|kundin|kontoinhaber|mieter|postanschrift|versicherungsnehmer',
    'destinataire|facture a|adresse de facturation|titulaire|locataire|client|adresse postale|destinatario|cliente',
    'facturar a|titular|direccion de facturacion|arrendatario|direccion postal|intestatario|spett le|fatturare a',
    'conduttore|indirizzo di fatturazione|faturar a|inquilino|cimzett|vevo|ugyfel|szamlafizeto|berlo|المستلم|العميل',
    '收件人|买方|客户|客戶|買方',
  ),
  sender: list(
    'from|sender|return to|return address|if undelivered|if undelivered please return to|pay to|payable to|please pay',
    'remit to|remit payment to|please remit|remittance address|send payment to|send payments to|mail payment to',
    'mail payments to|mail your payment to|make checks payable to|make check payable to|make cheques payable to|payee',
    'supplier|seller|vendor|issued by|issuer|registered office|head office|our address|your branch|branch|contact us',
    'contact|landlord|write to us|correspondence address|pay by post|absender|zahlbar an|zahlungsempfanger',
    'rucksendung an|bei unzustellbarkeit zuruck an|verkaufer|lieferant|rechnungssteller|aussteller|vermieter|filiale',
    'ihre filiale|geschaftsstelle|firmensitz|kontakt|ansprechpartner|zustandig|expediteur|emetteur|payable a',
    'a payer a|cheque a l ordre de|beneficiaire|fournisseur|vendeur|siege social|agence|votre agence|bailleur',
    'retour a|remitente|emisor|pagar a|pagadero a|beneficiario|proveedor|vendedor|domicilio social|oficina|sucursal',
    'arrendador|contacto|mittente|pagare a|fornitore|venditore|sede legale|agenzia|locatore|contatti|remetente',
    'emitente|fornecedor|agencia|sede|senhorio|felado|szallito|elado|kibocsato|kedvezmenyezett|szekhely|szolgaltato',
    'fiok|berbeado|ugyfelszolgalat|المرسل|المورد|البائع|المستفيد|寄件人|发件人|收款人|卖方|供应商|賣方',
  ),
  other: list(
    'supply address|address of supply|service address|premises|property|property address|site|site address',
    'delivery address|ship to|shipping address|deliver to|delivered to|lieferstelle|verbrauchsstelle|abnahmestelle',
    'lieferadresse|lieferanschrift|objekt|entnahmestelle|adresse de livraison|livraison|lieu de consommation',
    'point de livraison|adresse du logement|direccion de suministro|punto de suministro|direccion de entrega',
    'direccion de envio|enviar a|indirizzo di fornitura|punto di prelievo|indirizzo di consegna|spedire a',
    'local de consumo|morada de entrega|endereco de entrega|morada de fornecimento|instalacao|felhasznalasi hely',
    'szallitasi cim|عنوان التوصيل|用电地址|送货地址|收货地址',
  ),
};

/** Short words that count as labels only before a colon. */
const shortLabels: Readonly<Record<string, AddressLabel>> = {
  ...{
    to: 'recipient',
    an: 'recipient',
    a: 'recipient',
    para: 'recipient',
    per: 'recipient',
    attn: 'recipient',
  },
  ...{ fao: 'recipient', إلى: 'recipient', 致: 'recipient', for: 'recipient' },
  ...{ von: 'sender', de: 'sender', da: 'sender', من: 'sender', office: 'sender', sitz: 'sender' },
};

/** Labels of the home and the tenants in a rental agreement, folded. */
const agreementLabels: Readonly<Record<'home' | 'tenant', readonly string[]>> = {
  home: list(
    'property|property address|premises|dwelling|rental property|rental unit|leased premises|mietobjekt|mietsache|mietgegenstand',
    'wohnung|mietwohnung|objekt|logement|adresse du logement|designation du logement|bien loue|local loue|locaux|vivienda|inmueble',
    'vivienda arrendada|finca|immobile|unita immobiliare|immobile locato|imovel|local arrendado|fracao|berlemeny|ingatlan',
    'العقار|عنوان العقار|العين المؤجرة|租赁房屋|房屋地址|房屋坐落|租賃房屋',
  ),
  tenant: list(
    'tenant|tenants|lessee|renter|mieter|mieterin|locataire|preneur|arrendatario|inquilino|arrendataria|conduttore|conduttrice',
    'arrendatario|locatario|berlo|المستأجر|承租方|承租人|乙方',
  ),
};

/** Returns whose address follows a label; null if the line is not a label. */
export function parseAddressLabel(text: string): AddressLabel | null {
  const [head = ''] = text.split(/[:：]/);
  const short = shortLabels[foldText(head)];
  return head.length < text.length && short ? short : findLabel(labels, text);
}

/** Returns whether the home or a tenant follows a label of a rental agreement; null if the line is not a label of one. */
export function parseAgreementLabel(text: string): 'home' | 'tenant' | null {
  return findLabel(agreementLabels, text);
}

/** Returns the longest label that a line equals, begins with, or ends with before a colon. */
function findLabel<Label extends string>(
  table: Readonly<Record<Label, readonly string[]>>,
  text: string,
): Label | null {
  const [head = ''] = text.split(/[:：]/);
  const hasColon = head.length < text.length;
  const folded = foldText(head);
  const [found] = (Object.entries(table) as [Label, readonly string[]][])
    .flatMap(([label, words]) => words.map((word) => ({ label, word })))
    .filter(
      ({ word }) =>
        folded === word ||
        (hasColon && folded.endsWith(` ${word}`)) ||
        beginsWithLabel(folded, word, hasColon),
    )
    .sort((one, other) => other.word.length - one.word.length);
  return found?.label ?? null;
}

/**
 * Returns whether a line begins with a label: `Customer address:` and `Remit payment to our office` do, `Client Street 4` does
 * not.
 */
function beginsWithLabel(folded: string, word: string, hasColon: boolean): boolean {
  if (!folded.startsWith(`${word} `)) return false;
  return (
    !/\d/.test(folded) &&
    folded.split(' ').length <= word.split(' ').length + 2 &&
    (hasColon || word.includes(' '))
  );
}

/** Salutations, folded. An Italian address may begin with the same words, but without punctuation. */
const salutation =
  /^(?:dear|to whom it may concern|sehr geehrte|liebe|lieber|hallo|guten tag|chere?|madame|monsieur|mesdames|bonjour|estimad[oa]|apreciad[oa]|querid[oa]|hola|gentile|egregio|egregi[oa]|buongiorno|car[oa]|prezad[oa]|exm[oa]|tisztelt|kedves|عزيزي|السيد|尊敬的|敬启者)(?:\s|$)/;

/** Returns whether a line is a salutation. */
export function isSalutation(text: string): boolean {
  return /[,:!，：！]/.test(text) && salutation.test(foldText(text));
}

/** Returns whether a line is only a label. */
export function isBareLabel(text: string): boolean {
  const [, ...rest] = text.split(/[:：]/);
  return parseAddressLabel(text) !== null && !/[\p{L}\p{N}]/u.test(rest.join(''));
}

/** Returns the text after the label of a line, or the whole line if it has no label. */
export function removeLabel(text: string): string {
  const isLabelled = parseAddressLabel(text) !== null || parseAgreementLabel(text) !== null;
  return isLabelled ? textAfterColon(text) : text;
}

/** Returns the text after the first colon of a line; empty if it has no colon. */
export function textAfterColon(text: string): string {
  const [head = ''] = text.split(/[:：]/);
  return text.slice(head.length + 1).trim();
}

/** Names of personal tax and identity numbers. In Spain, company numbers begin with a letter. */
const personalNumber =
  /\b(?:nif|n\.i\.f|nie|dni|cpf|steuer-?nr|steuer-?id|codice fiscale|c\.f|adóazonosító\p{L}*)(?!\p{L})/iu;
const companyNumber = /\bn\.?i\.?f\b[.:\s]*(?:[A-HJNP-W]-?\d{7})/iu;

/** Returns whether a line contains the tax or identity number of a person. */
export function isPersonalNumber(text: string): boolean {
  return personalNumber.test(text) && !companyNumber.test(text);
}

/** Contact details, and registration numbers of companies. */
const contact =
  /@|\bwww\.|https?:|\b(?:tel|phone|fax|telephone|telefon|telefono|telefone|téléphone|tél|mobile|hotline|helpline)\b[.:\s]*[+(\d]|\b(?:e-?mail|swift|bic)\b\s*[:/]|\b(?:iban|vat|ust-?id|hrb|cif|siret|siren|rcs|p\.? ?iva|nipc|cnpj|adószám|cégjegyzékszám|abn|gstin|registered in|company no)\b/iu;

/** Returns whether a line contains contact details or a company's registration number. */
export function isContact(text: string): boolean {
  return contact.test(text) || companyNumber.test(text) || /\+\d[\d ()/-]{6,}/.test(text);
}
