import { randomUUID } from 'node:crypto';
import type {
  AdminLinkForm,
  AdminNewLinkRequest,
  AdminShareLink,
  AdminShareLinkRequest,
} from '@vendor/contract/admin';
import type { PersonActor, PersonInMode } from '../../access/actor.ts';
import type { KeyMode } from '../../accounts/api-key.ts';
import { visibleExecution } from '../../executions/reads/visible-execution.ts';
import { dataKeyOf, inputsOf } from '../../executions/sealed-data.ts';
import { type MadeLink, makeLink } from '../../executions/start/start-link.ts';
import { Refusal } from '../../refusal.ts';
import type { PendingErasures } from '../../retention/pending-erasures.ts';
import { interactiveNodes } from '../../workflows/definition.ts';
import { refuseAct } from '../refuse-act.ts';
import { linkFields } from './link-fields.ts';

type MakeLinkServices = Parameters<typeof makeLink>[0];

/** Services that make links. The base address of a link comes from the request. */
export type LinkServices = Omit<MakeLinkServices, 'publicUrl'> & {
  readonly erasures: Pick<PendingErasures, 'isErasurePending'>;
};

/** Lists the inputs that can be entered for a link to a workflow. @throws {Refusal} WORKFLOW_NOT_FOUND. */
export async function readLinkForm(
  { store }: Pick<LinkServices, 'store'>,
  actor: PersonActor,
  id: string,
): Promise<AdminLinkForm> {
  const workflow = await store.findWorkflow(id.toLowerCase());
  if (workflow?.accountId !== actor.accountId)
    throw new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow.');
  return {
    isActive: workflow.active,
    asksUser: interactiveNodes(workflow.definition).length > 0,
    fields: linkFields(workflow.definition),
  };
}

/**
 * Starts an execution by link, with the inputs that a person entered.
 *
 * @throws {Refusal} FORBIDDEN for a mode that the person may not use; WORKFLOW_NOT_FOUND, also for an inactive one;
 *   INVALID_INPUT_FORMAT or MISSING_REQUIRED_INPUTS with all faults of the inputs.
 */
export function shareLink(
  services: MakeLinkServices,
  actor: PersonActor,
  workflowId: string,
  { mode, inputs, expiresIn }: AdminShareLinkRequest,
): Promise<AdminShareLink> {
  const starting = actorIn(actor, mode);
  const body = { workflowId, inputs: { user_id: `link-${randomUUID()}`, ...inputs }, expiresIn };
  return makeLink(services, starting, { body, idempotencyKey: null }, viewLink);
}

/** Inputs that describe the device of the earlier execution, so they are not copied. */
const ofDevice = ['session', 'ip', 'device_id'] as const;

/**
 * Makes a link for the user of an earlier execution: starts a new execution of the current version with the same inputs, which
 * the person does not see.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND; EXECUTION_PURGED if its inputs are gone, or if its user was erased and the
 *   execution will be purged when it ends; as {@link shareLink}.
 */
export async function renewLink(
  services: MakeLinkServices & Pick<LinkServices, 'erasures'>,
  actor: PersonActor,
  executionId: string,
  { expiresIn }: AdminNewLinkRequest,
): Promise<AdminShareLink> {
  const execution = await visibleExecution(services.store, actor, 'execution.read', executionId);
  const starting = actorIn(actor, execution.mode);
  const known = inputsOf(dataKeyOf(services.vault, execution), execution);
  if (!known) throw new Refusal('EXECUTION_PURGED', 'The personal data of this execution was purged.');
  if (await services.erasures.isErasurePending(execution.id))
    throw new Refusal(
      'EXECUTION_PURGED',
      'The user of this execution was erased, so no link is created. The execution is purged once it has ended.',
    );
  const inputs = { ...known };
  for (const name of ofDevice) delete inputs[name];
  const body = { workflowId: execution.workflowId, inputs, expiresIn };
  return makeLink(services, starting, { body, idempotencyKey: null }, viewLink, execution.id);
}

/** @throws {Refusal} FORBIDDEN if the person may not start executions in this mode. */
function actorIn(actor: PersonActor, mode: KeyMode): PersonInMode {
  refuseAct(actor, 'execution.start', { accountId: actor.accountId, mode });
  return { ...actor, mode };
}

function viewLink({ executionId, redirectUrl, expiresAt }: MadeLink): AdminShareLink {
  return { executionId, url: redirectUrl, expiresAt: new Date(expiresAt).toISOString() };
}
