import type { Stage } from './stage.ts';

/** The parts of an execution that the journeys check. */
export interface ExecutionData {
  readonly id: string;
  readonly status: string;
  readonly workflow: { readonly name: string };
  readonly checks:
    | { readonly checkType: string; readonly status: string; readonly [member: string]: unknown }[]
    | null;
}

/** Reads an execution as a backend would. */
export async function readExecution(stage: Stage, executionId: string): Promise<ExecutionData> {
  const url = `${stage.serviceUrl}/orchestration-api/v1/workflow-execution/${executionId}`;
  const reply = await fetch(url, { headers: { 'x-api-key': stage.apiKey } });
  if (!reply.ok) throw new Error(`The service answers ${reply.status}: ${await reply.text()}`);
  return (await reply.json()).data;
}
