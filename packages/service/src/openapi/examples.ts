import type {
  DecisionRequest,
  Execution,
  LinkRequest,
  LinkResponse,
  Problem,
  StartRequest,
  StartResponse,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEnvelope,
  WebhookTestOutcome,
} from '@vendor/contract';

const workflowId = '8c2f4f0e-5b0d-4c53-9d63-0f8a4a2d7f10';
const executionId = '1f0a3c52-6a1e-4a53-8a2b-6f8f8f6f2b11';

export const startRequestExample: StartRequest = {
  workflowId,
  inputs: { user_id: 'customer-1042', email: 'customer@example.com', user_country: 'DE' },
};

export const startResponseExample: StartResponse = {
  executionId,
  token: 'default.aHR0cHM6Ly92ZXJpZnkuZXhhbXBsZS5jb20.q1wXq0yqkPz3m1o7bE1vH6m2mJq0zqv7hYl5p4n9o3A',
  expiresAt: '2030-01-15T13:00:00.000Z',
  requiresClientInit: true,
};

export const linkRequestExample: LinkRequest = {
  ...startRequestExample,
  expiresIn: 86_400,
  completedUrl: 'https://shop.example/verified',
  incompleteUrl: 'https://shop.example/try-again',
};

export const linkResponseExample: LinkResponse = {
  executionId,
  redirectUrl: 'https://verify.example/flow#Xq0yqkPz3m1o7bE1vH6m2mJq0zqv7hYl5p4n9o3Aq1w',
};

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

export const decisionRequestExample: DecisionRequest = { status: 'APPROVED', comment: 'Seen in person.' };

export const problemExample: Problem = {
  type: 'urn:problem:missing-required-inputs',
  title: 'Required inputs are missing',
  status: 400,
  detail: 'Some required inputs are missing.',
  code: 'MISSING_REQUIRED_INPUTS',
  requestId: '0d9f6f5e-1c2b-4d3a-8e4f-5a6b7c8d9e0f',
  errors: [{ pointer: '/inputs/user_id', code: 'MISSING_REQUIRED_INPUTS', detail: 'is missing' }],
};

export const webhookExample: WebhookEnvelope = {
  event: 'orchestration/workflow_execution_finished',
  timestamp: '2030-01-15T12:00:01.000Z',
  data: executionExample,
};

const endpointId = '5d0c9c0a-7f3a-4a53-9f53-2f4a1b7c9e20';

export const webhookEndpointExample: WebhookEndpoint = {
  id: endpointId,
  url: 'https://shop.example/webhooks',
  events: ['orchestration/workflow_execution_finished', 'orchestration/workflow_execution_updated'],
  createdAt: '2030-01-15T11:00:00.000Z',
  state: 'enabled',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  held: 0,
  undelivered: 0,
};

export const webhookDeliveryExample: WebhookDelivery = {
  id: '7a1e6f0c-2b9d-4c61-8a55-0d3f7c1e9b42',
  webhookId: 'c4b7a9d2-6e1f-4f0b-9b3a-5e8d2c7f1a60',
  event: 'orchestration/workflow_execution_finished',
  sequence: 1,
  executionId,
  endpointId,
  state: 'delivered',
  attempts: 1,
  lastStatus: 204,
  lastError: null,
  emittedAt: '2030-01-15T12:00:01.000Z',
  nextAttemptAt: null,
  deliveredAt: '2030-01-15T12:00:01.200Z',
  firstDeliveredAt: '2030-01-15T12:00:01.200Z',
  undeliveredAt: null,
};

export const webhookAttemptExample: WebhookAttempt = {
  number: 1,
  startedAt: '2030-01-15T12:00:01.100Z',
  durationMs: 96,
  status: 204,
  error: null,
  request: {
    url: 'https://shop.example/webhooks',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'orchestration-webhooks',
      'webhook-id': 'c4b7a9d2-6e1f-4f0b-9b3a-5e8d2c7f1a60',
      'webhook-timestamp': '1894708801',
      'webhook-signature': 'v1,…',
      'webhook-sequence': '1',
    },
    bodyBytes: 412,
  },
  response: { headers: { date: 'Tue, 15 Jan 2030 12:00:01 GMT' }, bodyBytes: 0 },
};

export const webhookTestOutcomeExample: WebhookTestOutcome = {
  webhookId: 'test_0b7f3c1e-9d2a-4e68-8f5b-1c6a4d9e7b30',
  delivered: true,
  durationMs: 96,
  status: 204,
  error: null,
  request: webhookAttemptExample.request,
  response: webhookAttemptExample.response,
};
