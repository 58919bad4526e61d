import type { AdminCell, AdminPathNode } from '@vendor/contract/admin';
import { sayComparison, sayFact, type WorkflowWords } from '@vendor/texts/staff/say-comparison';
import { sayCode } from '@vendor/texts/staff/say-value';
import { type PathNode, pathOf } from '../../executions/reads/show-execution.ts';
import type { StoredExecution } from '../../executions/stored-execution.ts';
import type { Condition } from '../../workflows/conditions/condition.ts';
import { evaluateCondition, explainCondition } from '../../workflows/conditions/evaluate-condition.ts';
import { parseFactPath } from '../../workflows/conditions/fact-path.ts';
import { type Facts, type FactValue, factOf } from '../../workflows/conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import { nameOfCheck, truthWords, wordsOfWorkflow } from '../../workflows/wording/workflow-words.ts';
import { cellOf } from './mask.ts';

type Explained = ReturnType<typeof explainCondition>[number];

/**
 * Explains the path of an execution, node by node: for each condition, the compared values and what would have led the other
 * way.
 *
 * @param known - facts known now, including all decided checks.
 */
export function explainPath(
  { walk, status }: Pick<StoredExecution, 'walk' | 'status'>,
  definition: WorkflowDefinition,
  known: Facts,
  isMasked: boolean,
): AdminPathNode[] {
  const path = pathOf(definition, walk);
  const words = wordsOfWorkflow(definition);
  return path.map((pathNode, place) => {
    const node = nodeOf(definition, pathNode.nodeId);
    const plain = {
      nodeId: pathNode.nodeId,
      kind: pathNode.kind,
      taken: pathNode.taken,
      comparisons: [],
      otherwise: null,
    };
    if (node.kind === 'condition' && pathNode.taken !== null) {
      const facts = factsKnownAt(definition, path, place, known, node.if, pathNode.taken);
      const explained = explainCondition(node.if, facts);
      return {
        ...plain,
        status: null,
        sentence:
          pathNode.taken === 'if'
            ? `The condition held: continued at "${node.next}".`
            : `The condition did not hold: continued at "${node.else}".`,
        comparisons: explained.map((one) => describeComparison(one, facts, words, isMasked)),
        otherwise:
          isMasked && explained.some(({ comparison }) => isPersonal(comparison.fact))
            ? null
            : describeOtherWay(node.if, pathNode.taken, explained, words),
      };
    }
    if (node.kind === 'end') {
      const ended = walk.outcome?.status ?? status;
      const sentence =
        node.status === 'BY_RULE'
          ? `The end: the checks together result in ${sayCode(ended)}.`
          : `The end, which sets the status to ${sayCode(node.status)}.`;
      return { ...plain, status: ended, sentence };
    }
    return {
      ...plain,
      status: pathNode.status,
      sentence: describeNode(pathNode, walk, nameOfCheck(definition, pathNode.nodeId)),
    };
  });
}

function describeNode(
  { nodeId, kind, status }: PathNode,
  { at, answered, awaiting }: StoredExecution['walk'],
  check: string,
): string {
  if (status !== null) return `${check}: ${sayCode(status)}.`;
  if (kind === 'form')
    return answered.includes(nodeId)
      ? 'The user answered the form.'
      : 'The form had nothing to ask, or was not answered.';
  if (kind === 'condition') return 'The condition was not decided.';
  if (nodeId === at && awaiting === 'user') return `${check}: waits for the user.`;
  return nodeId === at && awaiting === 'checks' ? `${check}: under way.` : `${check}: not finished.`;
}

/**
 * Finds the facts that were known at a condition: only checks before it. An input that a later form asks for may have been
 * unknown then; if the known facts lead the other way, such inputs are left out.
 */
function factsKnownAt(
  definition: WorkflowDefinition,
  path: readonly PathNode[],
  place: number,
  { inputs, checks }: Facts,
  condition: Condition,
  taken: 'if' | 'else',
): Facts {
  const before = new Set(path.slice(0, place).map(({ nodeId }) => nodeId));
  const decided = Object.fromEntries(Object.entries(checks).filter(([nodeId]) => before.has(nodeId)));
  const all: Facts = { inputs, checks: decided };
  if ((evaluateCondition(condition, all) === true) === (taken === 'if')) return all;
  const laterFields = new Set<string>(
    path.slice(place).flatMap(({ nodeId }) => {
      const node = nodeOf(definition, nodeId);
      return node.kind === 'form' ? node.fields.map(({ name }) => name) : [];
    }),
  );
  const earlier = Object.fromEntries(Object.entries(inputs).filter(([name]) => !laterFields.has(name)));
  return { inputs: earlier, checks: decided };
}

function describeComparison(
  { comparison, truth }: Explained,
  facts: Facts,
  words: WorkflowWords,
  isMasked: boolean,
): AdminPathNode['comparisons'][number] {
  const { fact } = comparison;
  const actual = factOf(facts, fact);
  const isHidden = isMasked && isPersonal(fact);
  return {
    fact,
    is: comparison.is,
    value: 'value' in comparison ? formatValue(comparison.value) : null,
    actual: actual === undefined ? null : cellOfFact(fact, actual, words, isHidden),
    truth: isHidden ? 'hidden' : truth,
    // Shown truths of many comparisons with one fact would reveal it bit by bit.
    sentence: `${sayComparison(comparison, words)} – ${isHidden ? 'hidden' : truthWords[truth]}.`,
  };
}

/** Formats a fact: findings by their sentences. Masked values keep their first and last letters. */
function cellOfFact(
  fact: string,
  actual: FactValue,
  { findingOf }: WorkflowWords,
  isHidden: boolean,
): AdminCell {
  const cell = cellOf(memberOf(fact), actual, isHidden);
  if (cell.isMasked) return cell;
  if (!Array.isArray(actual)) return { ...cell, text: sayFact(fact, actual) };
  const found = actual.map((code: string) => findingOf(code) ?? sayCode(code));
  return { ...cell, text: found.length === 0 ? 'nothing found' : found.join(' ') };
}

/**
 * Returns whether a fact is personal data: inputs, and data read from documents and cards, but not outcomes and scores of
 * checks.
 */
function isPersonal(fact: string): boolean {
  const path = parseFactPath(fact);
  if (path === null || path.source === 'inputs') return true;
  const [first = '', ...rest] = path.members;
  if (/ExtractedData$/.test(first)) return true;
  return /Result$/.test(first) && rest.length > 0 && !/Result$/.test(rest.at(-1) ?? '');
}

function memberOf(fact: string): string {
  return parseFactPath(fact)?.members.at(-1) ?? fact;
}

function formatValue(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Describes what would have led the other way; for nested conditions, lists the decisive comparisons. */
function describeOtherWay(
  condition: Condition,
  taken: 'if' | 'else',
  explained: readonly Explained[],
  words: WorkflowWords,
): string {
  const isHeld = taken === 'if';
  const other = 'The other branch would have been taken if';
  if ('not' in condition && 'fact' in condition.not)
    return `${other} this had ${isHeld ? '' : 'not '}held: ${sayComparison(condition.not, words)}.`;
  const decisive = explained.filter(({ truth }) => (truth === 'true') === isHeld);
  const list = decisive.map(({ comparison }) => sayComparison(comparison, words)).join('; ');
  if (!isFlat(condition) || decisive.length === 0)
    return `Several comparisons decided this together${list === '' ? '' : `; involved were: ${list}`}.`;
  if (decisive.length === 1) return `${other} this had ${isHeld ? 'not ' : ''}held: ${list}.`;
  const isAny = 'any' in condition;
  if (isHeld) return `${other} ${isAny ? 'none of these had' : 'one of these had not'} held: ${list}.`;
  return `${other} ${isAny ? 'one of these' : 'all of these'} had held: ${list}.`;
}

/** Returns whether a condition is one comparison or a flat list of comparisons. */
function isFlat(condition: Condition): boolean {
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition];
  return parts.every((part) => 'fact' in part);
}
