import { evaluateCondition, isSettled } from './conditions/evaluate-condition.ts';
import type { Facts } from './conditions/facts.ts';
import { nodeOf, type WorkflowDefinition } from './definition.ts';
import { asksUser, openFields, successorsOf, type WorkflowNode } from './node.ts';

/**
 * Returns the interactive nodes that may still follow, starting with the given node. For a condition on known facts, follows
 * one branch. For a condition on a later check, or on answers to a form before it, follows the branch with more steps, so that
 * the number of steps shown to a user never increases.
 */
export function comingSteps(definition: WorkflowDefinition, from: string, facts: Facts): string[] {
  // Computed only if there is a condition, because many workflows have none.
  let asked: ReturnType<typeof inputsAskedBefore> | undefined;
  const known = new Map<string, string[]>();
  const stepsFrom = (id: string): string[] => {
    const steps = known.get(id) ?? find(id);
    known.set(id, steps);
    return steps;
  };
  const find = (id: string): string[] => {
    const node = nodeOf(definition, id);
    if (node.kind === 'end') return [];
    if (node.kind !== 'condition')
      return [...(asksUser(node, facts.inputs) ? [id] : []), ...stepsFrom(node.next)];
    asked ??= inputsAskedBefore(definition, from, facts);
    const [first = [], second = []] = nextNodes(node, facts, asked.get(id)).map(stepsFrom);
    return first.length >= second.length ? first : second;
  };
  return stepsFrom(from);
}

const noInputs: ReadonlySet<string> = new Set();

/** Returns the nodes that may follow; only one for a settled condition. */
function nextNodes(
  node: WorkflowNode,
  facts: Facts,
  asked: ReadonlySet<string> = noInputs,
): readonly string[] {
  if (node.kind !== 'condition' || !isSettled(node.if, facts, asked)) return successorsOf(node);
  return [evaluateCondition(node.if, facts) === true ? node.next : node.else];
}

/**
 * Returns, for each node that may follow, the inputs that forms before it may ask for. Repeats until no set grows any more,
 * because an input that is asked for opens branches on which other forms may ask for more.
 */
function inputsAskedBefore(
  definition: WorkflowDefinition,
  from: string,
  facts: Facts,
): ReadonlyMap<string, ReadonlySet<string>> {
  const asked = new Map<string, ReadonlySet<string>>([[from, noInputs]]);
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodeOf(definition, id);
    const before = asked.get(id) ?? noInputs;
    const own = node.kind === 'form' ? openFields(node, facts.inputs).map(({ name }) => name) : [];
    const after = new Set([...before, ...own]);
    for (const next of nextNodes(node, facts, before)) {
      const known = asked.get(next);
      const all = new Set([...(known ?? noInputs), ...after]);
      if (known?.size === all.size) continue;
      asked.set(next, all);
      open.push(next);
    }
  }
  return asked;
}
