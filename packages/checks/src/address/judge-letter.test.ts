import { addressDocumentKinds } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { joinPieces, type TextLine } from '../file/page-text.ts';
import { findAddresses } from './address-block.ts';
import type { AddressTask } from './address-task.ts';
import { compareAddress } from './compare-address.ts';
import { judgeLetter } from './judge-letter.ts';

const now = Date.parse('2031-03-01T10:00:00Z');

/** Creates lines below each other at one edge; an empty text leaves a gap. */
function page(texts: readonly string[], confidence = 0.95): TextLine[] {
  return texts
    .map((text, row) => ({ text, confidence, box: { left: 100, top: 40 * row, widthPx: 400, heightPx: 24 } }))
    .filter(({ text }) => text !== '');
}

const letter = [
  'Northmoor Energy',
  '',
  '',
  'Ms Anna Maria Eriksson',
  '42 Alder Grove',
  'York YO31 7QZ',
  '',
  '',
  'Date: 9 February 2031',
  '',
  '',
  'Your electricity bill: 684 kWh. Amount due 187.42.',
];

function judge(
  texts: readonly string[],
  changes: Partial<AddressTask> & { isShown?: boolean; confidence?: number } = {},
) {
  const { isShown = true, confidence = 0.95, ...task } = changes;
  const evaluation = judgeLetter([page(texts, confidence)], isShown, {
    accepts: addressDocumentKinds,
    maxAgeDays: 90,
    expected: { fullName: 'Anna Maria Eriksson', address: '42 Alder Grove, York, YO31 7QZ' },
    now,
    ...task,
  });
  if (evaluation.kind !== 'evaluated') throw new Error('The letter was not evaluated.');
  return evaluation;
}

const without = (word: string) => letter.filter((text) => !text.includes(word));
const withLine = (from: string, to: string) => letter.map((text) => (text.includes(from) ? to : text));

describe('a letter', () => {
  it('passes a recent letter with the expected name and address', {
    tags: ['DRUN-78', 'DRUN-79', 'DRUN-80'],
  }, () => {
    expect(judge(letter)).toEqual({
      kind: 'evaluated',
      outcomes: {
        addressDocumentCheckResult: 'PASS',
        addressDocumentMustNotBeExpiredCheckResult: 'PASS',
        addressValidationCheckResult: 'PASS',
        fullAddressCheckResult: 'PASS',
        nameMatchCheckResult: 'PASS',
      },
      extracted: { extractedAddress: '42 Alder Grove, York YO31 7QZ' },
      findings: [],
      retryReasons: [],
    });
  });

  it('returns NOT_PERFORMED for members that were not compared', () => {
    expect(judge(letter, { expected: { fullName: null, address: null } }).outcomes).toMatchObject({
      fullAddressCheckResult: 'NOT_PERFORMED',
      nameMatchCheckResult: 'NOT_PERFORMED',
      addressValidationCheckResult: 'PASS',
    });
  });

  it.each([
    ['addressDocumentCheckResult', without('electricity'), 'REVIEW', 'LETTER_KIND_UNSURE', []],
    [
      'addressDocumentCheckResult',
      withLine('Northmoor', 'A friend').map((text) => text.replace(/Your electricity.*/, 'Greetings')),
      'FAIL',
      'LETTER_KIND_UNKNOWN',
      ['ADDRESS_DOCUMENT_NOT_FOUND'],
    ],
    ['addressDocumentMustNotBeExpiredCheckResult', without('Date'), 'REVIEW', 'LETTER_DATE_UNKNOWN', []],
    [
      'addressDocumentMustNotBeExpiredCheckResult',
      withLine('Date', 'Date: 1 December 2030'),
      'PASS',
      undefined,
      [],
    ],
    [
      'addressDocumentMustNotBeExpiredCheckResult',
      withLine('Date', 'Date: 30 November 2030'),
      'FAIL',
      'LETTER_TOO_OLD',
      ['DOCUMENT_TOO_OLD'],
    ],
    [
      'addressDocumentMustNotBeExpiredCheckResult',
      withLine('Date', 'Date: 02/09/2030 and 01/02/2031'),
      'PASS',
      undefined,
      [],
    ],
    [
      'addressDocumentMustNotBeExpiredCheckResult',
      withLine('Date', 'Date: 10/08/2030'),
      'FAIL',
      'LETTER_TOO_OLD',
      ['DOCUMENT_TOO_OLD'],
    ],
    [
      'addressDocumentMustNotBeExpiredCheckResult',
      withLine('Date', 'Date: 01/12/2030'),
      'REVIEW',
      'LETTER_DATE_AMBIGUOUS',
      [],
    ],
    ['addressValidationCheckResult', without('YO31'), 'FAIL', 'ADDRESS_INCOMPLETE', ['ADDRESS_NOT_FOUND']],
    ['fullAddressCheckResult', withLine('Alder', '42 Elder Grove'), 'REVIEW', 'ADDRESS_SIMILAR', []],
    ['fullAddressCheckResult', withLine('Alder', '42 Mill Lane'), 'REVIEW', 'ADDRESS_SIMILAR', []],
    ['fullAddressCheckResult', withLine('Alder', '7 Mill Lane'), 'FAIL', 'ADDRESS_DIFFERENT', []],
    [
      'fullAddressCheckResult',
      withLine('Alder', '7 Mill Lane').map((text) => text.replace('York YO31 7QZ', 'Leeds LS1 9ZZ')),
      'FAIL',
      'ADDRESS_DIFFERENT',
      [],
    ],
    ['nameMatchCheckResult', withLine('Anna', 'Anna Maria Erikson'), 'REVIEW', 'NAME_SIMILAR', []],
    ...['Ms A M Eriksson', 'A. Eriksson', 'Mrs Eriksson', 'Mr & Mrs B Eriksson', 'Familie Eriksson'].map(
      (name) => ['nameMatchCheckResult', withLine('Anna', name), 'REVIEW', 'NAME_SIMILAR', []] as const,
    ),
    ...['Ms B Eriksson', 'Mr & Mrs B Holm', 'B. Eriksson'].map(
      (name) =>
        ['nameMatchCheckResult', withLine('Anna', name), 'FAIL', 'NAME_MISSING', ['NAME_NOT_FOUND']] as const,
    ),
    ...['Eriksson, Ms', 'Eriksson, Dr.', 'Eriksson Mrs', 'Dra. Berta Eriksson'].map(
      (name) =>
        ['nameMatchCheckResult', withLine('Anna', name), 'FAIL', 'NAME_MISSING', ['NAME_NOT_FOUND']] as const,
    ),
    ...['Eriksson, Ms Anna Maria', 'Dra. Anna Maria Eriksson'].map(
      (name) => ['nameMatchCheckResult', withLine('Anna', name), 'PASS', undefined, []] as const,
    ),
    ...['السيدة آنا إريكسون', '埃里克森 女士收', 'Сергей Смирнов'].map(
      (name) => ['nameMatchCheckResult', withLine('Anna', name), 'REVIEW', 'NOT_COMPARABLE', []] as const,
    ),
    ['nameMatchCheckResult', withLine('Anna', 'Bert Holm'), 'FAIL', 'NAME_MISSING', ['NAME_NOT_FOUND']],
  ] as const)('judges %s of %j as %s', (member, lines, outcome, code, reasons) => {
    const { outcomes, findings, retryReasons } = judge(lines);
    expect(outcomes[member]).toBe(outcome);
    expect(findings.find((finding) => finding.member === member)?.code).toBe(code);
    expect(retryReasons.filter((one) => one.member === member).map(({ reason }) => reason)).toEqual(reasons);
  });

  it('asks for a retry with a letter of an unaccepted kind', { tags: ['DRUN-78'] }, () => {
    expect(judge(letter, { accepts: ['RENTAL_AGREEMENT'] })).toMatchObject({
      outcomes: { addressDocumentCheckResult: 'FAIL' },
      findings: [{ code: 'LETTER_KIND_NOT_ACCEPTED' }],
      retryReasons: [{ reason: 'ADDRESS_DOCUMENT_NOT_FOUND' }],
    });
  });

  it('sends a letter with low OCR confidence to REVIEW', { tags: ['DRUN-80'] }, () => {
    const { outcomes } = judge(letter, { confidence: 0.5 });
    expect(outcomes).toMatchObject({
      addressDocumentMustNotBeExpiredCheckResult: 'REVIEW',
      addressValidationCheckResult: 'REVIEW',
      fullAddressCheckResult: 'REVIEW',
      nameMatchCheckResult: 'REVIEW',
    });
    const elsewhere = withLine('Alder', '7 Mill Lane');
    expect(judge(elsewhere, { confidence: 0.7 }).outcomes.fullAddressCheckResult).toBe('REVIEW');
    const old = withLine('Date', 'Date: 9 February 2029');
    expect(judge(old, { confidence: 0.5 }).retryReasons).toEqual([]);
  });

  it('passes a letter whose codes and short words are read with less confidence than the words beside them', () => {
    const isSure = (word: string) => /\p{L}{3}|^\d[\d.]*$/u.test(word);
    const lines = page(letter).flatMap(({ text, box }) =>
      joinPieces(
        text.split(' ').map((word, at) => ({
          text: word,
          confidence: isSure(word) ? 0.9 : 0.2,
          box: { ...box, left: box.left + 40 * at, widthPx: 30 },
        })),
      ),
    );
    expect(lines.find(({ text }) => text.includes('YO31'))?.confidence).toBe(0.9);
    const { findings } = judgeLetter([lines], true, {
      accepts: addressDocumentKinds,
      maxAgeDays: 90,
      expected: { fullName: 'Anna Maria Eriksson', address: '42 Alder Grove, York, YO31 7QZ' },
      now,
    }) as { findings: readonly object[] };
    expect(findings).toEqual([]);
  });

  it.each([
    ['thousands of lines', Array.from({ length: 3_000 }, () => 'abcdefgh 1234 x')],
    ['a line of thousands of words', ['ab '.repeat(1_700) + '1234 x '.repeat(700)]],
    ['a line of thousands of spaces', [`no. ${' '.repeat(9_000)}1`]],
  ])('sends a letter with %s to REVIEW', (_, texts) => {
    const { outcomes } = judge([...letter, ...texts]);
    expect(Object.values(outcomes)).not.toContain('PASS');
    expect(Object.values(outcomes)).not.toContain('FAIL');
  });

  it('passes nothing by text that its pages do not show', () => {
    const { outcomes, findings } = judge(letter, { isShown: false });
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['REVIEW']));
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['TEXT_NOT_SHOWN']));
  });

  it('compares the address below the expected name, not the sender’s', { tags: ['DRUN-83'] }, () => {
    const twice = ['Office, 1 High Street, Leeds LS1 9ZZ', '', '', ...letter];
    const expected = { fullName: 'Anna Maria Eriksson', address: null };
    expect(judge(twice, { expected }).extracted.extractedAddress).toBe('42 Alder Grove, York YO31 7QZ');
  });

  it.each([
    ['PASS', 'the rest of a truncated name', { givenNames: 'ANNA MAR', surname: 'ERIKSSON', isCut: true }],
    ['PASS', 'a single name', { givenNames: '', surname: 'ERIKSSON', isCut: false }, 'Eriksson'],
    [
      'REVIEW',
      'another word instead of the rest',
      { givenNames: 'ANNA LU', surname: 'ERIKSSON', isCut: true },
    ],
    ['FAIL', 'another name', { givenNames: 'PETER CHRIST', surname: 'LUND', isCut: true }],
  ])('returns %s for a letter that shows %s', (outcome, _, fullName, line = 'Ms Anna Maria Eriksson') => {
    const shown = withLine('Eriksson', line);
    const { outcomes } = judge(shown, { expected: { fullName, address: null } });
    expect(outcomes.nameMatchCheckResult).toBe(outcome);
  });

  it('does not compare names in an unsupported script', () => {
    const expected = { fullName: '田中 花子', address: 'شارع الزهور' };
    expect(judge(letter, { expected }).findings.map(({ code }) => code)).toEqual([
      'NOT_COMPARABLE',
      'NOT_COMPARABLE',
    ]);
  });
});

describe('addresses of a letter', () => {
  it.each([
    [['42 Alder Grove', 'York YO31 7QZ'], '42 Alder Grove', 'York YO31 7QZ'],
    [['Königsallee 17b', '50937 Köln'], 'Königsallee 17b', '50937 Köln'],
    [['8 bis rue des Tilleuls', '69007 Lyon'], '8 bis rue des Tilleuls', '69007 Lyon'],
    [['Szőlőhegy utca 9.', '1123 Budapest'], 'Szőlőhegy utca 9.', '1123 Budapest'],
    [['Rua das Acácias, 25', '4050-112 Porto'], 'Rua das Acácias, 25', '4050-112 Porto'],
    [['120 Main Street', 'Springfield, IL 62704'], '120 Main Street', 'Springfield, IL 62704'],
    [['Keizersgracht 101', '1015 CJ Amsterdam'], 'Keizersgracht 101', '1015 CJ Amsterdam'],
    [['Werkstraße 1, 99998 Falkenau'], 'Werkstraße 1', '99998 Falkenau'],
    [['Königsallee 17b', 'Hinterhaus', '50937 Köln'], 'Königsallee 17b', '50937 Köln'],
    ...['Vertrag VT-123456', 'Zähler ZN-12345', 'Nr. Zähler 12345', 'Nr. Vertrag 12345'].map(
      (number): [string[], string, string] => [
        ['Königsallee 17', '50937 Köln', number],
        'Königsallee 17',
        '50937 Köln',
      ],
    ),
    [['Bredgade 12', '6830 Nr. Nebel'], 'Bredgade 12', '6830 Nr. Nebel'],
    [['12 High Street', 'Nr Middlesbrough TS9 5AA'], '12 High Street', 'Nr Middlesbrough TS9 5AA'],
    [['12 High Street, nr Bath BA2 7AB'], '12 High Street', 'nr Bath BA2 7AB'],
    [['Via Roma 12', '35020 Due Carrare PD'], 'Via Roma 12', '35020 Due Carrare PD'],
    [['12 Main Street', 'DUE WEST SC 29639'], '12 Main Street', 'DUE WEST SC 29639'],
    [['12 Main Street', 'Page AZ 86040'], '12 Main Street', 'Page AZ 86040'],
    [['Fő utca 9.', '4824 Szamosszeg'], 'Fő utca 9.', '4824 Szamosszeg'],
  ])('finds the address %j', (texts, street, place) => {
    expect(findAddresses(page(texts))[0]).toMatchObject({ street, place });
  });

  it.each([
    [['50937 Köln']],
    [['Königsallee 17b']],
    [['Tel: 0221 12345', '50937 Köln']],
    [['Königsallee 17b', '', '', '', '', '50937 Köln']],
    [['42 Alder Grove', 'Policy AB-123456']],
    [['IBAN DE02 1203 0000', 'Amount due 187.42']],
    ...[
      'Nr. 50937 Köln',
      'Nr. DE 50937',
      'Kunden-Nr. Eins 50937',
      'Amount Due West 50937',
      'Due Date 50937',
      'Page Two 50937',
      'Page 50937',
      'Számlaszám 4824',
    ].map((text) => [['Königsallee 17b', text]]),
  ])('finds no address in %j', (texts) => {
    expect(findAddresses(page(texts))).toEqual([]);
  });
});

describe('compareAddress', () => {
  it.each([
    ['Königsallee 17b, 50937 Köln', 'Konigsallee 17 B 50937 KOLN', 'same'],
    ['Heidestr. 17, 51147 Köln', 'Heidestraße 17 51147 Köln', 'same'],
    ['42 Alder Grv, York, YO317QZ', '42 Alder Grove York YO31 7QZ', 'similar'],
    ['42 Alder Grove, York, YO317QZ, United Kingdom', '42 Alder Grove York YO31 7QZ', 'same'],
    ['C/ de los Olivos 12, Madrid', 'Calle de los Olivos, 12, 3.º B 28013 Madrid', 'same'],
    ['Szolohegy u. 9, 1123 Budapest', 'Szőlőhegy utca 9. 1123 Budapest', 'same'],
    ['Königsallee 17, 50937 Köln', 'Königsallee 19 50937 Köln', 'similar'],
    ['Gartenweg 3, 10115 Berlin', 'Königsallee 17b 50937 Köln', 'different'],
    ['Gartenstraße 5, 13599 Berlin', 'Gartenfelder Str. 5\n13599 Berlin', 'similar'],
    ['Gartenstraße 5, 13599 Berlin', 'Garten Str. 5\n13599 Berlin', 'same'],
    ['Garten Str. 5, 13599 Berlin', 'GARTENSTR 5\n13599 Berlin', 'same'],
    ['Gartenweg 5, 13599 Berlin', 'Garten-Weg 5\n13599 Berlin', 'same'],
    ['42 Alder Grove, York', '42 Aldergrove\nYork YO31 7QZ', 'same'],
    ['42 Aldergrove, York', '42 Alder Grove\nYork YO31 7QZ', 'same'],
    ['12 Green Lane, York YO31 7QZ', '12 Greenfield Lane\nYork YO31 7QZ', 'similar'],
    ['Flat 2, 4 Alder Grove, York YO31 7QZ', 'Flat 4\n2 Alder Grove\nYork YO31 7QZ', 'similar'],
    ['Flat 2, 4 Alder Grove, York YO31 7QZ', '4 Alder Grove, Apt 2\nYork YO31 7QZ', 'same'],
    ['42 Alder Grove, York YO31 7QZ', 'Unit 42\n7 Alder Grove\nYork YO31 7QZ', 'similar'],
    ['42 Alder Grove, York YO31 7QZ', 'Unit 42 / 7 Alder Grove\nYork YO31 7QZ', 'similar'],
    ['42 Alder Grove, York YO31 7QZ', '42/7 Alder Grove\nYork YO31 7QZ', 'similar'],
    ['Flat 42, 7 Alder Grove, York YO31 7QZ', '42/7 Alder Grove\nYork YO31 7QZ', 'same'],
    ['42 Alder Grove, York YO31 7QZ', '42 Mill Park\n7 Alder Grove\nYork YO31 7QZ', 'similar'],
    ['Calle Mayor 5, 5º, 28013 Madrid', 'Calle Mayor 5\n28013 Madrid', 'similar'],
    ['Calle Mayor 5, 5º, 28013 Madrid', 'C/ Mayor, 5, 5.º\n28013 Madrid', 'same'],
    ['Calle Mayor 5, 3º, 28013 Madrid', 'Calle Mayor 3, 5º\n28013 Madrid', 'similar'],
    ['Calle Mayor 5, 28013 Madrid', 'Plaza Mayor 5\n28013 Madrid', 'similar'],
    ['Church Road 12, Leeds LS1 9ZZ', 'Church Street 12\nLeeds LS1 9ZZ', 'similar'],
    ['12 Church Rd, Leeds LS1 9ZZ', '12 Church Road\nLeeds LS1 9ZZ', 'same'],
    ['12 bis rue de la Paix, 75002 Paris', '12 rue de la Paix\n75002 Paris', 'similar'],
    ['', 'Königsallee 17b 50937 Köln', 'not-comparable'],
    ['Street, Germany', 'Königsallee 17b 50937 Köln', 'not-comparable'],
  ])('compares %s with %s as %s', (expected, found, match) => {
    expect(compareAddress(expected, found)).toBe(match);
  });
});
