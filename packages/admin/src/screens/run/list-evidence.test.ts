import type { AdminCapture } from '@vendor/contract/admin';
import { expect, it } from 'vitest';
import { listEvidence, portraitAndSelfie } from './list-evidence.ts';

const capture = (slot: AdminCapture['slot'], change: Partial<AdminCapture> = {}): AdminCapture => ({
  id: slot,
  slot,
  kind: 'image',
  contentType: 'image/jpeg',
  sizeBytes: 1,
  url: `/admin-api/v1/executions/x/media/${slot}`,
  receivedAt: '2026-11-27T09:00:00Z',
  pose: null,
  places: [],
  ...change,
});
const attempt = (number: number, isJudged: boolean, captures: AdminCapture[]) => ({
  attempt: number,
  isJudged,
  submittedAt: '2026-11-27T09:00:00Z',
  documentType: null,
  captures,
});
const evidence = [
  {
    nodeId: 'identity',
    kind: 'document',
    attempts: [
      attempt(1, false, [capture('back')]),
      attempt(2, true, [capture('front')]),
      attempt(3, false, []),
    ],
  },
  {
    nodeId: 'face',
    kind: 'selfie',
    attempts: [attempt(1, true, [capture('selfie-1', { pose: 'straight' })])],
  },
];

it('lists the judged attempt first, each picture by its name', () => {
  expect(listEvidence({ evidence }).map(({ step, name, attempt }) => [step, name, attempt])).toEqual([
    ['Identity document', 'Front', 2],
    ['Identity document', 'Back', 1],
    ['Selfie', 'Straight', 1],
  ]);
});

it('pairs the front of the document with the first picture of the selfie', () => {
  const pair = portraitAndSelfie(listEvidence({ evidence }));
  expect(pair?.map(({ capture }) => capture.slot)).toEqual(['front', 'selfie-1']);
});

it('pairs nothing if the person may not see pictures', () => {
  const hidden = evidence.map((step) => ({
    ...step,
    attempts: step.attempts.map((one) => ({
      ...one,
      captures: one.captures.map((picture) => ({ ...picture, url: null })),
    })),
  }));
  expect(portraitAndSelfie(listEvidence({ evidence: hidden }))).toBeNull();
});
