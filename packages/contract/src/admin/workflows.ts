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
  id: z.uuid().meta({ description: 'Names the workflow in start requests.' }),
  name: z.string().meta({ description: 'Its present name; reads and webhooks tell it.' }),
  active: z.boolean().meta({ description: 'It can be started.' }),
  version: z.int().meta({ description: 'The version that new executions get.' }),
  createdAt: time.meta({ description: 'When it was created.' }),
  hasDraft: z.boolean().meta({ description: 'A next version is being written.' }),
});
export type AdminWorkflow = z.infer<typeof adminWorkflowSchema>;

/** `data` of `GET workflows`. */
export const adminWorkflowListSchema = z.object({
  workflows: z.array(adminWorkflowSchema).meta({ description: 'The oldest first.' }),
});
export type AdminWorkflowList = z.infer<typeof adminWorkflowListSchema>;

/** A version of a workflow. */
export const adminWorkflowVersionSchema = z.object({
  version: z.int().meta({ description: 'From 1.' }),
  publishedAt: time.nullable().meta({ description: 'When; null: it was not kept then.' }),
  author: z
    .object({ kind: z.string(), id: z.string(), name: z.string().nullable() })
    .nullable()
    .meta({ description: 'Who published it; null: it was not kept then.' }),
  comment: z.string().nullable().meta({ description: 'Why, as its author says; null: nothing was said.' }),
});
export type AdminWorkflowVersion = z.infer<typeof adminWorkflowVersionSchema>;

/** A fault in a definition: its place and a description. */
export const adminDefinitionFaultSchema = z.object({
  pointer: z.string().meta({ description: 'JSON pointer (RFC 6901); empty: the definition as a whole.' }),
  detail: z.string().meta({ description: 'What is wrong there.' }),
});
export type AdminDefinitionFault = z.infer<typeof adminDefinitionFaultSchema>;

/** The unpublished next version of a workflow. */
export const adminWorkflowDraftSchema = z.object({
  content: z.string().meta({ description: 'JSON text; may be no valid definition yet.' }),
  revision: z.int().meta({ description: 'Grows with every change. Whoever changes it names the one seen.' }),
  savedAt: time.meta({ description: 'When it was saved last.' }),
  author: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).meta({
    description: 'Who saved it last.',
  }),
  faults: z.array(adminDefinitionFaultSchema).meta({ description: 'Empty: it can be published.' }),
});
export type AdminWorkflowDraft = z.infer<typeof adminWorkflowDraftSchema>;

/** `data` of `GET workflows/:id`. */
export const adminWorkflowDetailSchema = adminWorkflowSchema.extend({
  requiredInputs: z
    .array(z.string())
    .meta({ description: 'What a start request must carry for the present version.' }),
  definition: z.unknown().meta({ description: 'The present version.' }),
  versions: z.array(adminWorkflowVersionSchema).meta({ description: 'The newest first.' }),
  draft: adminWorkflowDraftSchema.nullable().meta({ description: 'Null: there is none.' }),
});
export type AdminWorkflowDetail = z.infer<typeof adminWorkflowDetailSchema>;

/** `data` of `GET workflows/:id/versions/:version`. */
export const adminWorkflowDefinitionSchema = z.object({
  definition: z.unknown().meta({ description: 'What the version does.' }),
});
export type AdminWorkflowDefinition = z.infer<typeof adminWorkflowDefinitionSchema>;

const seen = {
  version: z.int().min(1).meta({ description: 'The version of the workflow as the person saw it.' }),
  revision: z.int().min(0).meta({ description: 'Of the draft as the person saw it; 0: there was none.' }),
};

/** Body of `POST workflows`. */
export const adminWorkflowRequestSchema = z.object({
  name: name.meta({ description: 'What it is called.' }),
  definition: z
    .unknown()
    .meta({ description: 'Its first version. It cannot be started before it is activated.' }),
});
export type AdminWorkflowRequest = z.infer<typeof adminWorkflowRequestSchema>;

/** Body of `PATCH workflows/:id`. */
export const adminWorkflowChangeSchema = z.object({
  name: name.optional().meta({ description: 'Its name from now on.' }),
  active: z.boolean().optional().meta({ description: 'Whether it can be started.' }),
});
export type AdminWorkflowChange = z.infer<typeof adminWorkflowChangeSchema>;

/** Body of `PUT workflows/:id/draft`. */
export const adminDraftRequestSchema = z.object({
  ...seen,
  content: z.string().max(200_000).meta({ description: 'JSON text; may be no valid definition yet.' }),
});
export type AdminDraftRequest = z.infer<typeof adminDraftRequestSchema>;

/** Body of `POST workflows/:id/draft/restore`. */
export const adminRestoreRequestSchema = z.object({
  ...seen,
  from: z.int().min(1).meta({ description: 'The version that becomes the draft.' }),
});
export type AdminRestoreRequest = z.infer<typeof adminRestoreRequestSchema>;

/** Body of `POST workflows/:id/draft/publish` and of `POST workflows/:id/draft/drop`, which does not store the comment. */
export const adminPublishRequestSchema = z.object({
  ...seen,
  comment: comment.optional().meta({ description: 'Why; shown beside the version.' }),
});
export type AdminPublishRequest = z.infer<typeof adminPublishRequestSchema>;

/** Body of `POST workflows/try`: nothing is stored or started. */
export const adminTrialRequestSchema = z.object({
  content: z.string().max(200_000).meta({ description: 'JSON text of a definition.' }),
  facts: z
    .unknown()
    .optional()
    .meta({ description: 'What is assumed of inputs, forms and checks, as `workflow try` reads it.' }),
});
export type AdminTrialRequest = z.infer<typeof adminTrialRequestSchema>;

/** `data` of `POST workflows/try`. */
export const adminTrialSchema = z.object({
  faults: z
    .array(adminDefinitionFaultSchema)
    .meta({ description: 'Of the definition; then nothing is tried.' }),
  factFaults: z.array(adminDefinitionFaultSchema).meta({ description: 'Of what is assumed.' }),
  requiredInputs: z.array(z.string()).meta({ description: 'What a start request must carry.' }),
  missing: z.array(z.string()).meta({ description: 'Required inputs that are not assumed.' }),
  steps: z
    .array(
      z.object({
        nodeId: z.string().meta({ description: 'As the workflow calls it.' }),
        kind: z.string().meta({ description: 'Kind of the node.' }),
        sentence: z.string().meta({ description: 'What happens there, in words.' }),
        because: z.array(z.string()).meta({ description: 'Comparisons of a condition, in words.' }),
      }),
    )
    .meta({ description: 'The nodes in order, up to the end or to the first that nothing is assumed of.' }),
});
export type AdminTrial = z.infer<typeof adminTrialSchema>;
