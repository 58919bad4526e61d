import { type Stage, workflowOf } from './stage.ts';

/** A verification that a backend started by link. */
export interface StartedLink {
  readonly executionId: string;
  /** Address for the user to open. */
  readonly redirectUrl: string;
}

/**
 * Starts the verification of a document by link, as a backend would.
 *
 * @param more - further members of the request, such as `completedUrl`.
 */
export async function startLink(stage: Stage, more: object = {}): Promise<StartedLink> {
  const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/workflow-link`, {
    method: 'POST',
    headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      workflowId: workflowOf(stage, 'document').id,
      inputs: { user_id: 'journey' },
      ...more,
    }),
  });
  if (!reply.ok) throw new Error(`The service answers ${reply.status}: ${await reply.text()}`);
  return (await reply.json()).data;
}
