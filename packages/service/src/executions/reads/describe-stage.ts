import { sayCode } from '@vendor/texts/staff/say-value';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { takesCaptures } from '../../workflows/node.ts';
import { nameOfCheck, nameOfCheckType } from '../../workflows/wording/workflow-words.ts';
import type { StoredCheck, StoredExecution } from '../stored-execution.ts';
import { sentencesOf } from './finding-words.ts';
import type { DecisionView } from './read-decisions.ts';

/** Describes in sentences how far the user got. */
export function describeStage(execution: StoredExecution, definition: WorkflowDefinition): string[] {
  const { status, walk, begunAt, expiresAt, deadlineAt, dataPurgedAt } = execution;
  if (dataPurgedAt !== null)
    return [`The personal data was purged at ${timeOf(dataPurgedAt)}, and the progress of the user with it.`];
  const attempt = describeAttempt(execution, definition);
  if (status === 'PENDING') {
    if (begunAt === null) return [`The user has not begun. They can begin until ${timeOf(expiresAt)}.`];
    if (walk.awaiting === 'checks') return [`The check of step "${walk.at}" is in progress.`];
    return [
      `The user is at ${attempt}, until ${timeOf(deadlineAt ?? expiresAt)}.`,
      ...describeReasons(walk.reasons),
    ];
  }
  if (status === 'EXPIRED' || walk.outcome?.status === 'EXPIRED') {
    if (begunAt === null) return ['The user did not begin in time.'];
    return [`The user stopped at ${attempt} and did not finish in time.`, ...describeReasons(walk.reasons)];
  }
  if (walk.outcome?.retryLimitOf) return [`The user used up all attempts at step "${walk.at}".`];
  if (walk.outcome?.status === 'ERROR')
    return [`The check of step "${walk.at}" failed for a technical reason, so the workflow ended there.`];
  return ['The user completed all steps.'];
}

/** Explains the status of an execution in sentences; empty while it is pending. */
export function explainStatus(
  execution: StoredExecution,
  definition: WorkflowDefinition,
  checks: readonly StoredCheck[],
  decisions: readonly DecisionView[],
): string[] {
  const { walk, status } = execution;
  const result = walk.outcome?.status;
  if (status === 'PENDING' || result === undefined) return [];
  const last = decisions.at(-1);
  const decided = last
    ? [
        `${last.by} decided at ${timeOf(last.decidedAt)}: ${sayCode(last.status)}. The workflow had ended with: ${sayCode(result)}.`,
      ]
    : [];
  return [...decided, ...describeResult(execution, definition, checks, result)];
}

function describeResult(
  { walk, dataPurgedAt }: StoredExecution,
  definition: WorkflowDefinition,
  checks: readonly StoredCheck[],
  result: string,
): string[] {
  const doubted = checks.filter(({ status }) => status !== null && status !== 'APPROVED');
  const isDecisive = ({ status }: StoredCheck) => status === result;
  // Names the others, too: who clears only the decisive doubt would approve, say, a person on an AML list.
  const sentences = [...doubted.filter(isDecisive), ...doubted.filter((check) => !isDecisive(check))].map(
    ({ nodeId, checkType, status, statusDetail }) => {
      const name = dataPurgedAt === null ? nameOfCheck(definition, nodeId) : nameOfCheckType(checkType);
      return [`${name}: ${sayCode(String(status))}.`, ...sentencesOf(statusDetail)].join(' ');
    },
  );
  if (dataPurgedAt !== null) return sentences;
  const end = nodeOf(definition, walk.at);
  if (end.kind === 'end' && end.status !== 'BY_RULE')
    return [
      `The workflow reached its end "${walk.at}", which sets the status to ${sayCode(end.status)}.`,
      ...sentences,
    ];
  if (result !== 'APPROVED' || sentences.length > 0) return sentences;
  return ['No check that the workflow requires is in doubt.'];
}

function describeAttempt({ walk }: StoredExecution, definition: WorkflowDefinition): string {
  const node = nodeOf(definition, walk.at);
  const step = `step "${walk.at}" (${node.kind})`;
  return takesCaptures(node) ? `${step}, attempt ${walk.attempt} of ${node.attempts}` : step;
}

function describeReasons(reasons: readonly string[]): string[] {
  return reasons.length === 0
    ? []
    : [`The previous attempt could not be used. ${sentencesOf(reasons.join(', ')).join(' ')}`];
}

function timeOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
