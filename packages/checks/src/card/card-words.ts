import type { CardBrand } from './card-brand.ts';

/**
 * Words that cards print besides the holder's name: labels of dates and numbers, notes, kinds of cards and accounts, banks and
 * networks. A line with one of them is not a name.
 */
const cardWords = new Set(
  `VALID VALIDA VALIDADE VALIDE VALIDITE VALIDO THRU THROUGH UNTIL FROM EXPIRE EXPIRES EXPIRY EXPIRATION EXPIRA EXP VENCE VENCIMIENTO
  VENCIMENTO SCADENZA HASTA DESDE GULTIG GUELTIG GELDIG GILTIG GYLDIG WAZNA GECERLILIK ERVENYES LEJARAT JUSQU JUSQUAU
  MONTH MONAT MOIS YEAR JAHR ANNEE
  AUTHORIZED AUTHORISED AUTORISEE AUTORIZADA AUTORIZZATA SIGNATURE SIGNED SIGN UNTERSCHRIFT FIRMA ASSINATURA HANDTEKENING PODPIS IMZA
  ALAIRAS ELECTRONIC ELECTRONIQUE ELECTRONICO ELETRONICO ELETTRONICO ELEKTRONISCHE USE USAGE USO ONLY SOMENTE SEULEMENT UNLESS
  MEMBER MEMBRE MEMBRO MIEMBRO MITGLIED SINCE SEIT DEPUIS
  CARD CARDS CARDHOLDER CARDMEMBER KARTE KREDITKARTE BANKKARTE GIROCARD CARTE TARJETA CARTAO CARTA KAART KORT KARTA KARTI KARTYA PLASTIC
  DEBIT DEBITO CREDIT CREDITO KREDIT PREPAID PREPAGO GIFT VIRTUAL CONTACTLESS SANSCONTACT SECURITY CODE NUMBER NUMERO NUMMER ACCOUNT
  KONTO IBAN BIC CUSTOMER SERVICE SERVICES HOTLINE ISSUED ISSUER PROPERTY INTERNATIONAL CORPORATE BUSINESS COMMERCIAL COMPANY
  BANK BANQUE BANCO BANCA BANKA BANKASI BANKING BANCAIRE BANCORP SPARKASSE VOLKSBANK RAIFFEISEN RAIFFEISENBANK CAISSE CAIXA CASSA
  MUTUEL FINANCIAL FINANCE FEDERAL SAVINGS TRUST UNION UNIONPAY PAY
  VISA MASTERCARD MAESTRO CIRRUS AMEX EXPRESS DISCOVER DINERS CLUB JCB RUPAY VERVE DANKORT INTERLINK HIPERCARD HIPER ELECTRON
  PLATINUM PLATINO INFINITE REWARDS CASHBACK BENEFITS FREQUENT FLYER FLYERS TRAVELLER TRAVELLERS TRAVELER TRAVELERS MILEAGE POINTS
  AIRLINE AIRLINES AIRWAYS`.split(/\s+/),
);

/** Words that also occur in names; a line made only of them is not a name. */
const ambiguousWords = new Set(
  `GOLD GOLDEN SOLO SILVER BLACK BLUE GREEN WHITE WORLD ELITE CLASSIC STANDARD PRIME PREMIER PREMIUM TRAVEL CASH GOOD END FIN BIS TOT
  MIR ELO TROY PLUS AMERICAN FIRST NATIONAL CITY CITIZENS PEOPLES STUDENT YOUTH PRIVATE PERSONAL GENIUS SELECT BONUS
  REWARD LOYALTY PREFERRED ADVANTAGE THE OF AND FOR NOT DE DO DA LA EL AU NO A`.split(/\s+/),
);

/** Programmes whose words also occur in names; a line with one of them is not a name. */
const programmes = /\b(?:MILES (?:AND |& )?MORE|(?:SKY|AIR|BONUS|REWARD|TRAVEL) ?MILES)\b/;

/** Particles of names, which are not capitalized. */
const particle =
  /^(?:af|al|bin|da|dal|de|del|della|den|der|di|do|dos|du|e|el|la|las|le|los|of|ter|ten|van|von|y|zu|zum|zur)$/;

/** Minimum length of the longest word of a name; scraps of the background are read as one or two letters. */
const MIN_NAME_LENGTH = 3;

/** Returns whether a word may be part of a name: capitalized, or a particle. */
export function isNameWord(word: string): boolean {
  return /^\p{Lu}[\p{L}.'’-]*$/u.test(word) || particle.test(word);
}

/** Returns whether words may be the holder's name: two or more, none of them printed on cards for other purposes. */
export function isHolderName(words: readonly string[]): boolean {
  const plain = words
    .filter((word) => !particle.test(word))
    .map((word) =>
      word
        .normalize('NFD')
        .replace(/[^\p{L}]/gu, '')
        .toUpperCase(),
    );
  if (plain.length < 2 || !plain.some((word) => word.length >= MIN_NAME_LENGTH)) return false;
  if (programmes.test(plain.join(' '))) return false;
  return !plain.some((word) => cardWords.has(word)) && !plain.every((word) => ambiguousWords.has(word));
}

/** Returns the networks whose marks are printed as text. */
export function findPrintedBrands(lines: readonly string[]): readonly CardBrand[] {
  const text = lines.join('\n');
  const marks: readonly [CardBrand, RegExp][] = [
    ['UNIONPAY', /union\s?pay|银联/i],
    ['VISA', /\bvisa\b/i],
  ];
  return marks.filter(([, mark]) => mark.test(text)).map(([brand]) => brand);
}
