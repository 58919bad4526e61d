import { describe, expect, it } from 'vitest';
import { workflowDefinitionSchema } from '../workflows/definition.ts';
import { nodeSchema } from '../workflows/node.ts';
import { requiredInputs } from '../workflows/required-inputs.ts';

const texts = { en: { title: 'Proof of income', instructions: 'Show your last payslip.' } };
const workflow = (node: object, more = {}) => ({
  start: 'files',
  nodes: { files: { ...node, next: 'end' }, end: { kind: 'end' }, ...more },
});
const parse = (node: object) => workflowDefinitionSchema.safeParse(workflow(node));

describe('a proof of address', () => {
  it('accepts by default every kind of letter of the last three months, without a comparison', () => {
    expect(nodeSchema.parse({ kind: 'address', next: 'end' })).toMatchObject({
      accepts: ['UTILITY_BILL', 'BANK_STATEMENT', 'TAX_DOCUMENT', 'GOVERNMENT_LETTER', 'RENTAL_AGREEMENT'],
      maxAgeDays: 90,
      compareWith: 'none',
      attempts: 3,
      pastLimit: 'DECLINED',
      fileAllowed: true,
    });
  });

  it('requires the address in the start request if the letter is compared with it', {
    tags: ['S2.3-49'],
  }, () => {
    const inputsOf = (node: object) => [
      ...requiredInputs(workflowDefinitionSchema.parse(workflow({ kind: 'address', ...node }))),
    ];
    expect(inputsOf({})).toEqual(['user_id']);
    expect(inputsOf({ compareWith: 'trigger' })).toEqual(['user_id', 'user_address']);
  });

  it('requires only user id and address after a document and a selfie', { tags: ['S2.3-53'] }, () => {
    const definition = workflowDefinitionSchema.parse({
      start: 'document',
      nodes: {
        document: { kind: 'document', accepts: [{ type: 'PASSPORT', sides: ['front'] }], next: 'selfie' },
        selfie: { kind: 'selfie', match: 'document', next: 'address' },
        address: { kind: 'address', compareWith: 'trigger', next: 'end' },
        end: { kind: 'end' },
      },
    });
    expect([...requiredInputs(definition)]).toEqual(['user_id', 'user_address']);
  });

  it('refuses a required comparison without anything to compare with', () => {
    const requires = ['fullAddressCheckResult'];
    expect(parse({ kind: 'address', compareWith: 'trigger', requires }).success).toBe(true);
    expect(parse({ kind: 'address', requires }).error?.issues).toEqual([
      expect.objectContaining({ path: ['nodes', 'files', 'requires'] }),
    ]);
  });

  it('refuses unknown kinds of letters, ages and members', () => {
    for (const odd of [
      { accepts: [] },
      { accepts: ['PASSPORT'] },
      { maxAgeDays: 0 },
      { requires: ['faceMatchingResult'] },
    ]) {
      expect(parse({ kind: 'address', ...odd }).success, JSON.stringify(odd)).toBe(false);
    }
  });
});

describe('an evidence collection', () => {
  it('requires texts, at least in English', () => {
    expect(parse({ kind: 'evidence', texts }).success).toBe(true);
    expect(parse({ kind: 'evidence', texts: { ...texts, de: texts.en } }).success).toBe(true);
    expect(parse({ kind: 'evidence', texts: { de: texts.en } }).success).toBe(false);
    expect(parse({ kind: 'evidence', texts: { en: { title: ' ', instructions: 'x' } } }).success).toBe(false);
    expect(
      parse({ kind: 'evidence', texts: { en: { title: 'x', instructions: 'x'.repeat(1001) } } }).success,
    ).toBe(false);
  });

  it('refuses a minimum above the maximum, and a maximum above five', () => {
    expect(parse({ kind: 'evidence', texts, minFiles: 2, maxFiles: 5 }).success).toBe(true);
    expect(parse({ kind: 'evidence', texts, minFiles: 1, maxFiles: 6 }).success).toBe(false);
    expect(parse({ kind: 'evidence', texts, minFiles: 3, maxFiles: 2 }).error?.issues).toEqual([
      expect.objectContaining({
        path: ['nodes', 'files', 'minFiles'],
        message: '"files" must not exceed "maxFiles"',
      }),
    ]);
  });

  it('sends usable files to REVIEW unless the workflow approves them', () => {
    expect(nodeSchema.parse({ kind: 'evidence', texts, next: 'end' })).toMatchObject({ outcome: 'REVIEW' });
  });
});

describe('conditions on collected files', () => {
  it('accepts conditions on the members of a proof of address, a card or an evidence collection', () => {
    const asking = (fact: string, kind: object) =>
      workflowDefinitionSchema.safeParse({
        start: 'files',
        nodes: {
          files: { ...kind, next: 'which' },
          which: {
            kind: 'condition',
            if: { fact: `checks.files.${fact}`, is: 'present' },
            next: 'end',
            else: 'end',
          },
          end: { kind: 'end' },
        },
      }).success;
    expect(asking('proofOfAddressCheckResult.nameMatchCheckResult', { kind: 'address' })).toBe(true);
    expect(asking('proofOfAddressExtractedData.extractedAddress', { kind: 'address' })).toBe(true);
    expect(asking('creditCardVerificationResult.brand', { kind: 'card' })).toBe(true);
    expect(asking('evidenceCollectionCheckResult.files', { kind: 'evidence', texts })).toBe(true);
    expect(asking('creditCardVerificationResult.brand', { kind: 'address' })).toBe(false);
  });
});
