import { z } from 'zod';

const time = z.iso.datetime();
const name = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .regex(/^\P{Cc}*$/u);
const comment = z.string().trim().max(250);

/** A workflow in a list. */
export const adminWorkflowSchema = z.object({
  id: z.uuid().meta({ description: 'Id of the workflow in start requests.' }),
  name: z.string().meta({ description: 'Current name, also shown in reads and webhooks.' }),
  active: z.boolean().meta({ description: 'Whether it can be started.' }),
  version: z.int().meta({ description: 'Version that new executions use.' }),
  createdAt: time.meta({ description: 'Time at which it was created.' }),
  hasDraft: z.boolean().meta({ description: 'Whether it has a draft of its next version.' }),
});
export type AdminWorkflow = z.infer<typeof adminWorkflowSchema>;

/** `data` of `GET workflows`. */
export const adminWorkflowListSchema = z.object({
  workflows: z.array(adminWorkflowSchema).meta({ description: 'Workflows, oldest first.' }),
});
export type AdminWorkflowList = z.infer<typeof adminWorkflowListSchema>;

/** A version of a workflow. */
export const adminWorkflowVersionSchema = z.object({
  version: z.int().meta({ description: 'From 1.' }),
  publishedAt: time.nullable().meta({ description: 'Time of publication; null if it was not recorded.' }),
  author: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable().meta({
    description: 'Author: the person, key, operator or task that published it; null if not recorded.',
  }),
  comment: z.string().nullable().meta({ description: 'Comment of the author; null if there is none.' }),
});
export type AdminWorkflowVersion = z.infer<typeof adminWorkflowVersionSchema>;

/** A fault in a definition: its place and a description. */
export const adminDefinitionFaultSchema = z.object({
  pointer: z.string().meta({ description: 'JSON pointer (RFC 6901); empty for the definition as a whole.' }),
  detail: z.string().meta({ description: 'Description of the fault.' }),
});
export type AdminDefinitionFault = z.infer<typeof adminDefinitionFaultSchema>;

/** The unpublished next version of a workflow. */
export const adminWorkflowDraftSchema = z.object({
  content: z.string().meta({ description: 'JSON text, which may not be a valid definition yet.' }),
  revision: z
    .int()
    .meta({ description: 'Grows with every change. Changes name the revision on which they are based.' }),
  savedAt: time.meta({ description: 'Time of the last save.' }),
  author: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).meta({
    description: 'Author of the last save.',
  }),
  faults: z
    .array(adminDefinitionFaultSchema)
    .meta({ description: 'Faults; empty if the draft can be published.' }),
});
export type AdminWorkflowDraft = z.infer<typeof adminWorkflowDraftSchema>;

/** `data` of `GET workflows/:id`. */
export const adminWorkflowDetailSchema = adminWorkflowSchema.extend({
  requiredInputs: z
    .array(z.string())
    .meta({ description: 'Inputs that the current version requires in a start request.' }),
  definition: z.unknown().meta({ description: 'Definition of the current version.' }),
  versions: z.array(adminWorkflowVersionSchema).meta({ description: 'Versions, newest first.' }),
  draft: adminWorkflowDraftSchema.nullable().meta({ description: 'Draft; null if there is none.' }),
});
export type AdminWorkflowDetail = z.infer<typeof adminWorkflowDetailSchema>;

/** `data` of `GET workflows/:id/versions/:version`. */
export const adminWorkflowDefinitionSchema = z.object({
  definition: z.unknown().meta({ description: 'Definition of the version.' }),
});
export type AdminWorkflowDefinition = z.infer<typeof adminWorkflowDefinitionSchema>;

const baseShape = {
  version: z.int().min(1).meta({ description: 'Version of the workflow on which the change is based.' }),
  revision: z
    .int()
    .min(0)
    .meta({ description: 'Revision of the draft on which the change is based; 0 if there was none.' }),
};

/** Body of `POST workflows`. */
export const adminWorkflowRequestSchema = z.object({
  name: name.meta({ description: 'Name of the workflow.' }),
  definition: z.unknown().meta({
    description: 'Definition of its first version. The workflow cannot be started until it is activated.',
  }),
});
export type AdminWorkflowRequest = z.infer<typeof adminWorkflowRequestSchema>;

/** Body of `PATCH workflows/:id`. */
export const adminWorkflowChangeSchema = z.object({
  name: name.optional().meta({ description: 'New name.' }),
  active: z.boolean().optional().meta({ description: 'Whether it can be started.' }),
});
export type AdminWorkflowChange = z.infer<typeof adminWorkflowChangeSchema>;

/** Body of `PUT workflows/:id/draft`. */
export const adminDraftRequestSchema = z.object({
  ...baseShape,
  content: z
    .string()
    .max(200_000)
    .meta({ description: 'JSON text, which may not be a valid definition yet.' }),
});
export type AdminDraftRequest = z.infer<typeof adminDraftRequestSchema>;

/** Body of `POST workflows/:id/draft/restore`. */
export const adminRestoreRequestSchema = z.object({
  ...baseShape,
  from: z.int().min(1).meta({ description: 'Version to copy into the draft.' }),
});
export type AdminRestoreRequest = z.infer<typeof adminRestoreRequestSchema>;

/** Body of `POST workflows/:id/draft/publish` and of `POST workflows/:id/draft/drop`, which does not store the comment. */
export const adminPublishRequestSchema = z.object({
  ...baseShape,
  comment: comment.optional().meta({ description: 'Comment, shown beside the version.' }),
});
export type AdminPublishRequest = z.infer<typeof adminPublishRequestSchema>;

/** Body of `POST workflows/try`: nothing is stored or started. */
export const adminTrialRequestSchema = z.object({
  content: z.string().max(200_000).meta({ description: 'JSON text of a definition.' }),
  facts: z
    .unknown()
    .optional()
    .meta({ description: 'Assumed facts about inputs, forms and checks, in the format of `workflow try`.' }),
});
export type AdminTrialRequest = z.infer<typeof adminTrialRequestSchema>;

/** `data` of `POST workflows/try`. */
export const adminTrialSchema = z.object({
  faults: z
    .array(adminDefinitionFaultSchema)
    .meta({ description: 'Faults of the definition. If there are any, nothing is tried.' }),
  factFaults: z.array(adminDefinitionFaultSchema).meta({ description: 'Faults of the assumed facts.' }),
  requiredInputs: z.array(z.string()).meta({ description: 'Inputs that a start request must contain.' }),
  missing: z.array(z.string()).meta({ description: 'Required inputs without an assumed value.' }),
  steps: z
    .array(
      z.object({
        nodeId: z.string().meta({ description: 'Id of the node in the workflow.' }),
        kind: z.string().meta({ description: 'Kind of the node.' }),
        sentence: z.string().meta({ description: 'Description of what happens at the node.' }),
        because: z.array(z.string()).meta({ description: 'Comparisons of a condition, in words.' }),
      }),
    )
    .meta({ description: 'Nodes in order, up to the end or the first node without an assumption.' }),
});
export type AdminTrial = z.infer<typeof adminTrialSchema>;
