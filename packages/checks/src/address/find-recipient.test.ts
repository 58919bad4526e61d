import { addressDocumentKinds } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import type { TextLine } from '../file/page-text.ts';
import { judgeLetter } from './judge-letter.ts';

/** A line of a drawn sheet: text, left edge and baseline in millimetres, and print size. */
type Drawn = readonly [text: string, leftMm: number, topMm: number, sizeMm?: number];

const linesOf = (sheet: readonly Drawn[]): TextLine[] =>
  sheet.map(([text, leftMm, topMm, sizeMm = 4]) => ({
    text,
    confidence: 1,
    box: { left: 10 * leftMm, top: 10 * topMm, widthPx: 5 * sizeMm * text.length, heightPx: 10 * sizeMm },
  }));

const stack = (leftMm: number, topMm: number, texts: readonly string[], sizeMm = 4): Drawn[] =>
  texts.map((text, row) => [text, leftMm, topMm + 1.4 * sizeMm * row, sizeMm]);

const body: readonly Drawn[] = [
  ['Date: 9 February 2031', 130, 95],
  ['Your electricity bill', 20, 105, 5.5],
  ['Dear customer,', 20, 116],
  ['Your usage was 684 kWh and the standing charge is included in the total of your bill.', 20, 124],
  ['Meter number 0071 4482. Please give us a meter reading each month of the year, thank you.', 20, 132],
];

const anna = ['Anna Maria Eriksson', '42 Alder Grove', 'York YO31 7QZ'];
const bert = ['Bert Holm', '7 Mill Lane', 'Leeds LS1 9ZZ'];
const energy = ['Northmoor Energy', '1 Moor Road', 'Hull HU1 4AB'];

function outcomesOf(
  sheet: readonly Drawn[],
  expected = { fullName: 'Anna Maria Eriksson', address: anna.slice(1).join(', ') },
) {
  const evaluation = judgeLetter([linesOf(sheet)], true, {
    accepts: addressDocumentKinds,
    maxAgeDays: 90,
    expected,
    now: Date.parse('2031-03-01T10:00:00Z'),
  });
  if (evaluation.kind !== 'evaluated') throw new Error('The letter was not evaluated.');
  const { outcomes } = evaluation;
  return `${outcomes.fullAddressCheckResult} ${outcomes.nameMatchCheckResult}`;
}

describe('the recipient of a letter', () => {
  it.each<[string, readonly Drawn[]]>([
    [
      'stands in the window of a German envelope, below the return line',
      [
        ['Northmoor Energy', 20, 15, 7],
        ['Northmoor Energy, 1 Moor Road, Hull HU1 4AB', 20, 45, 2.6],
        ...stack(20, 50, anna),
        ...stack(125, 45, ['Tel: 0113 496 0000', 'www.northmoor.example'], 3.2),
      ],
    ],
    ['stands below a letterhead on the left', [...stack(20, 15, energy), ...stack(20, 50, anna)]],
    ['stands below a letterhead on the right', [...stack(130, 15, energy), ...stack(20, 50, anna)]],
    ['stands on the right, as in France', [...stack(20, 15, energy), ...stack(110, 50, anna)]],
    [
      'stands on the right beside the last lines of the sender',
      [...stack(20, 40, energy), ...stack(110, 45, anna)],
    ],
    [
      "stands beside a column with the sender's contact details",
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, anna),
        ...stack(130, 48, ['Northmoor Energy', '1 Moor Road', 'Hull HU1 4AB', 'Phone 0113 496 0000'], 3.2),
      ],
    ],
    [
      'is on a bill with a payment slip',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, anna),
        ['Please detach', 20, 225],
        ...stack(20, 235, anna, 3.5),
        ...stack(120, 235, ['Pay to:', ...energy], 3.5),
      ],
    ],
    [
      'has a label',
      [
        ...stack(20, 30, ['Your Company', '12 High Street', 'Hull HU1 4AB']),
        ...stack(20, 60, ['Bill to:', ...anna]),
      ],
    ],
    [
      'has the address of supply beside it',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, anna),
        ...stack(120, 50, ['Supply address:', '7 Mill Lane', 'Leeds LS1 9ZZ']),
      ],
    ],
    [
      'has a company above',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, ['YourCompany, Anna Maria Eriksson', ...anna.slice(1)]),
      ],
    ],
    [
      'has a company on the line above',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Holm Trading Ltd', ...anna])],
    ],
    [
      "gets mail at somebody else's",
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, [anna[0]!, 'c/o Bert Holm', ...anna.slice(1)])],
    ],
    [
      'receives mail in care of somebody',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Bert Holm', `c/o ${anna[0]}`, ...anna.slice(1)])],
    ],
    ['is addressed as Ms', [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Ms', ...anna])]],
    [
      'is one person of a household',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, ['Mr Bert Holm & Ms Anna Maria Eriksson', ...anna.slice(1)]),
      ],
    ],
    [
      'has the country below the address',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, [...anna, 'UNITED KINGDOM'])],
    ],
    [
      'has a flat above the street',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, [anna[0]!, 'Flat 3, Rose House', ...anna.slice(1)])],
    ],
    [
      'has city and code on lines of their own',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, [anna[0]!, anna[1]!, 'York', 'YO31 7QZ'])],
    ],
    [
      "lives at the sender's address",
      [
        ['Tel: 0113 496 0000', 130, 12, 3],
        ...stack(20, 15, ['Holm Trading Ltd', ...anna.slice(1)]),
        ...stack(20, 50, anna),
      ],
    ],
    [
      'works for the sender',
      [
        ['YourCompany', 20, 15, 7],
        ['YourCompany | 250 Park Boulevard | Hull HU1 4AB', 20, 45, 2.6],
        ...stack(20, 50, ['YourCompany', ...anna]),
      ],
    ],
    [
      'is a customer with a tax number',
      [
        ...stack(20, 15, [...energy, 'VAT GB 123']),
        ...stack(20, 50, ['Invoice to:', ...anna, 'VAT: GB 456']),
      ],
    ],
    [
      'is greeted by name',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, anna), ['Dear Ms Eriksson,', 20, 112]],
    ],
    ...['Your e-mail: anna.eriksson@example.org', 'We sent a copy to annamariaeriksson@example.org'].map(
      (text): [string, readonly Drawn[]] => [
        `is named in a mail address: ${text}`,
        [
          ['Northmoor Energy', 20, 15, 7],
          ...stack(20, 25, ['Green Homes Ltd', ...energy.slice(1)]),
          ...stack(20, 50, anna),
          [text, 20, 140],
        ],
      ],
    ),
    ...[
      'If undelivered please return to: Northmoor Energy, 1 Moor Road, Hull HU1 4AB',
      'Absender: Stadtwerke Falkenau',
      'Contact: 0113 496 0000',
      'Service address: see below',
    ].map((text): [string, readonly Drawn[]] => [
      `stands below the line ${text}`,
      [...stack(20, 15, energy), [text, 20, 45, 2.6], ...stack(20, 50, anna)],
    ]),
    [
      'has a label and a tax number',
      [
        ...stack(20, 15, energy),
        ...stack(20, 50, [`Titular: ${anna[0]}`, 'NIF: 12345678Z', ...anna.slice(1)]),
      ],
    ],
    ['has a tax number', [...stack(20, 15, energy), ...stack(20, 50, [...anna, 'NIF 12345678Z'])]],
    [
      'stands in the window and below a label',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, anna), ...stack(120, 50, ['Customer:', ...anna])],
    ],
  ])('passes a recipient that %s', (_, head) => {
    expect(outcomesOf([...head, ...body])).toBe('PASS PASS');
  });

  it.each<[outcome: string, string, readonly Drawn[]]>([
    [
      'FAIL FAIL',
      'in the letterhead of the sender',
      [...stack(20, 15, ['Northmoor Energy', ...anna.slice(1)]), ...stack(20, 50, bert)],
    ],
    [
      'FAIL FAIL',
      'in the return line',
      [['Anna Maria Eriksson, 42 Alder Grove, York YO31 7QZ', 20, 45, 2.6], ...stack(20, 50, bert)],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to another person',
      [...stack(130, 15, anna), ...stack(20, 50, bert)],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to a company',
      [...stack(20, 15, anna), ...stack(20, 50, energy)],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to a post office box',
      [...stack(20, 15, anna), ...stack(20, 50, ['Northmoor Energy', 'PO Box 44', 'Hull HU1 4AB'])],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to an address in an unknown format',
      [...stack(20, 15, anna), ...stack(20, 50, ['Northmoor Energy', 'Plot 7 Moor Road', 'Kampala'])],
    ],
    [
      'REVIEW REVIEW',
      'of a person with a phone number',
      [...stack(20, 15, [...anna, 'Tel: 01904 496 000']), ...stack(20, 50, bert)],
    ],
    [
      'REVIEW REVIEW',
      'of one of two recipients',
      [['Northmoor Energy', 20, 12, 7], ...stack(20, 35, bert), ...stack(20, 60, anna)],
    ],
    [
      'REVIEW REVIEW',
      'of one of two recipients side by side',
      [['Northmoor Energy', 20, 12, 7], ...stack(20, 50, anna), ...stack(120, 50, bert)],
    ],
    [
      'FAIL FAIL',
      'on the payment slip',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, bert), ...stack(120, 230, ['Pay to:', ...anna])],
    ],
    [
      'FAIL FAIL',
      'for payments, in the head',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, bert), ...stack(120, 50, ['Remit to:', ...anna])],
    ],
    [
      'FAIL FAIL',
      'in the footer',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, bert), ...stack(20, 270, anna, 2.6)],
    ],
    [
      'FAIL FAIL',
      'on one line of the footer',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, bert),
        ['Anna Maria Eriksson · 42 Alder Grove · York YO31 7QZ', 20, 275, 2.6],
      ],
    ],
    ['REVIEW REVIEW', 'only in the footer', [['Northmoor Energy', 20, 15, 7], ...stack(20, 270, anna, 2.6)]],
    [
      'FAIL FAIL',
      'in the text',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, bert), ...stack(20, 150, anna)],
    ],
    ['REVIEW REVIEW', 'only in the text', [['Northmoor Energy', 20, 15, 7], ...stack(20, 150, anna)]],
    [
      'FAIL FAIL',
      'of supply',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, bert),
        ...stack(120, 50, ['Supply address', ...anna]),
      ],
    ],
    [
      'PASS FAIL',
      'of a company whose name begins with the expected name',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Anna Maria Eriksson Ltd', ...anna.slice(1)])],
    ],
    [
      'PASS FAIL',
      'of a company with its legal form on the next line',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, ['Anna Maria Eriksson', 'GmbH & Co. KG', ...anna.slice(1)]),
      ],
    ],
    [
      'PASS FAIL',
      'of another person, in a letter that mentions the user',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 50, ['Bert Holm', ...anna.slice(1)]),
        ['Anna Maria Eriksson', 20, 160],
      ],
    ],
    [
      'REVIEW REVIEW',
      'in lines without a name',
      [['Anna Maria Eriksson', 20, 15, 7], ...stack(20, 50, anna.slice(1))],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to a company beside',
      [...stack(20, 50, anna), ...stack(110, 50, energy)],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to a single-line address with a label',
      [['Invoice', 20, 12, 7], ...stack(20, 30, anna), ['To: Bert Holm, 7 Mill Lane, Leeds LS1 9ZZ', 20, 70]],
    ],
    [
      'REVIEW REVIEW',
      'of a person who writes to a single-line address',
      [['Invoice', 20, 12, 7], ...stack(20, 30, anna), ['Bert Holm, 7 Mill Lane, Leeds LS1 9ZZ', 20, 70]],
    ],
    [
      'REVIEW REVIEW',
      'on a letter that greets another person',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, anna), ['Dear Mr Holm,', 20, 112]],
    ],
    ...['Tel: 01904 496 000', 'anna@example.org', 'Mobile +44 1904 496 000'].map(
      (contact): [string, string, readonly Drawn[]] => [
        'REVIEW REVIEW',
        `with ${contact} below`,
        [['Northmoor', 20, 12, 7], ...stack(20, 20, energy), ...stack(20, 50, [...anna, contact])],
      ],
    ),
    [
      'REVIEW REVIEW',
      "of service, beside a company's",
      [...stack(20, 15, energy), ['Service address', 20, 45, 2.6], ...stack(20, 50, anna)],
    ],
    [
      'REVIEW REVIEW',
      "below another person's label",
      [...stack(20, 15, energy), ...stack(20, 50, ['Sender: Green Homes', ...anna])],
    ],
    ...[
      ['Northmoor Energy', 'Plot 7 Moor Road Kampala'],
      ['Northmoor Energy', 'Customer Services', 'Plot 7 Moor Road Kampala'],
      ['Northmoor Energy', 'Customer Services'],
      ['Bert Holm', 'Mill House'],
    ].map((texts): [string, string, readonly Drawn[]] => [
      'REVIEW REVIEW',
      `of the person who writes to ${texts.join(' / ')}`,
      [['9 February 2031', 20, 12], ...stack(20, 25, anna), ...stack(20, 60, texts)],
    ]),
    ...['Customer:', 'Our client:', 'Account holder:'].flatMap((label) =>
      [
        [120, 50],
        [20, 72],
      ].map(([left = 0, top = 0]): [string, string, readonly Drawn[]] => [
        'REVIEW REVIEW',
        `labelled ${label} at ${left} mm where the window names somebody else`,
        [['Northmoor Energy', 20, 15, 7], ...stack(20, 45, bert), ...stack(left, top, [label, ...anna])],
      ]),
    ),
    [
      'REVIEW REVIEW',
      'below a label, if the window names another person at that address',
      [
        ['Northmoor Energy', 20, 15, 7],
        ...stack(20, 45, ['Bert Holm', ...anna.slice(1)]),
        ...stack(120, 45, ['Customer:', ...anna]),
      ],
    ],
    [
      'FAIL PASS',
      'of a company that writes to its own staff',
      [
        ...stack(20, 15, ['Eriksson', ...anna.slice(1)]),
        ...stack(20, 50, ['Eriksson, Anna Maria Eriksson', ...bert.slice(1)]),
      ],
    ],
  ])('returns %s for an expected address %s', (outcome, _, head) => {
    expect(outcomesOf([...head, ...body])).toBe(outcome);
  });
});

describe('recipients whose names are words of businesses, too', () => {
  const home = ['42 Alder Grove', 'York YO31 7QZ'];
  const address = home.join(', ');
  const power = ['Northern Power', '1 Moor Road', 'Hull HU1 4AB'];

  it.each<[outcome: string, fullName: string, head: readonly Drawn[]]>([
    ['PASS PASS', 'Tyrone Power', [...stack(20, 15, power), ...stack(20, 50, ['Tyrone Power', ...home])]],
    ['PASS PASS', 'Tyrone Power', [...stack(130, 45, power), ...stack(20, 50, ['Tyrone Power', ...home])]],
    ['PASS PASS', 'João Sá', [...stack(130, 45, energy), ...stack(20, 50, ['João Sá', ...home])]],
    ['PASS PASS', 'João Sá', [...stack(130, 45, energy), ...stack(20, 50, ['JOAO SA', ...home])]],
    [
      'PASS PASS',
      'Luz Marina Pérez',
      [...stack(130, 45, energy), ...stack(20, 50, ['Luz Marina Pérez', ...home])],
    ],
    [
      'PASS PASS',
      'Hélder Câmara',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Ana Câmara & Hélder Câmara', ...home])],
    ],
    [
      'PASS FAIL',
      'Tyrone Power',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Tyrone Power Ltd', ...home])],
    ],
    [
      'PASS FAIL',
      'Tyrone Power',
      [['Northmoor Energy', 20, 15, 7], ...stack(20, 50, ['Tyrone Power & Light', ...home])],
    ],
  ])('returns %s for %s', (outcome, fullName, head) => {
    expect(outcomesOf([...head, ...body], { fullName, address })).toBe(outcome);
  });
});

describe('the tenants of a rental agreement', () => {
  const agreement = (parts: readonly Drawn[]): readonly Drawn[] => [
    ['Tenancy agreement', 20, 15, 7],
    ['9 February 2031', 130, 25],
    ...parts,
    [
      'The tenant pays the landlord a monthly rent of 900 and a deposit of 1,800 before they move in.',
      20,
      220,
    ],
  ];
  const landlord = ['Landlord: Bert Holm', ...bert.slice(1)];
  const home = ['42 Alder Grove', 'York YO31 7QZ'];

  it.each<[string, string, readonly Drawn[]]>([
    [
      'PASS PASS',
      'with a previous address',
      [
        ...stack(20, 40, landlord),
        ...stack(20, 80, ['Tenant: Anna Maria Eriksson', '3 Sea Road', 'Hull HU1 4AB']),
        ...stack(20, 120, ['Property: 42 Alder Grove', 'York YO31 7QZ']),
      ],
    ],
    [
      'PASS PASS',
      'with one line per party',
      stack(20, 40, [
        'Landlord: Bert Holm, 7 Mill Lane, Leeds LS1 9ZZ',
        'Tenants: Carl Holm and Anna Maria Eriksson',
        'The property: 42 Alder Grove, York YO31 7QZ',
      ]),
    ],
    [
      'PASS PASS',
      'in a table',
      [
        ...stack(20, 40, ['Vermieter', 'Mieter', 'Mietobjekt']),
        ...stack(80, 40, ['Bert Holm, 7 Mill Lane, Leeds LS1 9ZZ', 'Anna Maria Eriksson', home.join(', ')]),
      ],
    ],
    [
      'PASS PASS',
      'below headings',
      [
        ...stack(20, 40, ['Landlord', ...bert]),
        ...stack(20, 80, ['Tenant', 'Anna Maria Eriksson', '3 Sea Road', 'Hull HU1 4AB']),
        ...stack(20, 120, ['Premises', ...home]),
      ],
    ],
    [
      'FAIL PASS',
      'with another home',
      [
        ...stack(20, 40, landlord),
        ...stack(20, 80, ['Tenant: Anna Maria Eriksson', ...home]),
        ...stack(20, 120, ['Property: 3 Sea Road', 'Hull HU1 4AB']),
      ],
    ],
    [
      'PASS FAIL',
      'who is the landlord',
      [
        ...stack(20, 40, ['Landlord: Anna Maria Eriksson', ...bert.slice(1)]),
        ...stack(20, 80, ['Tenant: Bert Holm', '3 Sea Road', 'Hull HU1 4AB']),
        ...stack(20, 120, ['Property: 42 Alder Grove', 'York YO31 7QZ']),
      ],
    ],
    [
      'REVIEW REVIEW',
      'with two homes',
      [
        ...stack(20, 40, ['Tenant: Anna Maria Eriksson']),
        ...stack(20, 80, ['Property: 3 Sea Road', 'Hull HU1 4AB']),
        ...stack(20, 120, ['Property: 42 Alder Grove', 'York YO31 7QZ']),
      ],
    ],
    [
      'REVIEW REVIEW',
      'without a label for the home',
      [
        ...stack(20, 40, landlord),
        ...stack(20, 80, ['Tenant: Anna Maria Eriksson', '3 Sea Road', 'Hull HU1 4AB']),
      ],
    ],
    [
      'REVIEW REVIEW',
      'named in running text',
      [
        ['Between Bert Holm (the landlord) and Anna Maria Eriksson (the tenant) this is agreed', 20, 40],
        ...stack(20, 120, ['Property: 42 Alder Grove', 'York YO31 7QZ']),
      ],
    ],
  ])('returns %s for an expected tenant %s', (outcome, _, parts) => {
    expect(outcomesOf(agreement(parts))).toBe(outcome);
  });
});
