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

/** Kinds of checks that ask the user for captures. Each kind of step except the form is used by at least one. */
const captureKinds = {
  document: documentKind,
  selfie: selfieKind,
  address: addressKind,
  card: cardKind,
  evidence: evidenceKind,
} satisfies Record<CaptureStepKind, unknown> & Readonly<Record<string, unknown>>;

/** Kinds of checks that are invisible to the user. */
const invisibleKinds = {
  email: emailKind,
  phone: phoneKind,
  ip: ipKind,
  device: deviceKind,
  aml: amlKind,
  'national-id': nationalIdKind,
};

/** Kinds of checks by the `kind` of their node. */
const kinds = { ...captureKinds, ...invisibleKinds };

/** Name of a kind of check. */
export type CheckKindName = keyof typeof kinds;

/** Name of a kind of check that asks the user for captures. */
export type CaptureKindName = keyof typeof captureKinds;

/** Node of the given kind of check. */
export type NodeOfKind<Name extends CheckKindName> = z.infer<(typeof kinds)[Name]['schema']>;

/** A node that runs a check. */
export type CheckNode = { [Name in CheckKindName]: NodeOfKind<Name> }[CheckKindName];

/** A node that asks the user for captures. */
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

/** Returns the check kind of a node. */
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

/** Builds a value for every kind. */
function ofEachKind<Value>(
  make: (kind: CaptureKind<CheckNodeSchema> | InvisibleKind<CheckNodeSchema>, name: CheckKindName) => Value,
): Readonly<Record<CheckKindName, Value>> {
  const entries = checkKindNames.map((name) => [name, make(kindOf({ kind: name }), name)] as const);
  return Object.fromEntries(entries) as Record<CheckKindName, Value>;
}

/** Returns the kind for a type of entry; undefined for FRAUD_API, which several kinds share. */
export function captureKindOfType(checkType: CheckType): CaptureKind<CaptureNodeSchema> | undefined {
  const all: readonly CaptureKind<CaptureNodeSchema>[] = Object.values(captureKinds);
  return all.find((kind) => kind.checkType === checkType);
}

/** Codes that a check can find, by the kind of its node. Conditions can only test these. */
export const findingCodes: Readonly<Record<CheckKindName, readonly string[]>> = ofEachKind(({ findings }) =>
  Object.keys(findings),
);

/** Possible reasons for another attempt, by kind of check. */
export const retryReasonsOf = Object.fromEntries(
  Object.entries(captureKinds).map(([name, { retryReasons }]) => [name, retryReasons]),
) as Readonly<Record<CaptureKindName, readonly RetryReason[]>>;

/** Sentences for all finding codes, by code. */
export const findingSentences: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(kinds).map(({ findings }) => findings),
);

/** Schemas of the facts about a decided check that conditions can test, by the kind of its node. */
export const factSchemas: Readonly<Record<CheckKindName, z.ZodObject>> = ofEachKind(({ facts }, name) =>
  z.object({
    status: z.enum(['APPROVED', 'REVIEW', 'DECLINED']),
    findings: z.array(z.enum(findingCodes[name])),
    ...facts,
  }),
);
