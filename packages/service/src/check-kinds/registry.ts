import type { CheckType, RetryReason } from '@vendor/contract';
import { z } from 'zod';
import { addressKind } from './address/kind.ts';
import { amlKind } from './aml/kind.ts';
import { cardKind } from './card/kind.ts';
import type { CaptureKind, CaptureStepKind, InvisibleKind } from './check-kind.ts';
import { deviceKind } from './device/kind.ts';
import { documentKind } from './document/kind.ts';
import { emailKind } from './email/kind.ts';
import { evidenceKind } from './evidence/kind.ts';
import { ipKind } from './ip/kind.ts';
import { nationalIdKind } from './national-id/kind.ts';
import { phoneKind } from './phone/kind.ts';
import { selfieKind } from './selfie/kind.ts';

/** Kinds of checks that ask the user for captures: at least one for each step of a page but the form. */
const captureKinds = {
  document: documentKind,
  selfie: selfieKind,
  address: addressKind,
  card: cardKind,
  evidence: evidenceKind,
} satisfies Record<CaptureStepKind, unknown> & Readonly<Record<string, unknown>>;

/** Kinds of checks that the user does not see. */
const invisibleKinds = {
  email: emailKind,
  phone: phoneKind,
  ip: ipKind,
  device: deviceKind,
  aml: amlKind,
  'national-id': nationalIdKind,
};

/** Every kind of check, by the kind of its node. */
const kinds = { ...captureKinds, ...invisibleKinds };

/** Names a kind of check. */
export type CheckKindName = keyof typeof kinds;

/** Names a kind of check that asks the user for captures. */
export type CaptureKindName = keyof typeof captureKinds;

/** A node that runs a check of some kind. */
export type NodeOfKind<Name extends CheckKindName> = z.infer<(typeof kinds)[Name]['schema']>;

/** A node that runs a check. */
export type CheckNode = { [Name in CheckKindName]: NodeOfKind<Name> }[CheckKindName];

/** A node that asks the user for captures, to be checked. */
export type CaptureNode = Extract<CheckNode, { kind: CaptureKindName }>;

type CheckNodeSchema = (typeof kinds)[CheckKindName]['schema'];
type CaptureNodeSchema = (typeof kinds)[CaptureKindName]['schema'];

/** Schemas of all nodes that run a check. */
export const checkNodeSchemas = Object.values(kinds).map(({ schema }) => schema) as unknown as readonly [
  CheckNodeSchema,
  ...CheckNodeSchema[],
];

const checkKindNames = Object.keys(kinds) as readonly CheckKindName[];

export function isCheckKind(kind: string): kind is CheckKindName {
  return Object.hasOwn(kinds, kind);
}

export function isCaptureKind(kind: string): kind is CaptureKindName {
  return Object.hasOwn(captureKinds, kind);
}

/** Finds the kind of a node. */
export function kindOf({ kind }: { readonly kind: CaptureKindName }): CaptureKind<CaptureNodeSchema>;
export function kindOf({
  kind,
}: {
  readonly kind: CheckKindName;
}): CaptureKind<CheckNodeSchema> | InvisibleKind<CheckNodeSchema>;
export function kindOf({
  kind,
}: {
  readonly kind: CheckKindName;
}): CaptureKind<CheckNodeSchema> | InvisibleKind<CheckNodeSchema> {
  return kinds[kind];
}

/** Maps every kind to something. */
function ofEachKind<Value>(
  make: (kind: CaptureKind<CheckNodeSchema> | InvisibleKind<CheckNodeSchema>, name: CheckKindName) => Value,
): Readonly<Record<CheckKindName, Value>> {
  const entries = checkKindNames.map((name) => [name, make(kindOf({ kind: name }), name)] as const);
  return Object.fromEntries(entries) as Record<CheckKindName, Value>;
}

/** Finds the kind that a type of entry stands for; undefined for FRAUD_API, which stands for several. */
export function captureKindOfType(checkType: CheckType): CaptureKind<CaptureNodeSchema> | undefined {
  const all: readonly CaptureKind<CaptureNodeSchema>[] = Object.values(captureKinds);
  return all.find((kind) => kind.checkType === checkType);
}

/** Codes that a check can find, by the kind of its node: of no other can a condition ask. */
export const findingCodes: Readonly<Record<CheckKindName, readonly string[]>> = ofEachKind(({ findings }) =>
  Object.keys(findings),
);

/** Reasons for another attempt, by the kind of step. */
export const retryReasonsOf = Object.fromEntries(
  Object.entries(captureKinds).map(([name, { retryReasons }]) => [name, retryReasons]),
) as Readonly<Record<CaptureKindName, readonly RetryReason[]>>;

/** Sentences for people about the codes of all findings, by code. */
export const findingSentences: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(kinds).map(({ findings }) => findings),
);

/** Facts about a decided check that conditions may ask for, by the kind of its node. */
export const factSchemas: Readonly<Record<CheckKindName, z.ZodObject>> = ofEachKind(({ facts }, name) =>
  z.object({
    status: z.enum(['APPROVED', 'REVIEW', 'DECLINED']),
    findings: z.array(z.enum(findingCodes[name])),
    ...facts,
  }),
);
