import type {
  CaptureSlot,
  CheckType,
  ClientStep,
  ClientStepKind,
  DocumentType,
  InputName,
  Inputs,
  RetryReason,
  SelfiePose,
  StoredCapture,
} from '@vendor/contract';
import type { z } from 'zod';
import type { CheckFindings } from './check-findings.ts';

/** Schema of a node that runs a check. */
export type CheckNodeSchema = z.ZodObject<{ kind: z.ZodLiteral<string>; next: z.ZodString }>;

/** Fault of one node: path of members within the node, and the text that follows its name. */
export type NodeFault = readonly [path: readonly (string | number)[], message: string];

/** Members of every kind of check. Pure; the judging is done by `judge.ts` in the same folder. */
interface CommonKind<Schema extends CheckNodeSchema> {
  /** Schema of the node in a workflow definition. */
  readonly schema: Schema;
  /** Display name of the check, as it stands at the beginning of a sentence. */
  readonly label: string;
  /** Sentences for the codes that the check can find. */
  readonly findings: Readonly<Record<string, string>>;
  /**
   * Facts that conditions can test besides status and codes: members of the check's entry. If the wire format allows any text,
   * these schemas list the values that the check writes.
   */
  readonly facts: Readonly<Record<string, z.ZodType>>;
  /** Documentation page of the check. `memberPages` has more specific pages by member of its result. */
  readonly page: string;
  readonly memberPages?: Readonly<Record<string, string>>;
  /**
   * Inputs that a start request must contain for the node.
   *
   * @param hasDocument - whether every path to the node passes a document.
   */
  inputsOf(node: z.output<Schema>, hasDocument: boolean): readonly InputName[];
  /** Members that had to be PASS for the check to be APPROVED. @param findings - undefined if there are none yet. */
  requiredOf(node: z.output<Schema>, findings: CheckFindings | undefined): readonly string[];
  /**
   * Lists faults of a node that can be found without the rest of the workflow: requirements that no user can meet, and required
   * results that are never compared.
   */
  faultsOf?(node: z.output<Schema>): readonly NodeFault[];
  /** Name of the node's member that makes it use data of an earlier document; null if it uses none. */
  memberOfDocument?(node: z.output<Schema>): string | null;
  /** Returns whether the node needs data from the end user's browser that the start request did not contain. */
  needsClient?(inputs: Partial<Inputs>): boolean;
  /** Describes the limit that the workflow sets for a member; null if it sets none. */
  memberLimit?(node: z.output<Schema>, member: string): string | null;
  /** Describes the limits of the check as a whole. */
  checkLimit?(node: z.output<Schema>): string;
}

/** Kind of check that the user does not see. Its entry is of type FRAUD_API. */
export interface InvisibleKind<Schema extends CheckNodeSchema> extends CommonKind<Schema> {
  readonly checkType: 'FRAUD_API';
  /** Name of the entry, in capitals. Needed because several kinds share the type. */
  nameOf(node: z.output<Schema>): string;
}

/** Medium that a slot accepts. `file`: a picture or a PDF. */
export type CaptureMedium = 'image' | 'pdf' | 'file' | 'video';

/** One attempt at a step. */
export interface Attempt {
  /** Reasons why the previous attempt was not good enough; empty in the first attempt. */
  readonly reasons: readonly RetryReason[];
  /** Document type that the user chose; null if not chosen, or not a document step. */
  readonly chosen: DocumentType | null;
  /** Poses that a selfie step asks for. */
  readonly poses: readonly SelfiePose[];
}

/** Members that every capture step has in the client state. */
export interface CommonStep {
  readonly id: string;
  readonly attempt: number;
  readonly attemptsLeft: number;
  readonly stored: StoredCapture[];
}

/** Status that the sandbox can give to a check that was judged. */
export type DecidedBySandbox = 'APPROVED' | 'REVIEW' | 'DECLINED';

/** Kind of step that asks the user for captures. */
export type CaptureStepKind = Exclude<ClientStepKind, 'form'>;

/** Kind of check that asks the user for captures. */
export interface CaptureKind<Schema extends CheckNodeSchema> extends CommonKind<Schema> {
  readonly checkType: Exclude<CheckType, 'FRAUD_API'>;
  /** Step that asks for the captures. An existing step kind that every SDK can show; several check kinds may share one. */
  readonly step: CaptureStepKind;
  /** Group of lanes with processes of their own, so that a letter that takes seconds to read does not delay documents. */
  readonly lane: 'checks' | 'faces' | 'letters';
  /** Possible reasons for another attempt. */
  readonly retryReasons: readonly RetryReason[];
  /** Builds the step of kind `step` for the client state. */
  stepOf(node: z.output<Schema>, common: CommonStep, attempt: Attempt): ClientStep;
  /**
   * Returns the reason why a slot cannot be filled now; null if it can.
   *
   * @param stored - captures of the attempt.
   */
  slotFault(
    node: z.output<Schema>,
    attempt: Pick<Attempt, 'poses'>,
    slot: CaptureSlot,
    stored: readonly { readonly slot: CaptureSlot }[],
  ): string | null;
  /** Document types from which the user chooses. Missing if a submission names no type. */
  documentsOf?(node: z.output<Schema>): readonly DocumentType[];
  /** Slots that a submission must name. @param isNamed - whether the submission names a slot. */
  submittedSlots(
    node: z.output<Schema>,
    attempt: Pick<Attempt, 'chosen' | 'poses'>,
    isNamed: (slot: CaptureSlot) => boolean,
  ): readonly CaptureSlot[];
  mediumOf(node: z.output<Schema>, slot: CaptureSlot): CaptureMedium;
  /** Builds the result that replaces the real one for a sandbox user. @param files - number of submitted captures. */
  sandboxResult(
    node: z.output<Schema>,
    status: DecidedBySandbox,
    real: CheckFindings | null,
    files: number,
  ): Partial<CheckFindings>;
}

/** Lists a fault for each repeated entry. */
export function duplicateFaults(
  entries: readonly string[],
  path: readonly (string | number)[],
  verb: string,
): NodeFault[] {
  return entries.flatMap((entry, index): NodeFault[] =>
    entries.indexOf(entry) < index ? [[[...path, index], `${verb} ${entry} twice`]] : [],
  );
}

/** Filters the reasons that a step of this kind can have. */
export function reasonsAmong<Reason extends RetryReason>(
  known: readonly Reason[],
  { reasons }: Pick<Attempt, 'reasons'>,
): Reason[] {
  return reasons.filter((reason): reason is Reason => (known as readonly RetryReason[]).includes(reason));
}
