import { readFileSync } from 'node:fs';
import { type FormFieldName, formFieldNames } from '@vendor/contract';
import { describe, expect, it } from 'vitest';
import { inOrder, otherNumbers, typicalWorkflows } from '../../testing/typical-workflows.ts';
import { requiredOfSelfie, selfieNodeSchema } from '../check-kinds/selfie/node.ts';
import { comparisonSchema } from './conditions/condition.ts';
import { interactiveNodes, workflowDefinitionSchema } from './definition.ts';
import { nodeSchema } from './node.ts';
import { requiredInputs } from './required-inputs.ts';

const passport = { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'end' };

const faceOfDocument = { kind: 'selfie', match: 'document', next: 'end' };

describe('workflowDefinitionSchema', () => {
  it('adds the defaults of a node', { tags: ['DRUN-13'] }, () => {
    const definition = workflowDefinitionSchema.parse({
      start: 'document',
      nodes: { document: passport, end: { kind: 'end' } },
    });
    expect(definition.nodes.document).toMatchObject({
      attempts: 3,
      pastLimit: 'DECLINED',
      fileAllowed: true,
    });
    expect(definition.nodes.end).toEqual({ kind: 'end', status: 'BY_RULE' });
  });

  it('compares a face with the portrait of the document', () => {
    const nodes = { d: { ...passport, next: 's' }, s: faceOfDocument, end: { kind: 'end' } };
    const { s } = workflowDefinitionSchema.parse({ start: 'd', nodes }).nodes;
    expect(s).toMatchObject({ attempts: 3, pastLimit: 'DECLINED', match: 'document' });
    const required = (node: object) => requiredOfSelfie(selfieNodeSchema.parse(node));
    expect(required(faceOfDocument)).toEqual(['livenessCheckResult', 'faceMatchingResult']);
    expect(required({ ...faceOfDocument, match: 'none' })).toEqual(['livenessCheckResult']);
    expect(required({ ...faceOfDocument, requires: ['faceMatchingResult'] })).toEqual(['faceMatchingResult']);
  });

  it.each([
    ['a start that does not exist', { start: 'nowhere', nodes: { end: { kind: 'end' } } }],
    ['a node that leads nowhere', { start: 'email', nodes: { email: { kind: 'email', next: 'gone' } } }],
    [
      'a cycle',
      {
        start: 'email',
        nodes: { email: { kind: 'email', next: 'phone' }, phone: { kind: 'phone', next: 'email' } },
      },
    ],
    ['an unknown kind', { start: 'x', nodes: { x: { kind: 'magic' } } }],
    [
      'a face comparison without a document',
      { start: 's', nodes: { s: faceOfDocument, end: { kind: 'end' } } },
    ],
    [
      'a face comparison that can be reached without a document',
      {
        start: 'c',
        nodes: {
          c: { kind: 'condition', if: { fact: 'inputs.email', is: 'present' }, next: 'd', else: 's' },
          d: { ...passport, next: 's' },
          s: faceOfDocument,
          end: { kind: 'end' },
        },
      },
    ],
    [
      'a document without required members',
      { start: 'd', nodes: { d: { ...passport, requires: [] }, end: { kind: 'end' } } },
    ],
    ['zero attempts', { start: 'd', nodes: { d: { ...passport, attempts: 0 }, end: { kind: 'end' } } }],
  ])('refuses %s', (_, definition) => {
    expect(workflowDefinitionSchema.safeParse(definition).success).toBe(false);
  });
});

describe('docs/workflows.md', () => {
  const text = readFileSync(new URL('../../../../docs/workflows.md', import.meta.url), 'utf8');
  const [workflow = '', loip = ''] = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, code]) => code);
  const { definition } = JSON.parse(workflow);

  it('shows a workflow, and levels for it, that can be imported', () => {
    expect(workflowDefinitionSchema.safeParse(definition).error).toBeUndefined();
    const withLevels = { ...definition, ...JSON.parse(`{${loip}}`) };
    expect(workflowDefinitionSchema.safeParse(withLevels).error).toBeUndefined();
  });

  it('names every kind of node and every comparator', () => {
    const kinds = nodeSchema.options.map(({ shape }) => shape.kind.value);
    const comparisons = comparisonSchema.options.flatMap(({ shape }) => shape.is.options as string[]);
    expect([...kinds, ...comparisons].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('requirements of a workflow', () => {
  const inputsOnly = workflowDefinitionSchema.parse({
    start: 'email',
    nodes: {
      email: { kind: 'email', next: 'phone' },
      phone: { kind: 'phone', next: 'end' },
      end: { kind: 'end' },
    },
  });
  const withName = workflowDefinitionSchema.parse({
    start: 'email',
    nodes: {
      email: { kind: 'email', next: 'document' },
      document: { ...passport, sendName: true },
      end: { kind: 'end' },
    },
  });

  it('finds no interactive nodes if no node asks the user for anything', () => {
    expect(interactiveNodes(inputsOnly)).toEqual([]);
    expect(interactiveNodes(withName).map(([id]) => id)).toEqual(['document']);
  });

  it('always requires user_id, and the inputs that its nodes need', {
    tags: ['S2.2-4', 'S2.3-37', 'S2.3-38', 'S2.3-41'],
  }, () => {
    expect(requiredInputs(inputsOnly)).toEqual(new Set(['user_id', 'email', 'phone_number']));
    expect(requiredInputs(withName)).toEqual(new Set(['user_id', 'email', 'user_fullname']));
    const nodes = { document: passport, end: { kind: 'end' } };
    const withoutName = workflowDefinitionSchema.parse({ start: 'document', nodes });
    expect(requiredInputs(withoutName)).toEqual(new Set(['user_id']));
  });

  it('requires only user_id for a document and a selfie, and a reference image if the face is compared with one', {
    tags: ['S2.3-51', 'S2.3-52'],
  }, () => {
    const withMatch = (match: string) => {
      const nodes = { d: { ...passport, next: 's' }, s: { ...faceOfDocument, match }, end: { kind: 'end' } };
      return requiredInputs(workflowDefinitionSchema.parse({ start: 'd', nodes }));
    };
    expect(withMatch('none')).toEqual(new Set(['user_id']));
    expect(withMatch('document')).toEqual(new Set(['user_id']));
    expect(withMatch('reference_image')).toEqual(new Set(['user_id', 'reference_image']));
  });
});

describe('inputs that a form asks for', () => {
  const ask = (next: string, required = true) => ({
    kind: 'form',
    fields: [{ name: 'email', required }],
    next,
  });
  const check = { kind: 'email', next: 'end' };
  const end = { kind: 'end' };
  const needs = (nodes: Record<string, unknown>) =>
    requiredInputs(workflowDefinitionSchema.parse({ start: 'a', nodes: { ...nodes, end } })).has('email');

  it('does not require inputs at the start if a form asks for them on every path to their use', () => {
    expect(needs({ a: ask('check'), check })).toBe(false);
    expect(needs({ a: ask('check', false), check })).toBe(true);
    expect(needs({ a: { ...check, next: 'b' }, b: ask('end') })).toBe(true);
    const fork = { kind: 'condition', if: { fact: 'inputs.user_country', is: 'present' } };
    expect(needs({ a: { ...fork, next: 'b', else: 'check' }, b: ask('check'), check })).toBe(true);
    expect(needs({ a: { ...fork, next: 'b', else: 'c' }, b: ask('check'), c: ask('check'), check })).toBe(
      false,
    );
  });

  it('refuses a form that asks for an input twice', () => {
    const twice = { kind: 'form', fields: [{ name: 'email' }, { name: 'email' }], next: 'end' };
    expect(workflowDefinitionSchema.safeParse({ start: 'a', nodes: { a: twice, end } }).success).toBe(false);
  });
});

/** Each row of the table of required inputs in section 2.3, and the other national numbers. */
describe('the required inputs of a workflow', () => {
  const needs = (definition: object) => requiredInputs(workflowDefinitionSchema.parse(definition));
  const rows = [...typicalWorkflows, ...otherNumbers].map((row) => [row.name, row] as const);

  it.each(rows)(
    'requires user_id and the inputs of its nodes: “%s”',
    {
      tags: [
        'S2.3-42',
        'S2.3-43',
        'S2.3-44',
        'S2.3-45',
        'S2.3-46',
        'S2.3-47',
        'S2.3-53',
        'S2.3-55',
        'S2.3-56',
        'S2.3-57',
        'S2.3-58',
        'S2.3-59',
        'S2.3-60',
        'S2.3-61',
        'S2.3-62',
        'S2.3-63',
        'S2.3-64',
        'S2.3-65',
        'S2.3-66',
        'S2.3-67',
      ],
    },
    (_, { nodes, needs: inputs }) => {
      expect(needs(inOrder(nodes))).toEqual(new Set(['user_id', ...inputs]));
    },
  );

  it.each(rows)(
    'requires user_id alone if a form asks for the others: “%s”',
    (_, { nodes, needs: inputs }) => {
      const asked = inputs.filter((name) => formFieldNames.includes(name as FormFieldName));
      const left = inputs.filter((name) => !asked.includes(name));
      expect(needs(inOrder(nodes, asked))).toEqual(new Set(['user_id', ...left]));
      // A form cannot ask for the reference image.
      expect(left).toEqual(inputs.filter((name) => name === 'reference_image'));
    },
  );

  it.each([
    ['a birth date of a document', 'user_dob', { ...passport, requires: ['dateOfBirthCheckResult'] }],
    ['a name on a letter', 'user_fullname', { kind: 'address', requires: ['nameMatchCheckResult'] }],
  ])('requires an input that the node requires to be compared: %s', (_, input, node) => {
    expect(needs(inOrder([node]))).toEqual(new Set(['user_id', input]));
    expect(needs(inOrder([node], [input as FormFieldName]))).toEqual(new Set(['user_id']));
    // After a document, its data is used if the node allows it.
    const behind = needs(
      inOrder([passport, { ...node, ...(node.kind === 'document' && { sameHolder: true }) }]),
    );
    expect(behind).toEqual(new Set(['user_id']));
    const { requires: __, ...open } = node;
    expect(needs(inOrder([open]))).toEqual(new Set(['user_id']));
  });

  it("does not require the holder's data if it is taken from an earlier document", () => {
    const aml = { kind: 'aml', name: 'document' };
    const nin = { kind: 'national-id', number: 'NIN', holder: 'document' };
    expect(needs(inOrder([passport, aml, nin]))).toEqual(new Set(['user_id', 'nin']));
  });
});

describe('faults of a definition', () => {
  const email = { kind: 'email', next: 'question' };
  const end = { kind: 'end' };
  const asking = (condition: unknown) => ({
    start: 'email',
    nodes: {
      email,
      question: { kind: 'condition', if: condition, next: 'phone', else: 'end' },
      phone: { kind: 'phone', next: 'end' },
      end,
    },
  });
  const faultsOf = (definition: unknown) =>
    workflowDefinitionSchema
      .safeParse(definition)
      .error?.issues.map(({ path, message }) => [path.join('/'), message]);

  it('accepts a condition on facts that are known at its node', () => {
    const all = [
      { fact: 'inputs.custom_fields.tier', is: 'equal-to', value: 'gold' },
      { fact: 'checks.email.status', is: 'one-of', value: ['REVIEW', 'DECLINED'] },
      { fact: 'inputs.user_dob', is: 'before', value: '2008-01-01' },
    ];
    expect(faultsOf(asking({ all }))).toBeUndefined();
  });

  it.each([
    ['inputs.mail', 'is not a specified input'],
    ['mail', 'must be "inputs.<name>" or "checks.<node>.<member>"'],
    ['inputs.custom_fields', 'is not a specified input'],
    ['checks.sms.status', 'names "sms", which is not a node with a check'],
    ['checks.question.status', 'names "question", which is not a node with a check'],
    ['checks.email.documentCheckResult', 'is not a fact about a check of kind email'],
    ['checks.phone.status', 'is never known here, because "phone" does not come before it'],
  ])('reports the node and the fact: %s %s', (fact, why) => {
    const condition = { any: [{ not: { fact, is: 'present' } }] };
    expect(faultsOf(asking(condition))).toEqual([
      ['nodes/question/if/any/0/not', `"question": ${fact} ${why}`],
    ]);
  });

  const amount = 'inputs.transaction_amount';
  it.each([
    [{ fact: amount, is: 'equal-to', value: '5' }, 'is a number, never "5"'],
    [{ fact: 'inputs.email', is: 'less-than', value: 5 }, /cannot be "less-than": it is a text/],
    [{ fact: 'inputs.user_dob', is: 'equal-to', value: '2000' }, 'is a date, never "2000"'],
    [
      { fact: 'checks.email.status', is: 'equal-to', value: 'approved' },
      'is one of APPROVED, REVIEW, DECLINED, never "approved"',
    ],
    [
      { fact: 'inputs.user_country', is: 'one-of', value: ['DE', 'at'] },
      'is never "at": must be two capital letters',
    ],
    [
      { fact: 'inputs.user_country', is: 'none-of', value: ['XX'] },
      'is never "XX": must be an ISO 3166-1 alpha-2 code, or XK',
    ],
    [
      { fact: 'inputs.user_country', is: 'equal-to', value: 'Germany' },
      'is never "Germany": must be two capital letters',
    ],
    [
      { fact: 'inputs.user_country', is: 'starting-with', value: 'd' },
      'is never starting-with "d": must be two capital letters',
    ],
    [
      { fact: 'inputs.transaction_currency', is: 'equal-to', value: 'Euro' },
      'is never "Euro": must be three capital letters',
    ],
    [
      { fact: 'inputs.cpf', is: 'equal-to', value: '12345678909' },
      'is never "12345678909": must be ###.###.###-##',
    ],
    [
      { fact: 'inputs.cpf', is: 'ending-with', value: '09-' },
      'is never ending-with "09-": must be ###.###.###-##',
    ],
    [{ fact: 'inputs.ssn', is: 'containing', value: '--' }, 'is never containing "--": must be ###-##-####'],
    [
      { fact: 'inputs.user_region', is: 'not-equal-to', value: 'Bavaria' },
      'is never "Bavaria": must be two letters or digits',
    ],
    [
      { fact: 'inputs.phone_number', is: 'starting-with', value: '0049' },
      'is never starting-with "0049": must be "+" and digits, with the country code',
    ],
    [
      { fact: 'inputs.user_zip', is: 'starting-with', value: 'x'.repeat(257) },
      'must have at most 256 characters',
    ],
    [
      { fact: 'inputs.user_created', is: 'at-least', value: 99_999_999_999_999 },
      'is never at-least 99999999999999: it is at most 253402300799',
    ],
    [{ fact: 'inputs.user_created', is: 'less-than', value: 0 }, 'is never less-than 0: it is at least 0'],
    [{ fact: 'inputs.user_created', is: 'equal-to', value: -1 }, 'is never -1: must be at least 0'],
    [
      { fact: 'checks.email.findings', is: 'including', value: 'EXPIRED' },
      /^is a list of the codes EMAIL_SYNTAX_VALID, .*, never "EXPIRED"$/,
    ],
  ])('reports a comparison that can never hold: %j', (comparison, why) => {
    const [[path, message] = []] = faultsOf(asking(comparison)) ?? [];
    const fault = String(message).replace(`"question": ${comparison.fact} `, '');
    expect([path, fault]).toEqual([
      expect.stringMatching(/^nodes\/question\/if(\/value)?$/),
      typeof why === 'string' ? why : expect.stringMatching(why),
    ]);
    expect(faultsOf(asking(comparison))).toHaveLength(1);
  });

  it.each([
    { fact: 'inputs.user_country', is: 'one-of', value: ['DE', 'AT'] },
    { fact: 'inputs.user_country', is: 'ending-with', value: 'E' },
    { fact: 'inputs.transaction_currency', is: 'equal-to', value: 'EUR' },
    { fact: 'inputs.phone_number', is: 'starting-with', value: '+49' },
    { fact: 'inputs.phone_number', is: 'containing', value: '30' },
    { fact: 'inputs.cpf', is: 'ending-with', value: '-09' },
    { fact: 'inputs.ssn', is: 'starting-with', value: '078-0' },
    { fact: 'inputs.curp', is: 'containing', value: '560427' },
    { fact: 'inputs.ip', is: 'equal-to', value: '192.0.2.1' },
    { fact: 'inputs.email', is: 'ending-with', value: '@example.com' },
    { fact: 'inputs.user_created', is: 'at-least', value: 253_402_300_799 },
    { fact: 'inputs.custom_fields.tier', is: 'equal-to', value: 'Germany' },
    { fact: 'checks.email.findings', is: 'including', value: 'EMAIL_DOMAIN_DISPOSABLE' },
  ])('accepts a comparison that can hold: %j', (comparison) => {
    expect(faultsOf(asking(comparison))).toBeUndefined();
  });

  it.each([
    [
      'document',
      'documentCheckExtractedData.country',
      'DEU',
      /^is never "DEU": must be two capital letters$/,
    ],
    ['card', 'creditCardVerificationResult.brand', 'Visa', /^is one of VISA, .* never "Visa"$/],
    ['ip', 'network.country', 'de', /^is never "de": must be two capital letters$/],
  ])('reports a value that no %s check writes: %s', (kind, member, value, why) => {
    const check = { ...(kind === 'document' ? passport : { kind }), next: 'c' };
    const fact = `checks.check.${member}`;
    const question = { kind: 'condition', if: { fact, is: 'equal-to', value }, next: 'end', else: 'end' };
    const faults = faultsOf({ start: 'check', nodes: { check, c: question, end } }) ?? [];
    expect(faults.map(([, message]) => String(message).replace(`"c": ${fact} `, ''))).toEqual([
      expect.stringMatching(why),
    ]);
  });

  const mail = { fact: 'inputs.email', is: 'present' };
  it.each<[string, unknown, [path: string, message: RegExp]]>([
    [
      'a comparator',
      { fact: 'inputs.email', is: 'equals', value: 'x' },
      ['/is', /^must be one of present, .*not-including, never "equals"$/],
    ],
    [
      'a comparator within others',
      { any: [mail, { not: { ...mail, is: 'Present' } }] },
      ['/any/1/not/is', /^must be one of .*never "Present"$/],
    ],
    ['no comparator', { all: [{ fact: 'inputs.email' }] }, ['/all/0/is', /^must be one of present, /]],
    ['no fact', { any: [{ is: 'present' }] }, ['/any/0', /^must have "fact" and "is", or one of/]],
    ['a text', 'inputs.email', ['', /^must have "fact" and "is", or one of/]],
    ['one condition instead of a list', { all: mail }, ['/all', /^must be a list of conditions$/]],
    ['no value', { fact: 'inputs.email', is: 'equal-to' }, ['/value', /^is missing$/]],
    [
      'a value of another kind',
      { fact: 'inputs.email', is: 'less-than', value: '5' },
      ['/value', /^must be a number$/],
    ],
  ])('reports the path at which a condition has %s', (_, condition, [path, message]) => {
    expect(faultsOf(asking(condition))).toEqual([
      [`nodes/question/if${path}`, expect.stringMatching(message)],
    ]);
  });

  it('reports each node that is missing, part of a cycle, or unreachable', () => {
    expect(
      faultsOf({ start: 'a', nodes: { a: { ...email, next: 'b' }, b: { ...email, next: 'c' } } }),
    ).toEqual([['nodes/b', '"b" leads to "c", which is not a node']]);
    expect(
      faultsOf({ start: 'a', nodes: { a: { ...email, next: 'b' }, b: { ...email, next: 'a' } } }),
    ).toEqual([['nodes/a', '"a" leads back to itself: "a" → "b" → "a"']]);
    expect(faultsOf({ start: 'end', nodes: { a: { ...email, next: 'end' }, end } })).toEqual([
      ['nodes/a', '"a" cannot be reached from "end"'],
    ]);
  });

  it.each([
    ['selfie', 'match', { kind: 'selfie', match: 'document' }],
    ['aml', 'name', { kind: 'aml', name: 'document' }],
    ['national-id', 'holder', { kind: 'national-id', number: 'NIN', holder: 'document' }],
    ['document', 'sameHolder', { ...passport, sameHolder: true }],
  ])('reports a %s node whose “%s” needs a document that some path to it skips', (_, member, node) => {
    const fault = [[`nodes/n/${member}`, '"n" can be reached without a document before it']];
    const nodes = { d: { ...passport, next: 'n' }, n: { ...node, next: 'end' }, end };
    expect(faultsOf({ start: 'd', nodes })).toBeUndefined();
    expect(faultsOf({ start: 'n', nodes: { n: nodes.n, end } })).toEqual(fault);
    const fork = { kind: 'condition', if: { fact: 'inputs.email', is: 'present' }, next: 'd', else: 'n' };
    expect(faultsOf({ start: 'f', nodes: { f: fork, ...nodes } })).toEqual(fault);
  });

  const accepting = (...accepts: object[]) => ({ kind: 'document', accepts, next: 'end' });
  const front = { type: 'NATIONAL_ID', sides: ['front'] };

  it.each<[string, object, [path: string, message: string]]>([
    [
      'a document without its front',
      accepting({ type: 'NATIONAL_ID', sides: ['back'] }),
      ['accepts/0/sides', 'does not ask for the front of NATIONAL_ID, which has name and portrait'],
    ],
    [
      'a side that is asked for twice',
      accepting({ type: 'NATIONAL_ID', sides: ['front', 'front'] }),
      ['accepts/0/sides/1', 'asks of NATIONAL_ID for front twice'],
    ],
    ['a type that is accepted twice', accepting(front, front), ['accepts/1', 'accepts NATIONAL_ID twice']],
    [
      'a side of a card that is asked for twice',
      { kind: 'card', sides: ['back', 'back'], next: 'end' },
      ['sides/1', 'asks for back twice'],
    ],
    [
      'a letter that is accepted twice',
      { kind: 'address', accepts: ['UTILITY_BILL', 'UTILITY_BILL'], next: 'end' },
      ['accepts/1', 'accepts UTILITY_BILL twice'],
    ],
    [
      'a device with a lower score for DECLINED than for REVIEW',
      { kind: 'device', reviewFrom: 70, declineFrom: 60, next: 'end' },
      ['reviewFrom', 'must not exceed "declineFrom": it is 70, and "declineFrom" is 60'],
    ],
    [
      'more types than exist, without checking them',
      accepting(...Array.from({ length: 10_000 }, () => ({}))),
      ['accepts', 'must have at most 100 entries'],
    ],
  ])('reports %s', (_, node, [path, message]) => {
    const name = path === 'accepts' ? '' : '"n" ';
    expect(faultsOf({ start: 'n', nodes: { n: node, end } })).toEqual([
      [`nodes/n/${path}`, `${name}${message}`],
    ]);
  });

  it.each(['reviewFrom', 'declineFrom'])(
    'reports a device whose %s is above the score of a certain sign',
    (member) => {
      const node = { kind: 'device', [member]: 101, next: 'end' };
      expect(faultsOf({ start: 'n', nodes: { n: node, end } })).toEqual([
        [`nodes/n/${member}`, 'must be at most 100, the score of a certain sign'],
      ]);
    },
  );

  it('reports a node name that a parser would drop silently', () => {
    const nodes = JSON.parse('{ "n": { "kind": "end" }, "__proto__": { "kind": "end" } }');
    expect(faultsOf({ start: 'n', nodes })).toEqual([
      ['nodes/__proto__', '"__proto__" is not allowed as a name'],
    ]);
  });

  it('reports more than 200 nodes without checking them', () => {
    const nodes = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`n${index}`, {}]));
    expect(faultsOf({ start: 'n0', nodes })).toEqual([['nodes', 'must have at most 200 nodes']]);
  });

  const licence = { type: 'DRIVERS_LICENSE', sides: ['front', 'back'] };
  it.each<[member: string, without: object, why: string, withIt: object]>([
    ['ageVerificationCheckResult', {}, 'and there is no "minimumAge"', { minimumAge: 18 }],
    [
      'nameMatchCheckResult',
      {},
      'and neither "sendName" nor "sameHolder" selects a name to compare with',
      { sendName: true },
    ],
    [
      'barcodeAnomalyCheckResult',
      { accepts: [licence, ...passport.accepts] },
      'and no PASSPORT has a barcode',
      { accepts: [licence] },
    ],
    [
      'matchCheckResult',
      { accepts: [{ type: 'RESIDENT_PERMIT', sides: ['front'] }] },
      'and no RESIDENT_PERMIT has a barcode',
      { accepts: [{ type: 'NATIONAL_ID', sides: ['front', 'back'] }] },
    ],
  ])(
    'reports a document that requires %s without the data to compare with',
    (member, without, why, withIt) => {
      const requires = ['formatCheckResult', member];
      const of = (more: object) => ({
        start: 'n',
        nodes: { n: { ...passport, ...more, requires }, end },
      });
      expect(faultsOf(of(without))).toEqual([['nodes/n/requires/1', `"n" requires ${member}, ${why}`]]);
      expect(faultsOf(of({ ...without, ...withIt }))).toBeUndefined();
    },
  );

  it('reports a card whose name must match without a name to compare with', () => {
    const card = { kind: 'card', requires: ['nameMatchCheckResult'], next: 'end' };
    const alone = (node: object) => ({ start: 'n', nodes: { n: node, end } });
    expect(faultsOf(alone(card))).toEqual([
      ['nodes/n/requires', '"n" can be reached without a document before it'],
    ]);
    expect(faultsOf(alone({ ...card, sendName: true }))).toBeUndefined();
    const behind = { start: 'd', nodes: { d: { ...passport, next: 'n' }, n: card, end } };
    expect(faultsOf(behind)).toBeUndefined();
  });

  it('reports a face that must match without a picture to compare with', () => {
    const face = { ...faceOfDocument, match: 'none', requires: ['faceMatchingResult'] };
    expect(faultsOf({ start: 'f', nodes: { f: { ...face, next: 'end' }, end } })).toEqual([
      ['nodes/f/requires', '"f" requires faceMatchingResult, but "match" disables the comparison'],
    ]);
  });

  it.each([
    [
      'nine conditions deep',
      Array.from({ length: 9 }).reduce<unknown>((not) => ({ not }), { fact: 'inputs.email', is: 'present' }),
    ],
    ['two members', { fact: 'inputs.email', is: 'present', not: { fact: 'inputs.email', is: 'present' } }],
    ['no comparison', { all: [] }],
  ])('reports a condition with %s', (_, condition) => {
    expect(faultsOf(asking(condition))).not.toBeUndefined();
  });
});
