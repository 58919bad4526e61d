import { describe, expect, it } from 'vitest';
import { capturedMediaSchema, mediaLinkSchema } from './captured-media.ts';
import { checkSchema, checkTypes, mediaOnlyCheckSchema, platforms } from './check.ts';
import { documentCheckResultSchema, documentExtractedDataSchema, documentTypes } from './document.ts';
import { decisionRequestSchema, executionSchema, loipResults, loipSchema } from './execution.ts';
import {
  creditCardVerificationResultSchema,
  evidenceCollectionCheckResultSchema,
  proofOfAddressCheckResultSchema,
  proofOfAddressExtractedDataSchema,
  selfieVerificationResultSchema,
} from './identity-results.ts';
import { checkStatuses, executionStatuses, outcomes, overallResults } from './status.ts';
import { webhookEnvelopeSchema, webhookEvents } from './webhook.ts';

const execution = {
  id: '7d6f9f64-2a5a-4d3b-9a63-0f0b6a3f6a10',
  status: 'PENDING',
  workflow: { id: '0b8e3c1e-6e0b-4f0e-8f63-2f9a1d9d6a11', name: 'Identity document' },
  createdAt: '2026-01-01T00:00:00.000Z',
  dataPurgedAt: null,
  checks: null,
};

describe('closed sets', () => {
  it('defines the six execution statuses of the specification', { tags: ['S3.1-1'] }, () => {
    expect(executionStatuses).toEqual(['PENDING', 'APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR']);
  });
  it('defines the six check statuses of the specification', { tags: ['S3.2-1'] }, () => {
    expect(checkStatuses).toEqual(['APPROVED', 'REVIEW', 'DECLINED', 'EXPIRED', 'ERROR', 'RETRY_REQUIRED']);
  });
  it('defines the six check types of the specification', { tags: ['S3.2-2'] }, () => {
    expect(checkTypes).toEqual([
      'DOCUMENT_CHECK',
      'SELFIE_CHECK',
      'POA_CHECK',
      'CREDIT_CARD_CHECK',
      'EVIDENCE_COLLECTION',
      'FRAUD_API',
    ]);
  });
  it('defines the platforms WEB, IOS and ANDROID', { tags: ['S3.2-4'] }, () => {
    expect(platforms).toEqual(['WEB', 'IOS', 'ANDROID']);
  });
  it('defines the four levels of identity proofing of the specification', { tags: ['S3.2-3'] }, () => {
    expect(loipResults).toEqual(['BASELINE', 'EXTENDED', 'NONE', 'NOT_PERFORMED']);
  });
  it('defines PASS, REVIEW, FAIL and NOT_PERFORMED for members, and APPROVED, REVIEW and DECLINED for overall results', {
    tags: ['DRUN-47'],
  }, () => {
    expect(outcomes).toEqual(['PASS', 'REVIEW', 'FAIL', 'NOT_PERFORMED']);
    expect(overallResults).toEqual(['APPROVED', 'REVIEW', 'DECLINED']);
  });
  it('defines the three webhook events of the specification', { tags: ['S6.1-1'] }, () => {
    expect(webhookEvents).toEqual([
      'orchestration/workflow_execution_finished',
      'orchestration/workflow_execution_updated',
      'orchestration/workflow_execution_sync',
    ]);
  });
  it('defines the four document types', { tags: ['DRUN-62'] }, () => {
    expect(documentTypes).toEqual(['PASSPORT', 'NATIONAL_ID', 'DRIVERS_LICENSE', 'RESIDENT_PERMIT']);
  });
});

describe('execution object', () => {
  it('defines id, status, workflow, createdAt, dataPurgedAt, loip and checks as the members of an execution', {
    tags: ['S2.6-1'],
  }, () => {
    expect(Object.keys(executionSchema.shape)).toEqual([
      'id',
      'status',
      'workflow',
      'createdAt',
      'dataPurgedAt',
      'loip',
      'checks',
    ]);
    expect(executionSchema.safeParse(execution).success).toBe(true);
  });

  it('allows an execution to omit loip and nothing else', { tags: ['S2.6-2'] }, () => {
    for (const member of Object.keys(execution)) {
      const { [member as keyof typeof execution]: _, ...rest } = execution;
      expect(executionSchema.safeParse(rest).success, member).toBe(false);
    }
  });

  it('requires a result and a time in a level of identity proofing', () => {
    const loip = { result: 'BASELINE', evaluatedAt: execution.createdAt };
    expect(loipSchema.safeParse(loip).success).toBe(true);
    for (const wrong of [{ result: undefined }, { result: 'HIGH' }, { evaluatedAt: undefined }]) {
      expect(loipSchema.safeParse({ ...loip, ...wrong }).success).toBe(false);
    }
    expect(loipSchema.safeParse({ ...loip, evaluatedAt: '2026-01-01' }).success).toBe(false);
  });

  it('accepts unmet conditions of a level of identity proofing, each with an optional reason', () => {
    const evaluatedAt = execution.createdAt;
    const unmetConditions = [{ condition: 'document' }, { condition: 'liveness', reason: 'not performed' }];
    expect(loipSchema.safeParse({ result: 'NONE', evaluatedAt, unmetConditions }).success).toBe(true);
    expect(
      loipSchema.safeParse({ result: 'NONE', evaluatedAt, unmetConditions: [{ reason: 'x' }] }).success,
    ).toBe(false);
  });
});

describe('entry of checks', () => {
  it('defines the 21 members of a check of the specification', { tags: ['S2.6-10', 'DRUN-18'] }, () => {
    expect(Object.keys(checkSchema.shape)).toEqual([
      'checkType',
      'status',
      'sessionId',
      'transactionId',
      'startedAt',
      'finishedAt',
      'platform',
      'duplicatesFound',
      'statusDetail',
      'referenceId',
      'email',
      'phoneNumber',
      'userId',
      'documentCheckResult',
      'documentCheckExtractedData',
      'selfieVerificationResult',
      'proofOfAddressCheckResult',
      'proofOfAddressExtractedData',
      'creditCardVerificationResult',
      'evidenceCollectionCheckResult',
      'capturedMedia',
    ]);
  });

  it('limits a check of a media-only read to checkType and capturedMedia', () => {
    expect(Object.keys(mediaOnlyCheckSchema.shape)).toEqual(['checkType', 'capturedMedia']);
  });

  it('defines every member of the document result', { tags: ['DRUN-22'] }, () => {
    expect(Object.keys(documentCheckResultSchema.shape)).toEqual([
      'overallResult',
      'imageQualityCheckResult',
      'documentValidityCheckResult',
      'formatCheckResult',
      'matchCheckResult',
      'logicCheckResult',
      'barcodeAnomalyCheckResult',
      'dataIntegrityCheckResult',
      'nameMatchCheckResult',
      'dateOfBirthCheckResult',
      'ageVerificationCheckResult',
      'screenCheckResult',
      'photocopyCheckResult',
      'photoForgeryCheckResult',
      'securityFeaturesCheckResult',
    ]);
  });

  it('defines every member of the data extracted from a document', () => {
    expect(Object.keys(documentExtractedDataSchema.shape)).toEqual([
      'fullName',
      'birthDate',
      'age',
      'gender',
      'documentType',
      'documentNumber',
      'documentIssueDate',
      'documentExpirationDate',
      'country',
      'personalIdNumber',
      'address',
      'postalCode',
      'state',
    ]);
  });

  it('defines every member of the selfie, address, card and evidence results', () => {
    expect(Object.keys(selfieVerificationResultSchema.shape)).toEqual([
      'overallResult',
      'livenessCheckResult',
      'faceMatchingResult',
    ]);
    expect(Object.keys(proofOfAddressCheckResultSchema.shape)).toEqual([
      'overallResult',
      'addressDocumentCheckResult',
      'addressDocumentMustNotBeExpiredCheckResult',
      'addressValidationCheckResult',
      'fullAddressCheckResult',
      'nameMatchCheckResult',
    ]);
    expect(Object.keys(proofOfAddressExtractedDataSchema.shape)).toEqual(['extractedAddress']);
    expect(Object.keys(creditCardVerificationResultSchema.shape)).toEqual([
      'overallResult',
      'numberCheckResult',
      'brand',
      'bin',
      'lastFour',
      'expiryCheckResult',
      'nameMatchCheckResult',
    ]);
    expect(Object.keys(evidenceCollectionCheckResultSchema.shape)).toEqual([
      'overallResult',
      'fileCheckResult',
      'files',
    ]);
  });

  it('accepts links to captured media by slot, each with url, contentType and expiresAt', () => {
    expect(Object.keys(capturedMediaSchema.shape)).toEqual([
      'documentFront',
      'documentBack',
      'selfieImage',
      'selfieVideo',
      'proofOfAddress',
      'creditCard',
      'evidence',
    ]);
    expect(Object.keys(mediaLinkSchema.shape)).toEqual(['url', 'contentType', 'expiresAt']);
  });
});

describe('decision request', () => {
  it('accepts only APPROVED or DECLINED as a decision', () => {
    for (const status of ['APPROVED', 'DECLINED'])
      expect(decisionRequestSchema.safeParse({ status }).success).toBe(true);
    for (const status of ['REVIEW', 'PENDING', 'approved', '', undefined]) {
      expect(decisionRequestSchema.safeParse({ status }).success).toBe(false);
    }
  });

  it('limits the comment of a decision to 250 code points and accepts null as none', () => {
    const comment = (text: unknown) =>
      decisionRequestSchema.safeParse({ status: 'APPROVED', comment: text }).success;
    expect(comment('😀'.repeat(250))).toBe(true);
    expect(comment('x'.repeat(251))).toBe(false);
    expect(comment('😀'.repeat(251))).toBe(false);
    expect(comment(null)).toBe(true);
  });
});

describe('webhook envelope', () => {
  const envelope = { event: webhookEvents[0], timestamp: execution.createdAt, data: execution };

  it('defines exactly event, timestamp and data in a webhook', { tags: ['S6.1-5'] }, () => {
    expect(webhookEnvelopeSchema.safeParse(envelope).success).toBe(true);
    expect(webhookEnvelopeSchema.safeParse({ ...envelope, id: 'x' }).success).toBe(false);
    expect(webhookEnvelopeSchema.safeParse({ ...envelope, data: undefined }).success).toBe(false);
  });
});
