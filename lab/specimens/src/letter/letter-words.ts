/** Languages of the letters. */
export type LetterLanguage = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'hu';
export type LetterKind = 'UTILITY_BILL' | 'BANK_STATEMENT';

/** Wording of letters in one language. */
export interface LetterWords {
  readonly issuer: Readonly<Record<LetterKind, string>>;
  readonly issuerAddress: string;
  readonly address: readonly string[];
  readonly dateLabel: string;
  readonly title: Readonly<Record<LetterKind, string>>;
  readonly paragraphs: Readonly<Record<LetterKind, readonly string[]>>;
  readonly inWords: (date: string) => string;
  readonly inFigures: (date: string) => string;
}

const parts = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day, at: Number(month) - 1, plainDay: String(Number(day)) };
};
const figures = (mark: string) => (date: string) => {
  const { day, month, year } = parts(date);
  return [day, month, year].join(mark);
};
const monthsOf = (language: string) =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2031, month, 15)),
    ),
  );
const written = (language: string, before: string, after: string) => {
  const months = monthsOf(language);
  return (date: string) => {
    const { plainDay, at, year } = parts(date);
    return `${plainDay}${before}${months[at]}${after}${year}`;
  };
};

export const letterWords: Readonly<Record<LetterLanguage, LetterWords>> = {
  en: {
    issuer: { UTILITY_BILL: 'Northmoor Energy', BANK_STATEMENT: 'Harbour & Vale Bank' },
    issuerAddress: 'PO Box 4410, Leeds LS1 9ZZ',
    address: ['42 Alder Grove', 'York YO31 7QZ'],
    dateLabel: 'Date',
    title: { UTILITY_BILL: 'Your electricity bill', BANK_STATEMENT: 'Current account statement' },
    paragraphs: {
      UTILITY_BILL: [
        'Dear customer, this is your electricity bill for the last quarter.',
        'Your usage was 684 kWh. The standing charge is included in the total.',
        'Amount due: 187.42. We will collect it by direct debit.',
        'Meter number 0071 4482. Please give us a meter reading each month.',
      ],
      BANK_STATEMENT: [
        'Statement of your current account. Opening balance 1,204.11.',
        'Card payments 318.20. Standing orders 640.00. Interest paid 0.00.',
        'Closing balance 986.75. Account number ending 4471, sort code on request.',
        'Please check this statement and tell us about any transaction you do not know.',
      ],
    },
    inWords: written('en', ' ', ' '),
    inFigures: figures('/'),
  },
  de: {
    issuer: { UTILITY_BILL: 'Stadtwerke Falkenau', BANK_STATEMENT: 'Volkskasse Falkenau' },
    issuerAddress: 'Werkstraße 1, 99998 Falkenau',
    address: ['Königsallee 17b', '50937 Köln'],
    dateLabel: 'Rechnungsdatum',
    title: { UTILITY_BILL: 'Ihre Stromrechnung', BANK_STATEMENT: 'Kontoauszug Girokonto' },
    paragraphs: {
      UTILITY_BILL: [
        'Sehr geehrte Kundin, sehr geehrter Kunde, hiermit erhalten Sie Ihre Stromrechnung.',
        'Ihr Verbrauch betrug 684 kWh, der Grundpreis ist im Gesamtbetrag enthalten.',
        'Rechnungsbetrag: 187,42. Wir ziehen ihn von Ihrem Konto ein.',
        'Zählernummer 0071 4482. Bitte teilen Sie uns Ihren Zählerstand mit.',
      ],
      BANK_STATEMENT: [
        'Kontoauszug für Ihr Girokonto. Alter Kontostand 1.204,11.',
        'Kartenzahlungen 318,20. Daueraufträge 640,00. Zinsen 0,00.',
        'Neuer Kontostand 986,75. Die Buchungen finden Sie auf der nächsten Seite.',
        'Bitte prüfen Sie diesen Kontoauszug und melden Sie unbekannte Umsätze.',
      ],
    },
    inWords: written('de', '. ', ' '),
    inFigures: figures('.'),
  },
  es: {
    issuer: { UTILITY_BILL: 'Energía del Henar', BANK_STATEMENT: 'Banco de la Ribera Alta' },
    issuerAddress: 'Apartado 118, 47001 Valladolid',
    address: ['Calle de los Olivos, 12, 3.º B', '28013 Madrid'],
    dateLabel: 'Fecha de emisión',
    title: { UTILITY_BILL: 'Factura de electricidad', BANK_STATEMENT: 'Extracto de cuenta corriente' },
    paragraphs: {
      UTILITY_BILL: [
        'Estimado cliente: le enviamos su factura de electricidad del último periodo.',
        'Consumo 684 kWh. El término fijo de potencia está incluido en el total.',
        'Importe total: 187,42. Lo cargaremos en su cuenta por domiciliación.',
        'Número de contador 0071 4482. Envíenos cada mes la lectura del contador.',
      ],
      BANK_STATEMENT: [
        'Extracto de su cuenta corriente. Saldo anterior 1.204,11.',
        'Pagos con tarjeta 318,20. Transferencias 640,00. Intereses 0,00.',
        'Saldo final 986,75. Encontrará los movimientos en la página siguiente.',
        'Revise este extracto y comuníquenos cualquier movimiento que no conozca.',
      ],
    },
    inWords: written('es', ' de ', ' de '),
    inFigures: figures('/'),
  },
  fr: {
    issuer: { UTILITY_BILL: 'Énergie des Aulnes', BANK_STATEMENT: 'Banque du Val Fleuri' },
    issuerAddress: 'BP 440, 21000 Dijon',
    address: ['8 bis rue des Tilleuls', '69007 Lyon'],
    dateLabel: "Date d'émission",
    title: { UTILITY_BILL: "Votre facture d'électricité", BANK_STATEMENT: 'Relevé de compte courant' },
    paragraphs: {
      UTILITY_BILL: [
        "Chère cliente, cher client, voici votre facture d'électricité.",
        "Votre consommation est de 684 kWh. L'abonnement est compris dans le total.",
        'Montant à payer : 187,42. Il sera prélevé sur votre compte.',
        'Numéro de compteur 0071 4482. Merci de nous envoyer votre relevé chaque mois.',
      ],
      BANK_STATEMENT: [
        'Relevé de votre compte courant. Solde précédent 1 204,11.',
        'Paiements par carte 318,20. Virements 640,00. Intérêts 0,00.',
        'Nouveau solde 986,75. Les opérations figurent à la page suivante.',
        'Vérifiez ce relevé et signalez-nous toute opération inconnue.',
      ],
    },
    inWords: written('fr', ' ', ' '),
    inFigures: figures('/'),
  },
  it: {
    issuer: { UTILITY_BILL: 'Luce di Valdora', BANK_STATEMENT: 'Banca di Valdora' },
    issuerAddress: 'Casella postale 90, 10121 Torino',
    address: ['Via delle Magnolie 31', '40126 Bologna BO'],
    dateLabel: 'Data di emissione',
    title: { UTILITY_BILL: 'Bolletta della luce', BANK_STATEMENT: 'Estratto conto corrente' },
    paragraphs: {
      UTILITY_BILL: [
        "Gentile cliente, le inviamo la bolletta dell'energia elettrica.",
        'Consumo 684 kWh. La quota fissa è compresa nel totale.',
        'Totale da pagare: 187,42. Sarà addebitato sul suo conto.',
        "Numero del contatore 0071 4482. Ci comunichi ogni mese l'autolettura.",
      ],
      BANK_STATEMENT: [
        'Estratto del suo conto corrente. Saldo iniziale 1.204,11.',
        'Pagamenti con carta 318,20. Bonifici 640,00. Interessi 0,00.',
        'Saldo finale 986,75. I movimenti sono nella pagina seguente.',
        'Controlli questo estratto conto e ci segnali i movimenti che non conosce.',
      ],
    },
    inWords: written('it', ' ', ' '),
    inFigures: figures('/'),
  },
  pt: {
    issuer: { UTILITY_BILL: 'Energia do Vale Claro', BANK_STATEMENT: 'Banco do Vale Claro' },
    issuerAddress: 'Apartado 33, 1000-001 Lisboa',
    address: ['Rua das Acácias, 25, 2.º Esq.', '4050-112 Porto'],
    dateLabel: 'Data de emissão',
    title: { UTILITY_BILL: 'Fatura de eletricidade', BANK_STATEMENT: 'Extrato de conta à ordem' },
    paragraphs: {
      UTILITY_BILL: [
        'Caro cliente, enviamos a sua fatura de eletricidade do último período.',
        'Consumo 684 kWh. A potência contratada está incluída no total.',
        'Total a pagar: 187,42. O valor será debitado na sua conta.',
        'Número do contador 0071 4482. Envie-nos a leitura do contador todos os meses.',
      ],
      BANK_STATEMENT: [
        'Extrato da sua conta à ordem. Saldo anterior 1.204,11.',
        'Pagamentos com cartão 318,20. Transferências 640,00. Juros 0,00.',
        'Saldo final 986,75. Os movimentos estão na página seguinte.',
        'Verifique este extrato e comunique-nos os movimentos que não conhece.',
      ],
    },
    inWords: written('pt', ' de ', ' de '),
    inFigures: figures('/'),
  },
  hu: {
    issuer: { UTILITY_BILL: 'Tölgyvölgyi Áramszolgáltató', BANK_STATEMENT: 'Tölgyvölgyi Takarékbank' },
    issuerAddress: '1391 Budapest, Pf. 214',
    address: ['Szőlőhegy utca 9.', '1123 Budapest'],
    dateLabel: 'Kelt',
    title: { UTILITY_BILL: 'Villamosenergia-számla', BANK_STATEMENT: 'Bankszámlakivonat' },
    paragraphs: {
      UTILITY_BILL: [
        'Tisztelt Ügyfelünk! Mellékelten küldjük villamosenergia-számláját.',
        'Fogyasztás 684 kWh. Az alapdíjat a végösszeg tartalmazza.',
        'Fizetendő összeg: 187,42. Az összeget bankszámlájáról vonjuk le.',
        'Mérőóra száma 0071 4482. Kérjük, havonta közölje a mérőállást.',
      ],
      BANK_STATEMENT: [
        'Bankszámlakivonat az Ön folyószámlájáról. Nyitó egyenleg 1204,11.',
        'Kártyás fizetések 318,20. Átutalások 640,00. Kamat 0,00.',
        'Záró egyenleg 986,75. A tételeket a következő oldalon találja.',
        'Kérjük, ellenőrizze ezt a kivonatot, és jelezze az ismeretlen tételeket.',
      ],
    },
    inWords: (date) => {
      const { year, at, plainDay } = parts(date);
      return `${year}. ${monthsOf('hu')[at]} ${plainDay}.`;
    },
    inFigures: (date) => {
      const { year, month, day } = parts(date);
      return `${year}. ${month}. ${day}.`;
    },
  },
};
