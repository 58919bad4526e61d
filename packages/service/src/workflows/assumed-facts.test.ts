import { describe, expect, it } from 'vitest';
import { assumedFactsOf } from './assumed-facts.ts';
import { workflowDefinitionSchema } from './definition.ts';

const definition = workflowDefinitionSchema.parse({
  start: 'form',
  nodes: {
    form: { kind: 'form', fields: [{ name: 'user_zip' }], next: 'passport' },
    passport: { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'device' },
    device: { kind: 'device', next: 'card' },
    card: { kind: 'card', next: 'end' },
    end: { kind: 'end' },
  },
});
const faultsOf = (facts: unknown) =>
  assumedFactsOf(definition)
    .safeParse(facts)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);
const status = 'REVIEW';
const noMember = (path: string) =>
  [`checks.device.${path}`, 'is not a fact about a check of kind device'] as const;

describe('assumed facts of a dry run', () => {
  it('accepts facts of the start request, the forms and the checks of the workflow', () => {
    const facts = {
      inputs: { user_country: 'DE', custom_fields: { tier: 1 } },
      answers: { form: { user_zip: '10115' } },
      checks: {
        passport: {
          status,
          findings: ['EXPIRED'],
          duplicatesFound: null,
          documentCheckResult: { overallResult: 'REVIEW', photocopyCheckResult: 'REVIEW' },
          documentCheckExtractedData: { age: 20, birthDate: '2001-01-01', country: null },
        },
        device: { status: 'ERROR', device: { score: 10, users: null } },
        card: { status, creditCardVerificationResult: { brand: 'VISA' } },
      },
    };
    expect(faultsOf(facts)).toBeUndefined();
    expect(assumedFactsOf(definition).parse(facts)).toEqual(facts);
  });

  it('accepts a group of members without values', () => {
    for (const nothing of [null, {}]) {
      const passport = { status, documentCheckResult: nothing, documentCheckExtractedData: nothing };
      expect(faultsOf({ checks: { passport } })).toBeUndefined();
    }
  });

  it.each([
    ['an unknown input', { inputs: { emial: 'a@b.example' } }, 'inputs.emial', 'is not a specified input'],
    ['an input of another form', { inputs: { email: 'no address' } }, 'inputs.email', /e-mail|address/],
    ['answers to no node', { answers: { fomr: {} } }, 'answers.fomr', 'is not a node with a form'],
    ['answers to a check', { answers: { device: {} } }, 'answers.device', 'is not a node with a form'],
    [
      'an answer that no form asks for',
      { answers: { form: { email: 'a@b.example' } } },
      'answers.form.email',
      'is not a field of the form',
    ],
    [
      'a check of an unknown node',
      { checks: { pasport: { status } } },
      'checks.pasport',
      'is not a node with a check',
    ],
    ['a check of an end', { checks: { end: { status } } }, 'checks.end', 'is not a node with a check'],
    ['a check without a status', { checks: { device: {} } }, 'checks.device.status', 'is missing'],
    [
      'a member that the check does not have',
      { checks: { device: { status, documentCheckResult: { overallResult: 'REVIEW' } } } },
      'checks.device.documentCheckResult.overallResult',
      'is not a fact about a check of kind device',
    ],
    [
      'a misspelt member',
      { checks: { passport: { status, documentCheckResult: { photocopyCheckResults: 'REVIEW' } } } },
      'checks.passport.documentCheckResult.photocopyCheckResults',
      'is not a fact about a check of kind document',
    ],
    [
      'a value that the member never has',
      { checks: { passport: { status, documentCheckResult: { overallResult: 'PASS' } } } },
      'checks.passport.documentCheckResult.overallResult',
      'is one of APPROVED, REVIEW, DECLINED, never "PASS"',
    ],
    [
      'a text for a number',
      { checks: { device: { status, device: { score: '10' } } } },
      'checks.device.device.score',
      'is a number, never "10"',
    ],
    [
      'a code that the check never finds',
      { checks: { device: { status, findings: ['DEVICE_AUTOMATED', 'IP_NETWORK_TOR'] } } },
      'checks.device.findings',
      /never "IP_NETWORK_TOR"/,
    ],
    [
      'a code for a list',
      { checks: { device: { status, findings: 'DEVICE_AUTOMATED' } } },
      'checks.device.findings',
      'must be a list of codes',
    ],
    [
      'a list for a number',
      { checks: { device: { status, device: { score: [10] } } } },
      'checks.device.device.score',
      'must not be a list',
    ],
    [
      'an unknown member that is null',
      { checks: { device: { status, banana: null } } },
      ...noMember('banana'),
    ],
    [
      'an unknown member that is an empty object',
      { checks: { device: { status, banana: {} } } },
      ...noMember('banana'),
    ],
    [
      'a misspelt member that is null',
      { checks: { device: { status, device: { scoer: null } } } },
      ...noMember('device.scoer'),
    ],
    [
      'a misspelt member that is an empty object',
      { checks: { device: { status, device: { scoer: {} } } } },
      ...noMember('device.scoer'),
    ],
    [
      'two names joined by a dot',
      { checks: { device: { status, 'device.score': 10 } } },
      ...noMember('device.score'),
    ],
    [
      'an empty object for a number',
      { checks: { device: { status, device: { score: {} } } } },
      'checks.device.device.score',
      'is a number, never {}',
    ],
    [
      'a group for a number',
      { checks: { device: { status, device: { score: { users: 1 } } } } },
      'checks.device.device.score',
      'is a number, never {"users":1}',
    ],
    [
      'a group for a list of codes',
      { checks: { device: { status, findings: {} } } },
      'checks.device.findings',
      'must be a list of codes',
    ],
    ['unknown kinds of facts', { facts: {} }, '', 'has unknown members: "facts"'],
  ] as [string, object, string, string | RegExp][])('refuses %s', (_, facts, path, message) => {
    const expected = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect(faultsOf(facts)).toEqual([[path, expected]]);
  });
});
