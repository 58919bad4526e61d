import {
  type ClientStepKind,
  type DocumentCheckMember,
  documentCheckResultSchema,
  documentSideSchema,
  documentTypeSchema,
  type FormField,
  formFieldNameSchema,
  formFieldNames,
  type Inputs,
  type SelfieCheckMember,
} from '@vendor/contract';
import { z } from 'zod';
import { conditionSchema } from './conditions/condition.ts';
import { distinct } from './distinct.ts';
import { addressNodeSchema, cardNodeSchema, evidenceNodeSchema } from './file-nodes.ts';
import { nodeIdSchema } from './node-id.ts';

const documentMembers = Object.keys(documentCheckResultSchema.shape).filter(
  (member): member is DocumentCheckMember => member !== 'overallResult',
);

/** The user shows an identity document. */
export const documentNodeSchema = z.strictObject({
  kind: z.literal('document'),
  /** Each type once, with the front at least: the portrait and the name are there. */
  accepts: distinct(
    z.strictObject({
      type: documentTypeSchema,
      sides: distinct(documentSideSchema, documentSideSchema.options.length, {
        contains: { const: 'front' },
      }),
    }),
    documentTypeSchema.options.length,
  ),
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /**
   * The members of the result that must be PASS for the check to be APPROVED. A name or birth date that was compared, a barcode
   * that was read and a minimum age must be so as well, listed or not.
   */
  requires: z
    .array(z.enum(documentMembers))
    .min(1)
    .default([
      'imageQualityCheckResult',
      'documentValidityCheckResult',
      'formatCheckResult',
      'logicCheckResult',
      'dataIntegrityCheckResult',
    ]),
  /** Whether the name is sent with the start request, to be compared with the document's. */
  sendName: z.boolean().default(false),
  /** Whether name and birth date must be those of the document shown before, where nothing else was said to compare them with. */
  sameHolder: z.boolean().default(false),
  /** How old the holder must be, in whole years; left out: it does not matter. Who is younger is DECLINED. */
  minimumAge: z.int().min(1).max(150).optional(),
  /** Whether a picture may be chosen from a file instead of the camera. */
  fileAllowed: z.boolean().default(true),
  next: nodeIdSchema,
});
export type DocumentNode = z.infer<typeof documentNodeSchema>;

const selfieMembers = [
  'livenessCheckResult',
  'faceMatchingResult',
] as const satisfies readonly SelfieCheckMember[];

/** The user shows the face, moving as asked. */
export const selfieNodeSchema = z.strictObject({
  kind: z.literal('selfie'),
  /** How often the user may try in all. */
  attempts: z.int().min(1).max(10).default(3),
  /** Status of the check when all attempts are used up. */
  pastLimit: z.enum(['DECLINED', 'REVIEW']).default('DECLINED'),
  /** Picture to compare the face with: the portrait of the document shown before, one that the start request names, or none. */
  match: z.enum(['document', 'reference_image', 'none']).default('none'),
  /** The members of the result that must be PASS for the check to be APPROVED; left out: all that are asked for. */
  requires: z.array(z.enum(selfieMembers)).min(1).optional(),
  next: nodeIdSchema,
});
export type SelfieNode = z.infer<typeof selfieNodeSchema>;

/** The members of a selfie check that decide it. */
export function requiredOfSelfie({ requires, match }: SelfieNode): readonly SelfieCheckMember[] {
  return requires ?? (match === 'none' ? ['livenessCheckResult'] : selfieMembers);
}

/** Fraud check of the e-mail address; invisible to the user. */
export const emailNodeSchema = z.strictObject({ kind: z.literal('email'), next: nodeIdSchema });

/** Fraud check of the phone number; invisible to the user. */
export const phoneNodeSchema = z.strictObject({ kind: z.literal('phone'), next: nodeIdSchema });

/** Members that an address check looks at. */
export const ipMembers = ['address', 'country', 'network', 'velocity'] as const;

/** Fraud check of the address that the user comes from; invisible to the user. */
export const ipNodeSchema = z.strictObject({
  kind: z.literal('ip'),
  /**
   * Members that must be looked at for the check to be APPROVED: `country` and `network` need lists that the operator provides.
   * Whatever was looked at must be PASS, listed or not.
   */
  requires: z.array(z.enum(ipMembers)).min(1).default(['address', 'velocity']),
  /** More different users than this from one address within a day are in doubt. */
  usersPerAddress: z.int().min(1).max(100_000).default(5),
  /** The same of the addresses beside it: /24 of IPv4, /48 of IPv6. */
  usersPerNetwork: z.int().min(1).max(100_000).default(25),
  next: nodeIdSchema,
});
export type IpNode = z.infer<typeof ipNodeSchema>;

/** Members that a device check looks at. */
export const deviceMembers = ['automation', 'consistency', 'location', 'renderer', 'users'] as const;

/** The score of a certain sign: a limit above it would let pass what is certain. */
const certainScore = 100;

const deviceScoreSchema = z
  .int()
  .min(1)
  .max(certainScore, { error: `must be at most ${certainScore}, the score of a certain sign`, abort: true });

/** Fraud check of the device that the user comes with; invisible to the user. */
export const deviceNodeSchema = z.strictObject({
  kind: z.literal('device'),
  /**
   * Members that must be PASS for the check to be APPROVED, besides the score, which counts every doubt, listed or not. Only
   * `automation` unless said: one doubt about any other is ordinary in honest browsers. `location` needs a list of countries that
   * the operator provides.
   */
  requires: z.array(z.enum(deviceMembers)).min(1).default(['automation']),
  /** The score from which the check is REVIEW. */
  reviewFrom: deviceScoreSchema.default(30),
  /** The score from which it is DECLINED: 100 is reached only when a program drives the browser. */
  declineFrom: deviceScoreSchema.default(100),
  /** More different users than this of one device within 30 days are in doubt. */
  usersPerDevice: z.int().min(1).max(100_000).default(3),
  next: nodeIdSchema,
});
export type DeviceNode = z.infer<typeof deviceNodeSchema>;

/** Looks for the user's name in the operator's lists of people; invisible to the user. */
export const amlNodeSchema = z.strictObject({
  kind: z.literal('aml'),
  /** The lists to look into, by the ids they were imported under; left out: all that there are. */
  lists: z
    .array(z.string().regex(/^[a-z0-9-]{1,64}$/))
    .min(1)
    .max(64)
    .optional(),
  /**
   * `trigger`: the name comes with the start request, or from a form. `document`: it may be left out, and is that of the document
   * shown before. Whatever it says, the names of both are looked for when both are known.
   */
  name: z.enum(['trigger', 'document']).default('trigger'),
  /** How like an entry must be to be a hit. */
  threshold: z.number().min(0.7).max(1).default(0.88),
  /** Status of the check when an entry has the same name and the same birth date; any other hit is REVIEW. */
  onExactHit: z.enum(['REVIEW', 'DECLINED']).default('REVIEW'),
  next: nodeIdSchema,
});
export type AmlNode = z.infer<typeof amlNodeSchema>;

/** Members of a national number that a workflow can require to be PASS for its check to be APPROVED. */
export const nationalIdMembers = ['number', 'register'] as const;

/** Check of a national number; invisible to the user. */
export const nationalIdNodeSchema = z.strictObject({
  kind: z.literal('national-id'),
  number: z.enum(['NIN', 'BVN', 'CPF', 'CURP', 'SSN', 'AADHAAR']),
  /**
   * `trigger`: names and birth date come with the start request, or from a form. `document`: what these leave out is taken from
   * the document shown before.
   */
  holder: z.enum(['trigger', 'document']).default('trigger'),
  /** `register`, whose number it is, is asked where the operator has a way to it: otherwise the check ends in REVIEW at best. */
  requires: z.array(z.enum(nationalIdMembers)).min(1).default(['number', 'register']),
  next: nodeIdSchema,
});
export type NationalIdNode = z.infer<typeof nationalIdNodeSchema>;

/**
 * The user is asked for inputs that the start request did not say. Who has given all of them already is not asked; the nodes
 * behind find them as if they had come with the start.
 */
export const formNodeSchema = z.strictObject({
  kind: z.literal('form'),
  fields: z
    .array(z.strictObject({ name: formFieldNameSchema, required: z.boolean().default(true) }))
    .min(1)
    .max(formFieldNames.length)
    .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
      error: 'must not ask for the same twice',
    }),
  next: nodeIdSchema,
});
export type FormNode = z.infer<typeof formNodeSchema>;

/** Fork of the walk into two branches; invisible to the user. A condition that cannot be decided takes the else branch. */
export const conditionNodeSchema = z.strictObject({
  kind: z.literal('condition'),
  if: conditionSchema,
  next: nodeIdSchema,
  else: nodeIdSchema,
});

/** The walk is over. BY_RULE: the worst check decides. */
export const endNodeSchema = z.strictObject({
  kind: z.literal('end'),
  status: z.enum(['BY_RULE', 'APPROVED', 'REVIEW', 'DECLINED']).default('BY_RULE'),
});

export const nodeSchema = z.discriminatedUnion('kind', [
  documentNodeSchema,
  selfieNodeSchema,
  addressNodeSchema,
  cardNodeSchema,
  evidenceNodeSchema,
  emailNodeSchema,
  phoneNodeSchema,
  ipNodeSchema,
  deviceNodeSchema,
  amlNodeSchema,
  nationalIdNodeSchema,
  formNodeSchema,
  conditionNodeSchema,
  endNodeSchema,
]);
export type WorkflowNode = z.infer<typeof nodeSchema>;

/** A node that runs a check. */
export type CheckNode = Exclude<WorkflowNode, { kind: 'form' | 'condition' | 'end' }>;

/** A node that asks the user for captures, to be checked. */
export type CaptureNode = Extract<WorkflowNode, { kind: Exclude<ClientStepKind, 'form'> }>;

const captureKinds: readonly WorkflowNode['kind'][] = [
  'document',
  'selfie',
  'address',
  'card',
  'evidence',
] satisfies readonly ClientStepKind[];

/** A node that may ask the user for something. */
export type InteractiveNode = CaptureNode | FormNode;

/** Whether the node asks the user for captures. */
export function takesCaptures(node: WorkflowNode): node is CaptureNode {
  return captureKinds.includes(node.kind);
}

/** Whether the node may ask the user for something. */
export function isInteractive(node: WorkflowNode): node is InteractiveNode {
  return takesCaptures(node) || node.kind === 'form';
}

/** Names the capability that a page needs for the step of a node: its kind, or for fields added to forms later, `form-2`. */
export function capabilityOf(node: InteractiveNode): string {
  const isLater = (name: string) => ['user_gender', 'user_region'].includes(name);
  return node.kind === 'form' && node.fields.some(({ name }) => isLater(name)) ? 'form-2' : node.kind;
}

/** Whether the node has something to ask of a user of whom these inputs are known. */
export function asksUser(node: WorkflowNode, inputs: Partial<Inputs>): node is InteractiveNode {
  return takesCaptures(node) || (node.kind === 'form' && openFields(node, inputs).length > 0);
}

/** Lists the fields that a form asks for: all that are not known yet. */
export function openFields({ fields }: FormNode, inputs: Partial<Inputs>): FormField[] {
  return fields.filter(({ name }) => inputs[name] === undefined);
}

/** Whether the node runs a check. */
export function hasCheck(node: WorkflowNode): node is CheckNode {
  return node.kind !== 'form' && node.kind !== 'condition' && node.kind !== 'end';
}

/** The nodes that may follow. */
export function successorsOf(node: WorkflowNode): readonly string[] {
  if (node.kind === 'end') return [];
  return node.kind === 'condition' ? [node.next, node.else] : [node.next];
}
