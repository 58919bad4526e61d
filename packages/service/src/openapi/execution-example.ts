import type { Execution } from '@vendor/contract';

const workflowId = '8c2f4f0e-5b0d-4c53-9d63-0f8a4a2d7f10';
const executionId = '1f0a3c52-6a1e-4a53-8a2b-6f8f8f6f2b11';

/** A finished execution, as returned by reads and sent by webhooks. */
export const executionExample: Execution = {
  id: executionId,
  status: 'APPROVED',
  workflow: { id: workflowId, name: 'E-mail' },
  createdAt: '2030-01-15T12:00:00.000Z',
  dataPurgedAt: null,
  checks: [
    {
      checkType: 'FRAUD_API',
      status: 'APPROVED',
      sessionId: null,
      transactionId: 'b6f3c2de-3a4b-4f2c-9d1e-7a5b9c8d0e1f',
      startedAt: '2030-01-15T12:00:00.000Z',
      finishedAt: '2030-01-15T12:00:01.000Z',
      platform: null,
      duplicatesFound: null,
      statusDetail: null,
      referenceId: null,
      email: 'customer@example.com',
      phoneNumber: null,
      userId: 'customer-1042',
      documentCheckResult: null,
      documentCheckExtractedData: null,
      selfieVerificationResult: null,
      proofOfAddressCheckResult: null,
      proofOfAddressExtractedData: null,
      creditCardVerificationResult: null,
      evidenceCollectionCheckResult: null,
      capturedMedia: null,
    },
  ],
};
