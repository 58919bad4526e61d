import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../check-kinds/verdict.ts';
import { nodeSchema } from '../../workflows/node.ts';
import type { StoredCaptureRow, StoredExecution } from '../stored-execution.ts';
import { sandboxVerdict } from './sandbox-verdict.ts';

const outcomes = { APPROVED: 'PASS', REVIEW: 'REVIEW', DECLINED: 'FAIL' } as const;
const texts = { en: { title: 'Proof of income', instructions: 'Your last three payslips' } };

describe.each(['APPROVED', 'REVIEW', 'DECLINED'] as const)('a sandbox that forces %s', (status) => {
  const outcome = outcomes[status];
  const again: Verdict = {
    event: { kind: 'retry', reasons: ['IMAGE_BLURRED'] },
    statusDetail: null,
    findings: null,
  };
  const found: Verdict = {
    event: { kind: 'decided', status: 'REVIEW' },
    statusDetail: null,
    findings: {
      proofOfAddressCheckResult: {
        overallResult: 'REVIEW',
        addressDocumentCheckResult: 'FAIL',
        addressDocumentMustNotBeExpiredCheckResult: 'NOT_PERFORMED',
        addressValidationCheckResult: 'REVIEW',
        fullAddressCheckResult: 'NOT_PERFORMED',
        nameMatchCheckResult: 'PASS',
      },
      creditCardVerificationResult: {
        overallResult: 'REVIEW',
        numberCheckResult: 'FAIL',
        brand: 'VISA',
        bin: '411111',
        lastFour: '1111',
        expiryCheckResult: 'NOT_PERFORMED',
        nameMatchCheckResult: 'REVIEW',
      },
      evidenceCollectionCheckResult: { overallResult: 'REVIEW', fileCheckResult: 'FAIL', files: 2 },
    },
  };
  const resultsOf = (node: object, real: Verdict) => {
    const parsed = nodeSchema.parse({ ...node, next: 'end' });
    if (parsed.kind !== 'address' && parsed.kind !== 'card' && parsed.kind !== 'evidence')
      throw new Error('The node collects no file.');
    const walk = { at: 'files', attempt: 1 } as StoredExecution['walk'];
    const captureOf = (slot: string, attempt: number, sealedAt: number | null) =>
      ({ nodeId: 'files', attempt, slot, sealedAt }) as StoredCaptureRow;
    const captures = [
      captureOf('evidence-1', 1, 5),
      captureOf('evidence-2', 1, 6),
      captureOf('evidence-3', 1, null),
      captureOf('evidence-1', 2, 7),
    ];
    const verdict = sandboxVerdict({ kind: 'status', status }, parsed, { walk }, captures, real);
    expect(verdict).toMatchObject({ event: { kind: 'decided', status }, findings: { findings: [] } });
    return verdict.findings;
  };

  it('makes the results of address, card and evidence checks agree with the status', () => {
    const address = { kind: 'address', compareWith: 'trigger' };
    expect(resultsOf(address, found)?.proofOfAddressCheckResult).toEqual({
      overallResult: status,
      addressDocumentCheckResult: outcome,
      addressDocumentMustNotBeExpiredCheckResult: outcome,
      addressValidationCheckResult: outcome,
      fullAddressCheckResult: outcome,
      nameMatchCheckResult: outcome,
    });
    expect(resultsOf({ kind: 'card' }, found)?.creditCardVerificationResult).toEqual({
      overallResult: status,
      numberCheckResult: outcome,
      brand: 'VISA',
      bin: '411111',
      lastFour: '1111',
      expiryCheckResult: outcome,
      nameMatchCheckResult: outcome,
    });
    const evidence = resultsOf({ kind: 'evidence', texts }, found)?.evidenceCollectionCheckResult;
    expect(evidence).toEqual({ overallResult: status, fileCheckResult: outcome, files: 2 });
  });

  it('builds complete results even if the real check requested a retry', () => {
    expect(resultsOf({ kind: 'address' }, again)?.proofOfAddressCheckResult).toEqual({
      overallResult: status,
      addressDocumentCheckResult: outcome,
      addressDocumentMustNotBeExpiredCheckResult: outcome,
      addressValidationCheckResult: outcome,
      fullAddressCheckResult: 'NOT_PERFORMED',
      nameMatchCheckResult: 'NOT_PERFORMED',
    });
    expect(resultsOf({ kind: 'card', sendName: true }, again)?.creditCardVerificationResult).toEqual({
      overallResult: status,
      numberCheckResult: outcome,
      brand: null,
      bin: null,
      lastFour: null,
      expiryCheckResult: outcome,
      nameMatchCheckResult: outcome,
    });
    const evidence = resultsOf({ kind: 'evidence', texts }, again)?.evidenceCollectionCheckResult;
    expect(evidence).toEqual({ overallResult: status, fileCheckResult: outcome, files: 2 });
  });
});
