import { describe, expect, it } from 'vitest';
import './plain-messages.ts';
import { type InputName, inputNames, inputsSchema } from './inputs.ts';

const long = (length: number) => 'x'.repeat(length);

/** Values that each input accepts and rejects. A missing input is a type error. */
const cases: Record<InputName, { takes: unknown[]; refuses: unknown[] }> = {
  user_id: { takes: ['u-1', '用户', long(256)], refuses: ['', long(257), 7, null, 'a\u0000b', 'a\ud800'] },
  email: {
    takes: [
      ...['anna@example.com', "o'neil+x@sub.example.co", 'a..b@localhost', 'anna@xn--mller-kva.de'],
      // Addresses of RFC 6531.
      ...['user@müller.de', '用户@例子.广告', 'दिव्य@उदाहरण.भारत', 'почта@пример.рф', 'δοκιμή@παράδειγμα.ελ'],
      ...[
        'jörg@example.de',
        'josé@mu\u0308ller.de',
        'می\u200cخواهم@example.com',
        'a@i❤.ws',
        '"o\\"x"@example.com',
      ],
      // 64 and 254 bytes of UTF-8.
      ...[
        `${'ü'.repeat(32)}@example.com`,
        `${'u'.repeat(64)}@${'x'.repeat(63)}.${`${'ü'.repeat(30)}.`.repeat(2)}de`,
      ],
    ],
    refuses: [
      ...['anna', 'anna@', '@example.com', 'a b@example.com', '', 'a@b@example.com', 'user@müller..de'],
      ...['用户@例子。广告', 'user＠example.com', 'user@-müller.de', 'user@müller-.de', 'a\u00a0b@müller.de'],
      ...[
        'user@müller.de\r\n',
        'us\u0000er@müller.de',
        'us\u007fer@müller.de',
        'us\u0085er@müller.de',
        '\ud800@example.com',
      ],
      ...[
        'user@mü\udc00ller.de',
        'us\u202eer@example.com',
        'us\u200ber@example.com',
        'user@exam\u00adple.com',
      ],
      ...[
        '"a b"@example.com',
        '"a@b"@example.com',
        '"a"b"@example.com',
        '""@example.com',
        'a"b@example.com',
        '\ufeffa@b.de',
      ],
      ...[`${'ü'.repeat(33)}@example.com`, `${'u'.repeat(65)}@example.com`, `a@${'x'.repeat(64)}.de`],
      `a@${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'u'.repeat(10)}.de`,
    ],
  },
  phone_number: {
    takes: [
      '+36 30 123 4567',
      '+1-202-555-0123',
      '+383 44 123 456',
      '+36 30 1 2 3 4 5 67',
      '+1 000 000 0000',
    ],
    refuses: [
      '+36 30 1 2 3 4 5 6 7',
      '06301234567',
      '+36',
      '+1 (202) 555 0123',
      '+123456789012345678901',
      '+12a34567890',
      // Digits and spaces as people type them; the SDK normalises them before it sends them.
      '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧',
    ],
  },
  ip: { takes: ['192.0.2.1', '2001:db8::1'], refuses: ['256.1.1.1', 'localhost', '1.2.3', ''] },
  user_fullname: { takes: ['Anna Maria Eriksson'], refuses: ['', long(257)] },
  user_firstname: { takes: ['Anna'], refuses: ['', 1] },
  user_middlename: { takes: ['Maria'], refuses: [''] },
  user_lastname: { takes: ['Eriksson'], refuses: [''] },
  user_dob: {
    takes: ['1974-08-12', '2024-02-29'],
    refuses: ['1974-8-12', '2023-02-29', '12.08.1974', '1974-13-01', ''],
  },
  reference_image: {
    takes: ['https://example.com/face.jpg'],
    refuses: ['/face.jpg', 'ftp://example.com/a.jpg', 'javascript:alert(1)', 'data:image/png;base64,AA'],
  },
  nin: {
    takes: ['12345678901'],
    refuses: ['1234567890', '123456789012', '1234567890a', '١٢٣٤٥٦٧٨٩٠١'],
  },
  bvn: { takes: ['12345678901'], refuses: ['1234567890', '123456789012', '1234567890a'] },
  // Wrong check digits are a finding of the check, not an error of the request.
  cpf: {
    takes: ['123.456.789-09', '123.456.789-00'],
    refuses: ['12345678909', '123.456.789-0', '123.456.789-012'],
  },
  curp: {
    takes: ['HEGG560427MVZRRL04', 'HEGG560427MVZRRL05'],
    refuses: ['HEGG560427MVZRRL0', 'HEGG560427MVZRRL04X', 'HEGG-60427MVZRRL04'],
  },
  ssn: { takes: ['078-05-1120'], refuses: ['078051120', '78-05-1120', '078-05-11200'] },
  aadhaar: {
    takes: ['123412341234', '123412341235'],
    refuses: ['12341234123', '1234123412345', '1234 1234 1234'],
  },
  session: { takes: [long(65_536)], refuses: ['', long(65_537)] },
  device_id: { takes: ['d-1'], refuses: [''] },
  user_pob: { takes: ['Stockholm'], refuses: [''] },
  user_photoid_number: { takes: ['L898902C3'], refuses: [''] },
  // XK is Kosovo. ISO leaves the code to its users, as it does XA and XZ, which nobody uses for a country.
  user_country: {
    takes: ['HU', 'AE', 'SS', 'XK'],
    refuses: ['hu', 'HUN', 'XX', 'xk', 'XKX', 'RKS', 'XA', 'XZ', 'AN', 'UK', ''],
  },
  user_city: { takes: ['Budapest'], refuses: [''] },
  user_region: { takes: ['CA', 'nY', '07'], refuses: ['C', 'CAL', 'C-'] },
  user_zip: { takes: ['1055'], refuses: [''] },
  user_street: { takes: ['Main Street 1'], refuses: [''] },
  user_street2: { takes: ['2nd floor'], refuses: [''] },
  user_address: { takes: [long(1024)], refuses: ['', long(1025)] },
  user_gender: { takes: ['female', long(64)], refuses: ['', long(65)] },
  user_created: {
    takes: [0, 1_700_000_000, 1_700_000_000.5],
    refuses: [-1, 1_700_000_000_000, '1700000000', Number.NaN],
  },
  transaction_id: { takes: ['t-1'], refuses: [''] },
  transaction_type: { takes: ['purchase', long(64)], refuses: ['', long(65)] },
  transaction_amount: { takes: [0, 12.34, -5], refuses: ['12.34', Number.POSITIVE_INFINITY] },
  transaction_currency: {
    takes: ['EUR', 'HUF', 'XCG', 'ZWG', 'XAD', 'XAU'],
    refuses: ['eur', 'EURO', 'XYZ', 'ANG', 'CUC', 'BGN', 'HRK'],
  },
  custom_fields: {
    takes: [
      {},
      { a: 'x', b: 1, c: true, d: null },
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i])),
    ],
    refuses: [
      { a: {} },
      { a: [1] },
      [],
      'x',
      Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i])),
    ],
  },
};

describe('inputs', () => {
  it('defines the 34 inputs of the specification', { tags: ['S2.3-35'] }, () => {
    expect(inputNames).toHaveLength(34);
    expect([...inputNames].sort()).toEqual(Object.keys(cases).sort());
  });

  it.each(inputNames)(
    'accepts only values of inputs.%s that the specification allows',
    {
      tags: [
        'S1-22',
        'DREQ-89',
        'S2.3-1',
        'S2.3-2',
        'S2.3-3',
        'S2.3-4',
        'S2.3-5',
        'S2.3-6',
        'S2.3-7',
        'S2.3-8',
        'S2.3-9',
        'S2.3-10',
        'S2.3-11',
        'S2.3-12',
        'S2.3-13',
        'S2.3-14',
        'S2.3-15',
        'S2.3-16',
        'S2.3-17',
        'S2.3-18',
        'S2.3-19',
        'S2.3-20',
        'S2.3-21',
        'S2.3-22',
        'S2.3-23',
        'S2.3-24',
        'S2.3-25',
        'S2.3-26',
        'S2.3-27',
        'S2.3-28',
        'S2.3-29',
        'S2.3-30',
        'S2.3-31',
        'S2.3-32',
        'S2.3-33',
        'S2.3-34',
        'S8-1',
        'DREQ-15',
        'DREQ-16',
        'DREQ-17',
        'DREQ-33',
        'DREQ-34',
        'DREQ-35',
        'DREQ-36',
        'DREQ-37',
        'DREQ-38',
        'DREQ-40',
        'DREQ-68',
        'DREQ-69',
        'DREQ-85',
      ],
    },
    (name) => {
      const { takes, refuses } = cases[name];
      const ofAnotherType = [7, true, {}, [], '1'].filter((value) => typeof value !== typeof takes[0]);
      for (const value of takes) {
        const parsed = inputsSchema.safeParse({ user_id: 'u', [name]: value });
        expect(parsed.success, `${name} takes ${JSON.stringify(value)?.slice(0, 60)}`).toBe(true);
      }
      for (const value of [...refuses, ...ofAnotherType]) {
        const parsed = inputsSchema.safeParse({ user_id: 'u', [name]: value });
        expect(parsed.success, `${name} refuses ${JSON.stringify(value)?.slice(0, 60)}`).toBe(false);
        expect(parsed.error?.issues.every((issue) => issue.path[0] === name)).toBe(true);
      }
    },
  );

  it.each(inputNames.filter((name) => name !== 'user_id'))(
    'treats null in inputs.%s as left out',
    { tags: ['DREQ-88'] },
    (name) => {
      const parsed = inputsSchema.safeParse({ user_id: 'u', [name]: null });
      expect([parsed.success, parsed.data?.[name]]).toEqual([true, undefined]);
    },
  );

  it('limits each free text to 256 characters', { tags: ['DREQ-39'] }, () => {
    const names: InputName[] = ['user_id', 'user_fullname', 'user_firstname', 'user_middlename'];
    names.push('user_lastname', 'device_id', 'user_pob', 'user_photoid_number', 'user_city', 'user_zip');
    names.push('user_street', 'user_street2', 'transaction_id');
    for (const name of names) {
      expect(inputsSchema.safeParse({ user_id: 'u', [name]: long(256) }).success, name).toBe(true);
      expect(inputsSchema.safeParse({ user_id: 'u', [name]: long(257) }).success, name).toBe(false);
    }
  });

  const blanks = [
    ' ',
    '\u3000 \u00a0',
    '\u200b\u200d',
    '\ufeff',
    '\u2060',
    '\u3164',
    '\u2800',
    '\u200e\u202c',
    '\u00ad',
  ];
  const invisible = ['a\u200bb', 'a\u202eb', '\ufeffa', 'a\u2060', 'a\u00ad', 'a\u{e0041}'];
  const controls = ['a\rb', 'a\nb', 'a\tb', 'a\u001b[31m', 'a\u007f', 'a\u0085', 'a\u2028b'];
  const identifiers: InputName[] = [
    'user_id',
    'device_id',
    'session',
    'transaction_id',
    'user_photoid_number',
  ];
  const lines: InputName[] = [
    'user_fullname',
    'user_firstname',
    'user_middlename',
    'user_lastname',
    'user_pob',
  ];
  lines.push('user_city', 'user_zip', 'user_street', 'user_street2', 'user_gender', 'transaction_type');
  const messageOf = (name: InputName, value: string) =>
    inputsSchema.safeParse({ user_id: 'u', [name]: value }).error?.issues[0]?.message;

  it.each([...identifiers, ...lines, 'user_address' as const])('rejects a blank inputs.%s', (name) => {
    for (const value of blanks)
      expect(messageOf(name, value), JSON.stringify(value)).toBe('must not be blank');
  });

  it.each([...identifiers, ...lines])('rejects control characters and line breaks in inputs.%s', (name) => {
    for (const value of controls)
      expect(messageOf(name, value), JSON.stringify(value)).toMatch(/^must not contain control characters/);
  });

  it.each(identifiers)('rejects invisible characters in inputs.%s', (name) => {
    for (const value of invisible)
      expect(messageOf(name, value), JSON.stringify(value)).toBe('must not contain invisible characters');
    expect(messageOf(name, 'Kunde 7/ä_用户')).toBeUndefined();
  });

  it('accepts joiners in names and line breaks in an address', () => {
    expect(messageOf('user_fullname', 'می\u200cخواهم')).toBeUndefined();
    expect(messageOf('user_address', 'Street 1\r\n10115\tBerlin')).toBeUndefined();
    expect(messageOf('user_address', 'Street\u001b 1')).toBe('must not contain control characters');
  });

  it.each([
    [{ 'a\u0007': 1 }, 'has a name that is not allowed: it must not contain control characters'],
    [{ a: 'x\u001b' }, 'must not contain control characters'],
  ])('rejects control characters in custom fields: %j', (custom_fields, message) => {
    const { error } = inputsSchema.safeParse({ user_id: 'u', custom_fields });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
    const lines = { custom_fields: { 'a b': 'x\n\ty', ' ': ' ' } };
    expect(inputsSchema.safeParse({ user_id: 'u', ...lines }).success).toBe(true);
  });

  it('counts custom fields before it validates any', () => {
    let looks = 0;
    const watched = (fields: Record<string, unknown>) =>
      new Proxy(fields, {
        get(target, name) {
          looks += 1;
          return Reflect.get(target, name);
        },
      });
    const faultsOf = (fields: Record<string, unknown>) =>
      inputsSchema
        .safeParse({ user_id: 'u', custom_fields: watched(fields) })
        .error?.issues.map(({ path, message }) => [path.join('/'), message]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, []]));
    expect(faultsOf(many)).toEqual([['custom_fields', 'must have at most 100 keys']]);
    expect(looks).toBe(0);
    expect(faultsOf({ a: [] })).toHaveLength(1);
    expect(looks).toBeGreaterThan(0);
  });

  it.each([
    ['a list', [1]],
    ['an object', {}],
    ['an infinite number', Number.POSITIVE_INFINITY],
  ])('lists the accepted types of a custom field when it rejects %s', (_, field) => {
    const { error } = inputsSchema.safeParse({ user_id: 'u', custom_fields: { a: field } });
    expect(error?.issues.map(({ path, message }) => [path.join('/'), message])).toEqual([
      [
        'custom_fields/a',
        'must be a string of at most 2048 characters, without control characters or lone surrogates, a number, true, false or null',
      ],
    ]);
  });

  it('counts code points of an input, not UTF-16 units', () => {
    const takes = (length: number) => inputsSchema.safeParse({ user_id: '😀'.repeat(length) }).success;
    expect([takes(256), takes(257)]).toEqual([true, false]);
  });

  it('requires user_id and no other input', { tags: ['S2.3-36'] }, () => {
    expect(inputsSchema.safeParse({}).error?.issues.map((issue) => issue.path)).toEqual([['user_id']]);
    expect(inputsSchema.safeParse({ user_id: 'u' }).success).toBe(true);
  });

  it('keeps unknown inputs unchanged', { tags: ['S2.2-6'] }, () => {
    const parsed = inputsSchema.parse({ user_id: 'u', affiliate_id: 'a-1', nested: { deep: [1] } });
    expect(parsed).toMatchObject({ affiliate_id: 'a-1', nested: { deep: [1] } });
  });

  it('distinguishes names of inputs by case', { tags: ['S2.2-5'] }, () => {
    expect(inputsSchema.safeParse({ USER_ID: 'u' }).success).toBe(false);
    for (const name of inputNames) {
      const unknown = { user_id: 'u', [name.toUpperCase()]: { of: 'any form' } };
      expect(inputsSchema.parse(unknown)).toEqual(unknown);
    }
  });

  it('reports every fault of the inputs at once', () => {
    const parsed = inputsSchema.safeParse({ user_id: '', email: 'x', user_dob: 'y', nin: 'z' });
    expect(parsed.error?.issues.map((issue) => issue.path[0])).toEqual([
      'user_id',
      'email',
      'user_dob',
      'nin',
    ]);
  });
});
