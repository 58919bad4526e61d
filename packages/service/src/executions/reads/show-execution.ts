import type { DocumentExtractedData, Inputs, Outcome } from '@vendor/contract';
import type { Actor } from '../../access/actor.ts';
import type { RecordRead } from '../../audit/record-read.ts';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { Clock } from '../../clock.ts';
import type { Vault } from '../../secrets/vault.ts';
import { nodeOf, type WorkflowDefinition } from '../../workflows/definition.ts';
import type { Walk } from '../../workflows/walk.ts';
import type { ExecutionStore } from '../execution-store.ts';
import { dataKeyOf, inputsOf, openJson, sealContext } from '../sealed-data.ts';
import type { StoredCheck, StoredExecution } from '../stored-execution.ts';
import { describeStage, explainStatus } from './describe-stage.ts';
import type { ExecutionDirectory, ListedDelivery } from './execution-directory.ts';
import { sentencesOf } from './finding-words.ts';
import { type DecisionView, readDecisions } from './read-decisions.ts';
import { visibleExecution } from './visible-execution.ts';

export interface ShowServices {
  readonly store: Pick<ExecutionStore, 'find' | 'checksOf' | 'decisionsOf' | 'definitionOf' | 'workflowName'>;
  readonly directory: Pick<ExecutionDirectory, 'deliveriesOf'>;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly recordRead: RecordRead;
}

/** A check, for display. */
export interface CheckView extends Pick<StoredCheck, 'checkType' | 'status' | 'startedAt' | 'finishedAt'> {
  /** Null once purged. */
  readonly nodeId: string | null;
  readonly statusDetail: string | null;
  /** Sentences for the codes in `statusDetail`. */
  readonly reasons: readonly string[];
  /** Sentences for the members of its result that are not PASS. */
  readonly members: Readonly<Record<string, Exclude<Outcome, 'PASS'>>>;
}

/** A node on the path that the walk took. */
export interface PathNode {
  readonly nodeId: string;
  readonly kind: string;
  /** Branch that a condition took; null for other nodes. */
  readonly taken: 'if' | 'else' | null;
  /** Status of a decided check; null otherwise. */
  readonly status: string | null;
}

/** Personal data of an execution, without pictures. */
export interface PersonalData {
  readonly inputs: Partial<Inputs>;
  /** Data read from documents, by node. */
  readonly documents: Readonly<Record<string, DocumentExtractedData>>;
}

/** An execution, for display. */
export interface ExecutionReport {
  readonly execution: StoredExecution;
  readonly workflowName: string;
  /** Sentences about how far the user got. */
  readonly stage: readonly string[];
  /** Sentences about why the execution has its status. */
  readonly why: readonly string[];
  readonly checks: readonly CheckView[];
  /** Nodes that the walk passed, in order; empty once purged. */
  readonly path: readonly PathNode[];
  readonly decisions: readonly DecisionView[];
  readonly deliveries: readonly ListedDelivery[];
  /** Null unless requested, and once purged. */
  readonly person: PersonalData | null;
}

/**
 * Shows where the user of an execution stopped and why it has its status, with comments of decisions. Includes personal data
 * only on request, and never pictures.
 *
 * @throws {Refusal} WORKFLOW_EXECUTION_NOT_FOUND.
 */
export async function showExecution(
  services: ShowServices,
  actor: Actor,
  id: string,
  { withPerson }: { readonly withPerson: boolean },
): Promise<ExecutionReport> {
  const { store, directory, vault, clock } = services;
  const execution = await visibleExecution(store, actor, 'execution.read', id);
  // Recorded even without `withPerson`, because findings and comments are about the user.
  if (execution.dataPurgedAt === null)
    await services.recordRead({
      actor,
      act: 'execution.read',
      at: clock.now(),
      accountId: execution.accountId,
      subject: { kind: 'execution', id: execution.id },
      mode: execution.mode,
      changes: { personal: withPerson },
    });
  const definition = await store.definitionOf(execution.workflowId, execution.workflowVersion);
  const checks = await store.checksOf(execution.id);
  const decisions = await readDecisions(services, execution);
  const opened = openedFindings(vault, execution, checks);
  return {
    execution,
    workflowName: await store.workflowName(execution.workflowId),
    stage: describeStage(execution, definition),
    why: explainStatus(execution, definition, checks, decisions),
    checks: checks.map((check) => viewCheck(execution, check, opened.get(check.id))),
    path: execution.dataPurgedAt === null ? pathOf(definition, execution.walk) : [],
    decisions,
    deliveries: await directory.deliveriesOf(execution.id),
    person: withPerson ? personOf(vault, execution, checks, opened) : null,
  };
}

/** Decrypts the findings of an execution's checks, by check; empty once purged. */
export function openedFindings(
  vault: Vault,
  execution: StoredExecution,
  checks: readonly StoredCheck[],
): ReadonlyMap<string, CheckFindings> {
  const key = dataKeyOf(vault, execution);
  const found = new Map<string, CheckFindings>();
  for (const { id, sealed } of checks)
    if (key && sealed) found.set(id, openJson<CheckFindings>(key, sealed, sealContext.check(id)));
  return found;
}

function viewCheck(
  { dataPurgedAt }: StoredExecution,
  { nodeId, checkType, status, startedAt, finishedAt, statusDetail }: StoredCheck,
  findings: CheckFindings | undefined,
): CheckView {
  return {
    nodeId: dataPurgedAt === null ? nodeId : null,
    checkType,
    status,
    startedAt,
    finishedAt,
    statusDetail,
    reasons: sentencesOf(statusDetail),
    members: doubtfulMembers(findings),
  };
}

function doubtfulMembers(findings: CheckFindings | undefined): CheckView['members'] {
  const results = [
    findings?.documentCheckResult,
    findings?.selfieVerificationResult,
    findings?.proofOfAddressCheckResult,
    findings?.creditCardVerificationResult,
    findings?.evidenceCollectionCheckResult,
  ];
  const members = results.flatMap((result) => Object.entries(result ?? {}));
  const doubts = members.filter(
    (entry): entry is [string, 'REVIEW' | 'FAIL' | 'NOT_PERFORMED'] =>
      entry[0] !== 'overallResult' && ['REVIEW', 'FAIL', 'NOT_PERFORMED'].includes(String(entry[1])),
  );
  return Object.fromEntries(doubts);
}

/** Lists the nodes of the definition along the branches that the walk took. */
export function pathOf(definition: WorkflowDefinition, { at, branches, decided }: Walk): PathNode[] {
  const path: PathNode[] = [];
  for (let nodeId: string | undefined = definition.start; nodeId !== undefined; ) {
    const node = nodeOf(definition, nodeId);
    const taken = branches.find((branch) => branch.nodeId === nodeId)?.taken ?? null;
    const status = decided.find((check) => check.nodeId === nodeId)?.status ?? null;
    path.push({ nodeId, kind: node.kind, taken, status });
    if (nodeId === at || node.kind === 'end' || (node.kind === 'condition' && taken === null)) break;
    nodeId = node.kind === 'condition' && taken === 'else' ? node.else : node.next;
  }
  return path;
}

function personOf(
  vault: Vault,
  execution: StoredExecution,
  checks: readonly StoredCheck[],
  opened: ReadonlyMap<string, CheckFindings>,
): PersonalData | null {
  const inputs = inputsOf(dataKeyOf(vault, execution), execution);
  if (!inputs) return null;
  const documents = checks.flatMap(({ id, nodeId }) => {
    const extracted = opened.get(id)?.documentCheckExtractedData;
    return extracted ? [[nodeId, extracted] as const] : [];
  });
  return { inputs, documents: Object.fromEntries(documents) };
}
