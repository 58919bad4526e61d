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
  it('takes every kind of letter of the last three months, compared with nothing, unless said otherwise', () => {
    expect(nodeSchema.parse({ kind: 'address', next: 'end' })).toMatchObject({
      accepts: ['UTILITY_BILL', 'BANK_STATEMENT', 'TAX_DOCUMENT', 'GOVERNMENT_LETTER', 'RENTAL_AGREEMENT'],
      maxAgeDays: 90,
      compareWith: 'none',
      attempts: 3,
      pastLimit: 'DECLINED',
      fileAllowed: true,
    });
  });

  it('needs the address in the start request when that is what it is compared with', {
    tags: ['S2.3-49'],
  }, () => {
    const inputsOf = (node: object) => [
      ...requiredInputs(workflowDefinitionSchema.parse(workflow({ kind: 'address', ...node }))),
    ];
    expect(inputsOf({})).toEqual(['user_id']);
    expect(inputsOf({ compareWith: 'trigger' })).toEqual(['user_id', 'user_address']);
  });

  it('after a document and a selfie needs the user and the address', { tags: ['S2.3-53'] }, () => {
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

  it('cannot require a comparison with nothing', () => {
    const requires = ['fullAddressCheckResult'];
    expect(parse({ kind: 'address', compareWith: 'trigger', requires }).success).toBe(true);
    expect(parse({ kind: 'address', requires }).error?.issues).toEqual([
      expect.objectContaining({ path: ['nodes', 'files', 'requires'] }),
    ]);
  });

  it('takes no letter kinds, ages or members that there are not', () => {
    for (const odd of [
      { accepts: [] },
      { accepts: ['PASSPORT'] },
      { maxAgeDays: 0 },
      { requires: ['faceMatchingResult'] },
    ]) {
      expect(parse({ kind: 'address', ...odd }).success).toBe(false);
    }
  });
});

describe('an evidence collection', () => {
  it('has words of the operator, in English at least', () => {
    expect(parse({ kind: 'evidence', texts }).success).toBe(true);
    expect(parse({ kind: 'evidence', texts: { ...texts, de: texts.en } }).success).toBe(true);
    expect(parse({ kind: 'evidence', texts: { de: texts.en } }).success).toBe(false);
    expect(parse({ kind: 'evidence', texts: { en: { title: ' ', instructions: 'x' } } }).success).toBe(false);
    expect(
      parse({ kind: 'evidence', texts: { en: { title: 'x', instructions: 'x'.repeat(1001) } } }).success,
    ).toBe(false);
  });

  it('asks for no more files than it takes, five at most', () => {
    expect(parse({ kind: 'evidence', texts, minFiles: 2, maxFiles: 5 }).success).toBe(true);
    expect(parse({ kind: 'evidence', texts, minFiles: 1, maxFiles: 6 }).success).toBe(false);
    expect(parse({ kind: 'evidence', texts, minFiles: 3, maxFiles: 2 }).error?.issues).toEqual([
      expect.objectContaining({
        path: ['nodes', 'files', 'minFiles'],
        message: '"files" asks for more files than it takes',
      }),
    ]);
  });

  it('leaves files that are in order to a person unless the workflow approves them', () => {
    expect(nodeSchema.parse({ kind: 'evidence', texts, next: 'end' })).toMatchObject({ outcome: 'REVIEW' });
  });
});

describe('conditions', () => {
  it('may ask what a proof of address, a card or an evidence collection came to', () => {
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
