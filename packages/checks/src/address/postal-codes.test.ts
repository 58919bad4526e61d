import { addressDocumentKinds } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import type { TextLine } from '../file/page-text.ts';
import { judgeLetter } from './judge-letter.ts';
import { findPostalCodes } from './postal-codes.ts';

/** Judges a letter with these lines below the recipient's name. */
function outcomesOf(lines: readonly string[], address: string) {
  const page = ['Northmoor Energy', '', '', 'Anna Maria Eriksson', ...lines]
    .map(
      (text, row): TextLine => ({
        text,
        confidence: 1,
        box: { left: 100, top: 40 * row, widthPx: 400, heightPx: 24 },
      }),
    )
    .filter(({ text }) => text !== '');
  const evaluation = judgeLetter([page], true, {
    accepts: addressDocumentKinds,
    maxAgeDays: 90,
    expected: { fullName: 'Anna Maria Eriksson', address },
    now: Date.parse('2031-03-01T10:00:00Z'),
  });
  if (evaluation.kind !== 'evaluated') throw new Error('The letter was not evaluated.');
  const { outcomes } = evaluation;
  return [
    outcomes.addressValidationCheckResult,
    outcomes.fullAddressCheckResult,
    outcomes.nameMatchCheckResult,
  ].join(' ');
}

describe('addresses of many countries', () => {
  it.each<[lines: readonly string[], claim: string]>([
    [['12 MG Road', 'Jaipur 302017 Rajasthan'], '12 MG Road, Jaipur 302017, Rajasthan, India'],
    [['12 MG Road', 'Jaipur - 302017', 'Rajasthan', 'INDIA'], '12 MG Road, Jaipur, 302017'],
    [['Sector 5 No. 12', 'Noida UP-201301'], 'Sector 5 No. 12, Noida, UP 201301, India'],
    [['12 MG Road', 'Gurgaon, HR-122001'], '12 MG Road, Gurgaon, HR-122001'],
    [['12 Main Street', 'Los Angeles, CA-90210'], '12 Main Street, Los Angeles, CA 90210'],
    [['१२ MG Road', 'Jaipur ३०२०१७'], '12 MG Road, Jaipur 302017'],
    [['12 Tahrir Street', 'Cairo ١١٥١١'], '12 Tahrir Street, Cairo 11511, Egypt'],
    [['１２ Ginza Street', 'Tokyo １０４-００６１'], '12 Ginza Street, Tokyo 104-0061'],
    [['2-21-1 Shibuya', 'Shibuya-ku, Tokyo 150-0002', 'JAPAN'], '2-21-1 Shibuya, Shibuya-ku, Tokyo, 1500002'],
    [['Storgatan 12', '114 55 Stockholm'], 'Storgatan 12, 11455 Stockholm'],
    [['Storgatan 12', 'SE-114 55 Stockholm'], 'Storgatan 12, 114 55 Stockholm, Sverige'],
    [['Ermou 12', '105 63 Athina'], 'Ermou 12, 10563 Athina, Greece'],
    [['Dlouhá 12', '110 00 Praha 1'], 'Dlouhá 12, 11000 Praha 1'],
    [['Hlavná 12', '811 01 Bratislava'], 'Hlavna 12, 811 01 Bratislava'],
    [['ul. Długa 12/4', '00-238 Warszawa'], 'ul. Długa 12/4, 00238 Warszawa, Polska'],
    [['Keizersgracht 101', '1015 CJ Amsterdam'], 'Keizersgracht 101, 1015CJ Amsterdam'],
    [['12 King St W', 'Toronto ON M5V 3L9'], '12 King St W, Toronto, ON, M5V3L9, Canada'],
    [['42 Alder Grove', 'York', 'YO31 7QZ'], '42 Alder Grove, York, yo31 7qz'],
    [['12 O’Connell Street', 'Dublin 1', 'D01 F5P2'], "12 O'Connell Street, Dublin 1, D01F5P2"],
    [['120 Main Street', 'Springfield, IL 62704-1234'], '120 Main Street, Springfield, IL 62704'],
    [['12 George Street', 'SYDNEY NSW 2000'], '12 George Street, Sydney NSW 2000, Australia'],
    [['12 Orchard Road #04-01', 'Singapore 238823'], '12 Orchard Road #04-01, Singapore 238823'],
    [
      ['Av. Paulista, 1000', 'São Paulo - SP', '01310-100'],
      'Avenida Paulista 1000, São Paulo, 01310-100, Brasil',
    ],
    [['Av. Corrientes 1234', 'C1043AAZ Buenos Aires'], 'Avenida Corrientes 1234, C1043AAZ Buenos Aires'],
    [['Brīvības iela 12', 'Rīga, LV-1010'], 'Brivibas iela 12, Riga, 1010'],
    [['Tverskaya 12', 'Moscow', '125009'], 'Tverskaya 12, Moscow 125009'],
    [['Calle 12 No. 34-56', '110111 Bogotá'], 'Calle 12 No. 34-56, Bogotá 110111, Colombia'],
    [['Plot No. 12, MG Road, Jaipur 302017'], 'Plot No. 12, MG Road, Jaipur 302017'],
    [['Dizengoff Street 12', 'Tel Aviv 6433222'], 'Dizengoff Street 12, Tel Aviv 6433222, Israel'],
    [['12 Jalan Ampang', '50450 Kuala Lumpur'], '12 Jalan Ampang, 50450 Kuala Lumpur, Malaysia'],
    [
      ['Calle Reforma 12', 'Col. Juárez', '06600 Ciudad de México, CDMX'],
      'Calle Reforma 12, Juárez, 06600 Ciudad de México',
    ],
    [['10 bis rue du Lac', '75008 PARIS CEDEX 08'], '10 bis rue du Lac, 75008 Paris'],
    [['Bahnhofstrasse 12', 'CH-8001 Zürich'], 'Bahnhofstr. 12, 8001 Zürich, Schweiz'],
    [['Mannerheimintie 12 A 4', '00100 HELSINKI', 'FINLAND'], 'Mannerheimintie 12 A 4, 00100 Helsinki'],
    [['Laugavegur 12', '101 Reykjavík', 'ICELAND'], 'Laugavegur 12, 101 Reykjavik, Iceland'],
    [
      ['Apartment 304, Marina Tower 12', 'Dubai Marina', 'Dubai', 'United Arab Emirates'],
      'Apartment 304, Marina Tower 12, Dubai Marina, Dubai, UAE',
    ],
    [['Flat 12A, 8 Queen’s Road Central', 'Hong Kong'], "Flat 12A, 8 Queen's Road Central, Hong Kong"],
  ])('passes %j for the expected address %j', (lines, claim) => {
    expect(outcomesOf(lines, claim)).toBe('PASS PASS PASS');
  });

  it.each<[outcomes: string, lines: readonly string[], claim: string]>([
    ['PASS FAIL PASS', ['12 MG Road', 'Jaipur 302017 Rajasthan'], '7 Hill Street, Mumbai 400001, India'],
    ['PASS REVIEW PASS', ['12 MG Road', 'Jaipur 302017 Rajasthan'], '7 Hill Street, Leeds LS1 9ZZ'],
    ['PASS REVIEW PASS', ['42 Alder Grove', 'York YO31 7QZ'], 'Gartenweg 3, 10115 Berlin'],
    ['PASS REVIEW PASS', ['Königsallee 17b', '50937 Köln'], '7 Hill Street, Kingsbridge'],
    [
      'REVIEW REVIEW REVIEW',
      ['Plot 14 Acacia Avenue', 'Kololo', 'Kampala'],
      'Plot 12, Hill Road, Kampala, Uganda',
    ],
    ['REVIEW REVIEW REVIEW', ['Plot 14 Acacia Avenue', 'Kampala', 'Uganda'], 'Gartenweg 3, 10115 Berlin'],
    ['FAIL NOT_PERFORMED REVIEW', ['Gartenweg 3', 'Berlin'], 'Gartenweg 30, 10115 Berlin'],
    ['REVIEW PASS PASS', ['Plot 12 Acacia Avenue', 'Q/7-22 Kololo'], 'Plot 12, Acacia Avenue, Q/7-22 Kololo'],
    [
      'REVIEW PASS PASS',
      ['Rose Cottage', 'Mill Lane', 'York', 'YO31 7QZ'],
      'Rose Cottage, Mill Lane, York YO31 7QZ',
    ],
  ])('returns %s for %j and the expected address %j', (outcomes, lines, claim) => {
    expect(outcomesOf(lines, claim)).toBe(outcomes);
  });

  it.each<[text: string, codes: readonly string[]]>([
    ['Jaipur 302017 Rajasthan', ['302017']],
    ['Date 2031-02-09', []],
    ['Total 1.204,11', []],
    ['Amount due 187.42', []],
    ['+49 221 12345', []],
    ['D-50937 Köln', ['50937']],
    ['Noida, UP-201301', ['201301']],
    ['Pune MH-411001', ['411001']],
    ['SE-114 55 Stockholm', ['11455']],
    ['CH-8001 Zürich', ['8001']],
    ['RE-201301', []],
    ['Nr. KD-50937', []],
    ['INV-201301', []],
    ['X-201301', []],
    ['AB-1234', []],
    ['AB-123456', []],
    ['No. 12-34567', []],
  ])('finds in %j the postal codes %j', (text, codes) => {
    expect(findPostalCodes(text).map(({ compact }) => compact)).toEqual(codes);
  });
});
