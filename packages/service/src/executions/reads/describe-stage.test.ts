import { expect, it } from 'vitest';
import { checkKindExamples } from '../../../testing/check-kind-examples.ts';
import { rawCode } from '../../../testing/raw-code.ts';
import { type CheckKindName, kindOf } from '../../check-kinds/registry.ts';
import { nodeSchema } from '../../workflows/node.ts';
import { endedWalk } from '../../workflows/walk.ts';
import type { StoredCheck, StoredExecution } from '../stored-execution.ts';
import { explainStatus } from './describe-stage.ts';

const kinds = Object.keys(checkKindExamples) as CheckKindName[];
const statuses = ['APPROVED', 'REVIEW', 'DECLINED', 'ERROR'] as const;

/** Explains the status of an execution with a single check of the given kind, or with further ones of the same step. */
function why(
  kind: CheckKindName,
  status: (typeof statuses)[number],
  dataPurgedAt: number | null,
  further: readonly Partial<StoredCheck>[] = [],
) {
  const definition = {
    start: 'step',
    nodes: {
      step: nodeSchema.parse({ kind, next: 'end', ...checkKindExamples[kind].nodes[0] }),
      end: nodeSchema.parse({ kind: 'end', status: 'REVIEW' }),
    },
  };
  const walk = endedWalk({
    at: 'end',
    decided: [{ nodeId: 'step', status }],
    branches: [],
    answered: [],
    outcome: { status, retryLimitOf: null },
    loip: null,
  });
  const check = {
    nodeId: 'step',
    checkType: kindOf({ kind }).checkType,
    status,
    statusDetail: 'RETRY_LIMIT_EXCEEDED',
  } as StoredCheck;
  const decision = { id: 'd', status: 'APPROVED', by: 'key shop', decidedAt: 0, comment: null } as const;
  const execution = { walk, status, dataPurgedAt } as StoredExecution;
  const others = further.map((other) => ({ ...check, ...other }));
  return explainStatus(execution, definition, [...others, check], [decision]);
}

it.each(kinds.flatMap((kind) => statuses.map((status) => ({ kind, status }))))(
  'describes a $kind check that is $status without internal codes',
  ({ kind, status }) => {
    const sentences = [...why(kind, status, null), ...why(kind, status, 1)];
    expect(sentences.length).toBeGreaterThanOrEqual(3);
    for (const sentence of sentences) expect(sentence).not.toMatch(rawCode);
  },
);

it('names a check by its kind, and by its type once purged', () => {
  expect(why('email', 'REVIEW', null)).toContain('E-mail check: review. The user used up all attempts.');
  expect(why('email', 'REVIEW', 1)).toContain('Fraud check: review. The user used up all attempts.');
});

it('names other checks in doubt after those that decided the status', () => {
  const doubted = { status: 'REVIEW', statusDetail: 'EMAIL_DISPOSABLE' } as const;
  const passed = { status: 'APPROVED', statusDetail: null } as const;
  expect(why('email', 'DECLINED', null, [doubted, passed]).slice(-2)).toEqual([
    'E-mail check: declined. The user used up all attempts.',
    expect.stringMatching(/^E-mail check: review\./),
  ]);
});
