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

/** Fault of one node: the members within it that lead to the place, and the words after its name. */
export type NodeFault = readonly [path: readonly (string | number)[], message: string];

/** Members of every kind of check. Pure: `judge.ts` beside it judges. */
interface CommonKind<Schema extends CheckNodeSchema> {
  /** Node of a workflow, as an operator writes it. */
  readonly schema: Schema;
  /** Name of the check for people, at the beginning of a sentence. */
  readonly label: string;
  /** Codes that the check can find, each with its sentence for people. */
  readonly findings: Readonly<Record<string, string>>;
  /**
   * Facts for conditions, besides status and codes: members of the check's entry. If the wire format allows any text, these
   * schemas have the values that the check writes.
   */
  readonly facts: Readonly<Record<string, z.ZodType>>;
  /** Page of the documentation about the check; by member of its result, where a page of its own tells of it. */
  readonly page: string;
  readonly memberPages?: Readonly<Record<string, string>>;
  /**
   * Inputs that a start request must carry for the node.
   *
   * @param hasDocument - whether a document was shown before, whichever way was gone.
   */
  inputsOf(node: z.output<Schema>, hasDocument: boolean): readonly InputName[];
  /** Members that had to be PASS for the check to be APPROVED. @param findings - undefined: nothing was found yet. */
  requiredOf(node: z.output<Schema>, findings: CheckFindings | undefined): readonly string[];
  /** Faults of a node by itself: demands that no user could meet, and results that it requires but never compares. */
  faultsOf?(node: z.output<Schema>): readonly NodeFault[];
  /** Member that says that something is taken from the document shown before; null: nothing is. */
  memberOfDocument?(node: z.output<Schema>): string | null;
  /** Tells whether the node needs data from the end user's browser that the start request did not have. */
  needsClient?(inputs: Partial<Inputs>): boolean;
  /** Limit that the workflow sets for a member, in words; null: it sets none. */
  memberLimit?(node: z.output<Schema>, member: string): string | null;
  /** Limits of the check as a whole, in words. */
  checkLimit?(node: z.output<Schema>): string;
}

/** Kind of check that the user does not see. Its entry is of type FRAUD_API. */
export interface InvisibleKind<Schema extends CheckNodeSchema> extends CommonKind<Schema> {
  readonly checkType: 'FRAUD_API';
  /** Name of the entry, in capitals: several kinds share the type. */
  nameOf(node: z.output<Schema>): string;
}

/** Medium that a capture may be. `file`: a picture or a PDF. */
export type CaptureMedium = 'image' | 'pdf' | 'file' | 'video';

/** One try at a step. */
export interface Attempt {
  readonly reasons: readonly RetryReason[];
  /** The document that the user shows; null: not chosen, or no document. */
  readonly chosen: DocumentType | null;
  /** Poses that a selfie asks for. */
  readonly poses: readonly SelfiePose[];
}

/** Members that every capture step has for the page. */
export interface CommonStep {
  readonly id: string;
  readonly attempt: number;
  readonly attemptsLeft: number;
  readonly stored: StoredCapture[];
}

/** Status that a check comes to by what was found. */
export type DecidedBySandbox = 'APPROVED' | 'REVIEW' | 'DECLINED';

/** Step of a page that asks the user for captures. */
export type CaptureStepKind = Exclude<ClientStepKind, 'form'>;

/** Kind of check that asks the user for captures. */
export interface CaptureKind<Schema extends CheckNodeSchema> extends CommonKind<Schema> {
  readonly checkType: Exclude<CheckType, 'FRAUD_API'>;
  /** Step that asks for them, as every page shows it already. Several kinds may share one. */
  readonly step: CaptureStepKind;
  /** Processes that judge it: a letter that takes seconds to read holds up no document. */
  readonly lane: 'checks' | 'faces' | 'letters';
  /** Reasons for another attempt. */
  readonly retryReasons: readonly RetryReason[];
  /** Makes the step for the page, of the kind of `step`. */
  stepOf(node: z.output<Schema>, common: CommonStep, attempt: Attempt): ClientStep;
  /**
   * Says why a slot cannot be filled now; null: it can.
   *
   * @param stored - captures of the attempt.
   */
  slotFault(
    node: z.output<Schema>,
    attempt: Pick<Attempt, 'poses'>,
    slot: CaptureSlot,
    stored: readonly { readonly slot: CaptureSlot }[],
  ): string | null;
  /** Documents that the user chooses from; missing: a submission names none. */
  documentsOf?(node: z.output<Schema>): readonly DocumentType[];
  /** Slots that a submission must name. @param isNamed - whether it does. */
  submittedSlots(
    node: z.output<Schema>,
    attempt: Pick<Attempt, 'chosen' | 'poses'>,
    isNamed: (slot: CaptureSlot) => boolean,
  ): readonly CaptureSlot[];
  mediumOf(node: z.output<Schema>, slot: CaptureSlot): CaptureMedium;
  /** Result in place of the real one, for a test user of the sandbox. @param files - how many captures were handed in. */
  sandboxResult(
    node: z.output<Schema>,
    status: DecidedBySandbox,
    real: CheckFindings | null,
    files: number,
  ): Partial<CheckFindings>;
}

/** Lists entries that are there a second time. */
export function twice(
  entries: readonly string[],
  path: readonly (string | number)[],
  verb: string,
): NodeFault[] {
  return entries.flatMap((entry, index): NodeFault[] =>
    entries.indexOf(entry) < index ? [[[...path, index], `${verb} ${entry} twice`]] : [],
  );
}

/** Picks the reasons that a step of this kind can have. */
export function reasonsAmong<Reason extends RetryReason>(
  known: readonly Reason[],
  { reasons }: Pick<Attempt, 'reasons'>,
): Reason[] {
  return reasons.filter((reason): reason is Reason => (known as readonly RetryReason[]).includes(reason));
}
