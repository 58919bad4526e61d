import * as admin from '@vendor/contract/admin';
import { z } from 'zod';
import { nothing } from './operation.ts';

/** Description of an endpoint of the Admin Panel besides its route. */
export interface AdminOperation {
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** `data` of the reply, or the media type of bytes. */
  readonly reply: z.ZodType | readonly string[];
}

const mode = z.enum(['live', 'test']).optional().describe('Of both that the person may reach by default.');
const place = z.string().optional().describe('The place that the page before names as next.');
const pageLimit = z.int().min(1).max(200).optional().describe('How many at most.');
const optional = (description: string) => z.string().optional().describe(description);
const required = z.object({ required: z.boolean() });
const mediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'video/webm', 'video/mp4', 'application/pdf'];

const listQuery = {
  mode,
  status: optional('One status.'),
  waiting: z.literal('true').optional().describe('Those that wait for a person alone.'),
  workflow: z.uuid().optional().describe('The workflow.'),
  version: z.int().min(1).optional().describe('The version of the workflow.'),
  check: optional('Those with a check of this type.'),
  code: optional('Those with this code in `statusDetail` of a check.'),
  from: optional('Started from then on.'),
  to: optional('Started before then.'),
  after: place,
  limit: pageLimit,
};

/** By method and path, as the routes have them. */
export const adminOperations: Readonly<Record<string, AdminOperation>> = {
  'POST sign-in': {
    summary: 'Sign in by e-mail address and password',
    body: admin.adminSignInRequestSchema,
    reply: admin.adminSignedInSchema,
  },
  'POST sign-in/code': {
    summary: 'Give the code of the second step',
    body: admin.adminCodeRequestSchema,
    reply: admin.adminSignedInSchema,
  },
  'POST sign-in/link': {
    summary: 'Follow a one-time link',
    body: admin.adminLinkRequestSchema,
    reply: admin.adminSignedInSchema,
  },
  'POST invitations/accept': {
    summary: 'Accept an invitation',
    body: admin.adminAcceptRequestSchema,
    reply: admin.adminSignedInSchema,
  },
  'GET session': { summary: 'Show who is signed in', reply: admin.adminSessionSchema },
  'DELETE session': { summary: 'Sign out', reply: nothing },
  'DELETE sessions': { summary: 'Sign out everywhere', reply: nothing },
  'POST session/account': {
    summary: 'Go on in another account',
    body: admin.adminAccountRequestSchema,
    reply: nothing,
  },
  'POST session/confirm': {
    summary: 'Give password and second step again',
    body: admin.adminConfirmRequestSchema,
    reply: nothing,
  },
  'POST sign-in/passkey/options': {
    summary: 'Begin to sign in by a passkey',
    reply: admin.adminPasskeyChallengeSchema,
  },
  'POST sign-in/passkey': {
    summary: 'Sign in by a passkey',
    body: admin.adminPasskeySignInRequestSchema,
    reply: admin.adminSignedInSchema,
  },
  'POST person/passkeys/options': {
    summary: 'Begin to add a passkey',
    reply: admin.adminPasskeyCreationSchema,
  },
  'POST person/passkeys': {
    summary: 'Add a passkey',
    body: admin.adminPasskeyRequestSchema,
    reply: admin.adminRecoveryCodesSchema,
  },
  'DELETE person/passkeys/:id': { summary: 'Remove a passkey', reply: nothing },
  'GET person': { summary: 'Show your own account', reply: admin.adminOwnAccountSchema },
  'PATCH person': {
    summary: 'Change your name',
    body: admin.adminOwnNameRequestSchema,
    reply: z.object({ name: z.string() }),
  },
  'POST person/password': {
    summary: 'Change your password',
    body: admin.adminPasswordRequestSchema,
    reply: nothing,
  },
  'POST person/totp': { summary: 'Begin to set up an authenticator app', reply: admin.adminAppSetUpSchema },
  'POST person/totp/confirm': {
    summary: 'Set up the authenticator app by a code of it',
    body: admin.adminAppConfirmRequestSchema,
    reply: admin.adminRecoveryCodesSchema,
  },
  'DELETE person/totp': { summary: 'Remove the authenticator app', reply: nothing },
  'POST person/recovery-codes': { summary: 'Create recovery codes', reply: admin.adminRecoveryCodesSchema },
  'DELETE person/sessions': { summary: 'End your other sessions', reply: nothing },
  'DELETE person/sessions/:id': { summary: 'End a session of yours', reply: nothing },
  'GET people': { summary: 'List the people of the account', reply: admin.adminPeopleSchema },
  'POST people/invitations': {
    summary: 'Invite a person',
    body: admin.adminInviteRequestSchema,
    reply: admin.adminInvitedSchema,
  },
  'PATCH people/:personId': {
    summary: 'Change what a person may do',
    body: admin.adminPersonChangeSchema,
    reply: admin.adminPersonSchema.pick({ role: true, modes: true, pictures: true }),
  },
  'DELETE people/:personId': { summary: 'Remove a person from the account', reply: nothing },
  'DELETE people/:personId/invitation': { summary: 'Withdraw an invitation', reply: nothing },
  'DELETE people/:personId/sessions': { summary: 'Sign a person out', reply: nothing },
  'DELETE people/:personId/second-step': { summary: 'Reset the second step of a person', reply: nothing },
  'PUT account/second-step': {
    summary: 'Require a second step of everybody, or no longer',
    body: admin.adminSecondStepRequestSchema,
    reply: required,
  },
  'GET executions': { summary: 'List runs', query: listQuery, reply: admin.adminExecutionListSchema },
  'POST executions/search': {
    summary: 'Search runs by an exact value',
    body: admin.adminSearchRequestSchema,
    reply: admin.adminSearchResultSchema,
  },
  'GET executions/:id': { summary: 'Show a run, masked', reply: admin.adminExecutionSchema },
  'POST executions/:id/reveal': {
    summary: 'Show a run with personal data in plain, for a reason',
    body: admin.adminRevealRequestSchema,
    reply: admin.adminExecutionSchema,
  },
  'POST executions/:id/decision': {
    summary: 'Decide a run',
    body: admin.adminDecisionRequestSchema,
    reply: admin.adminDecisionResultSchema,
  },
  'POST executions/:id/resend': {
    summary: 'Send the result again to all endpoints',
    reply: admin.adminResendResultSchema,
  },
  'GET executions/:id/media/:captureId': { summary: 'Show a picture, video or file', reply: mediaTypes },
  'GET changes': {
    summary: 'Wait for runs that change',
    query: {
      after: optional('`cursor` of the reply before.'),
      wait: z.int().min(0).optional().describe('How long to wait, in ms.'),
    },
    reply: admin.adminChangesSchema,
  },
  'GET workflows': { summary: 'List workflows', reply: admin.adminWorkflowListSchema },
  'POST workflows': {
    summary: 'Create a workflow',
    body: admin.adminWorkflowRequestSchema,
    reply: admin.adminWorkflowDetailSchema,
  },
  'POST workflows/try': {
    summary: 'Try a definition on facts',
    body: admin.adminTrialRequestSchema,
    reply: admin.adminTrialSchema,
  },
  'GET workflows/:id': {
    summary: 'Show a workflow with its versions and draft',
    reply: admin.adminWorkflowDetailSchema,
  },
  'PATCH workflows/:id': {
    summary: 'Rename a workflow, or let it be started or not',
    body: admin.adminWorkflowChangeSchema,
    reply: admin.adminWorkflowDetailSchema,
  },
  'GET workflows/:id/versions/:version': {
    summary: 'Show the definition of a version',
    reply: admin.adminWorkflowDefinitionSchema,
  },
  'PUT workflows/:id/draft': {
    summary: 'Save the draft of a workflow',
    body: admin.adminDraftRequestSchema,
    reply: admin.adminWorkflowDetailSchema,
  },
  'POST workflows/:id/draft/restore': {
    summary: 'Make a draft of an earlier version',
    body: admin.adminRestoreRequestSchema,
    reply: admin.adminWorkflowDetailSchema,
  },
  'POST workflows/:id/draft/drop': {
    summary: 'Drop the draft',
    body: admin.adminPublishRequestSchema,
    reply: admin.adminWorkflowDetailSchema,
  },
  'POST workflows/:id/draft/publish': {
    summary: 'Publish the draft',
    body: admin.adminPublishRequestSchema,
    reply: admin.adminWorkflowDetailSchema,
  },
  'GET workflows/:id/link-form': {
    summary: 'Show what a link of a workflow needs',
    reply: admin.adminLinkFormSchema,
  },
  'POST workflows/:id/links': {
    summary: 'Create a link for a user',
    body: admin.adminShareLinkRequestSchema,
    reply: admin.adminShareLinkSchema,
  },
  'POST executions/:id/link': {
    summary: 'Create another link for the user of a run',
    body: admin.adminNewLinkRequestSchema,
    reply: admin.adminShareLinkSchema,
  },
  'GET sample-data': { summary: 'Show the state of the sample data', reply: admin.adminSampleDataSchema },
  'POST sample-data': {
    summary: 'Create sample data',
    body: admin.adminSampleRequestSchema,
    reply: admin.adminSampleDataSchema,
  },
  'DELETE sample-data': { summary: 'Remove the sample data', reply: admin.adminSampleDataSchema },
  'GET keys': { summary: 'List API keys', reply: admin.adminKeyListSchema },
  'POST keys': {
    summary: 'Create an API key',
    body: admin.adminKeyRequestSchema,
    reply: admin.adminCreatedKeySchema,
  },
  'POST keys/:id/rotate': {
    summary: 'Create a key with the rights of another, which ends later',
    body: admin.adminKeyRotationRequestSchema,
    reply: admin.adminCreatedKeySchema,
  },
  'DELETE keys/:id': { summary: 'Revoke an API key', reply: z.object({ revokedAt: z.iso.datetime() }) },
  'GET webhooks': { summary: 'List endpoints', query: { mode }, reply: admin.adminEndpointListSchema },
  'POST webhooks': {
    summary: 'Add an endpoint',
    body: admin.adminEndpointRequestSchema,
    reply: admin.adminCreatedSecretSchema,
  },
  'GET webhooks/:id': { summary: 'Show an endpoint', query: { mode }, reply: admin.adminEndpointSchema },
  'PATCH webhooks/:id': {
    summary: 'Change an endpoint',
    body: admin.adminEndpointChangeSchema,
    reply: admin.adminEndpointSchema,
  },
  'DELETE webhooks/:id': { summary: 'Remove an endpoint', reply: nothing },
  'POST webhooks/:id/disable': { summary: 'Disable an endpoint', reply: admin.adminEndpointSchema },
  'POST webhooks/:id/resume': { summary: 'Resume an endpoint', reply: admin.adminEndpointSchema },
  'POST webhooks/:id/rotate': {
    summary: 'Create another signing secret',
    body: admin.adminSecretRotationSchema,
    reply: admin.adminCreatedSecretSchema,
  },
  'POST webhooks/:id/test': {
    summary: 'Send a test event',
    body: admin.adminWebhookTestRequestSchema,
    reply: admin.adminWebhookTestSchema,
  },
  'GET webhooks/:id/deliveries': {
    summary: 'List the deliveries of an endpoint',
    query: { mode, state: optional('One state.'), after: place },
    reply: admin.adminDeliveryListSchema,
  },
  'POST webhooks/:id/replay': {
    summary: 'Send again what did not arrive since a time',
    body: admin.adminReplayRequestSchema,
    reply: admin.adminReplaySchema,
  },
  'GET webhook-deliveries/:id': {
    summary: 'Show a delivery',
    query: { mode },
    reply: admin.adminDeliverySchema,
  },
  'POST webhook-deliveries/:id/reveal': {
    summary: 'Show a delivery with personal data in plain, for a reason',
    body: admin.adminDeliveryRevealSchema,
    reply: admin.adminDeliverySchema,
  },
  'POST webhook-deliveries/:id/redeliver': {
    summary: 'Send an event again',
    body: admin.adminRedeliveryRequestSchema,
    reply: z.looseObject({}),
  },
  'GET webhook-alarms': { summary: 'List endpoints that fail', reply: admin.adminWebhookAlarmsSchema },
  'GET retention': { summary: 'Show how long data is kept', reply: admin.adminRetentionSchema },
  'POST retention/plan': {
    summary: 'Show what another time would purge',
    body: admin.adminRetentionPlanRequestSchema,
    reply: admin.adminKeptTimeSchema,
  },
  'PUT retention': {
    summary: 'Change how long data is kept',
    body: admin.adminRetentionRequestSchema,
    reply: admin.adminRetentionSchema,
  },
  'GET disposals': {
    summary: 'List purges',
    query: { mode, after: place, limit: pageLimit },
    reply: admin.adminDisposalListSchema,
  },
  'GET disposals/export': { summary: 'Export all purges', query: { mode }, reply: ['text/csv'] },
  'GET lists': {
    summary: 'Show the lists that checks look into, and their age',
    reply: admin.adminListsSchema,
  },
  'GET branding': { summary: 'Show how hosted pages look', reply: admin.adminBrandSchema },
  'PUT branding': {
    summary: 'Change how hosted pages look',
    body: admin.adminBrandRequestSchema,
    reply: admin.adminBrandSchema,
  },
};
