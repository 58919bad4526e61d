import { importWorkflow } from './import-workflow.ts';
import type { Stage } from './stage.ts';

/** An execution that a backend started. */
export interface StartedSteps {
  readonly executionId: string;
  readonly token: string;
}

/** Starts an execution of a workflow whose nodes follow each other in the given order. */
export async function startSteps(
  stage: Stage,
  nodes: Readonly<Record<string, object>>,
  inputs: object = {},
): Promise<StartedSteps> {
  const names = [...Object.keys(nodes), 'end'];
  const linked = Object.entries(nodes).map(([name, node], index) => [
    name,
    { ...node, next: names[index + 1] },
  ]);
  const workflowId = await importWorkflow(stage, names.join(', '), {
    start: names[0],
    nodes: { ...Object.fromEntries(linked), end: { kind: 'end' } },
  });
  const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
    method: 'POST',
    headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ workflowId, inputs: { user_id: 'journey', ...inputs } }),
  });
  if (!reply.ok) throw new Error(`The service answers ${reply.status}: ${await reply.text()}`);
  return (await reply.json()).data;
}
