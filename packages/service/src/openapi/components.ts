import {
  capturedMediaSchema,
  checkSchema,
  clientInitRequestSchema,
  clientInitResponseSchema,
  clientOutcomeSchema,
  clientStateSchema,
  clientStepSchema,
  creditCardVerificationResultSchema,
  decisionRequestSchema,
  documentCheckResultSchema,
  documentExtractedDataSchema,
  evidenceCollectionCheckResultSchema,
  executionSchema,
  handOffClaimResponseSchema,
  handOffInvitationSchema,
  handOffOfferSchema,
  handOffRequestSchema,
  handOffReturnSchema,
  inputsSchema,
  linkRequestSchema,
  linkResponseSchema,
  linkStateSchema,
  loipSchema,
  mediaLinkSchema,
  mediaOnlyCheckSchema,
  mediaOnlyExecutionSchema,
  popupAttendanceSchema,
  popupClaimResponseSchema,
  popupReportSchema,
  popupRequestSchema,
  popupStateSchema,
  problemFaultSchema,
  problemSchema,
  proofOfAddressCheckResultSchema,
  proofOfAddressExtractedDataSchema,
  selfieVerificationResultSchema,
  startRequestSchema,
  startResponseSchema,
  submitRequestSchema,
  webhookAttemptSchema,
  webhookChangeRequestSchema,
  webhookDeliveriesSchema,
  webhookDeliveryLogSchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookEndpointsSchema,
  webhookEnvelopeSchema,
  webhookRequestHeadSchema,
  webhookResponseHeadSchema,
  webhookTestOutcomeSchema,
  webhookTestRequestSchema,
} from '@vendor/contract';
import { z } from 'zod';
import { memberDescriptions } from './member-descriptions.ts';

/** JSON, as part of a document. */
export type Json = Record<string, unknown>;

/** The schemas that have a name of their own in the document; all others stand where they are used. */
const named: Readonly<Record<string, z.ZodType>> = {
  StartRequest: startRequestSchema,
  LinkRequest: linkRequestSchema,
  Inputs: inputsSchema,
  StartResponse: startResponseSchema,
  LinkResponse: linkResponseSchema,
  Execution: executionSchema,
  MediaOnlyExecution: mediaOnlyExecutionSchema,
  Check: checkSchema,
  MediaOnlyCheck: mediaOnlyCheckSchema,
  Loip: loipSchema,
  DocumentCheckResult: documentCheckResultSchema,
  DocumentExtractedData: documentExtractedDataSchema,
  SelfieVerificationResult: selfieVerificationResultSchema,
  ProofOfAddressCheckResult: proofOfAddressCheckResultSchema,
  ProofOfAddressExtractedData: proofOfAddressExtractedDataSchema,
  CreditCardVerificationResult: creditCardVerificationResultSchema,
  EvidenceCollectionCheckResult: evidenceCollectionCheckResultSchema,
  CapturedMedia: capturedMediaSchema,
  MediaLink: mediaLinkSchema,
  DecisionRequest: decisionRequestSchema,
  WebhookEnvelope: webhookEnvelopeSchema,
  WebhookEndpoints: webhookEndpointsSchema,
  WebhookEndpoint: webhookEndpointSchema,
  WebhookDeliveries: webhookDeliveriesSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookDeliveryLog: webhookDeliveryLogSchema,
  WebhookAttempt: webhookAttemptSchema,
  WebhookRequestHead: webhookRequestHeadSchema,
  WebhookResponseHead: webhookResponseHeadSchema,
  WebhookChangeRequest: webhookChangeRequestSchema,
  WebhookTestRequest: webhookTestRequestSchema,
  WebhookTestOutcome: webhookTestOutcomeSchema,
  Problem: problemSchema,
  ProblemFault: problemFaultSchema,
  ClientInitRequest: clientInitRequestSchema,
  ClientInitResponse: clientInitResponseSchema,
  ClientState: clientStateSchema,
  ClientStep: clientStepSchema,
  ClientOutcome: clientOutcomeSchema,
  SubmitRequest: submitRequestSchema,
  LinkState: linkStateSchema,
  HandOffRequest: handOffRequestSchema,
  HandOffOffer: handOffOfferSchema,
  HandOffInvitation: handOffInvitationSchema,
  HandOffClaimResponse: handOffClaimResponseSchema,
  HandOffReturn: handOffReturnSchema,
  PopupRequest: popupRequestSchema,
  PopupClaimResponse: popupClaimResponseSchema,
  PopupReport: popupReportSchema,
  PopupState: popupStateSchema,
  PopupAttendance: popupAttendanceSchema,
};

/** Collects the named schemas that a document comes upon. */
export class Components {
  readonly #schemas: Record<string, Json> = {};
  readonly #order: readonly string[];
  readonly #names = z.registry<{ id: string }>();

  /** @param schemas - those that have a name: of the API for backends and the browser SDK, if left out. */
  constructor(schemas: Readonly<Record<string, z.ZodType>> = named) {
    this.#order = Object.keys(schemas);
    for (const [id, schema] of Object.entries(schemas)) this.#names.add(schema, { id });
  }

  /** All that were come upon, in the order in which they are declared. */
  get schemas(): Readonly<Record<string, Json>> {
    const order = this.#order;
    const entries = Object.entries(this.#schemas);
    return Object.fromEntries(entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  }

  /**
   * A schema as the document writes it: a reference where it has a name. OpenAPI 3.1 takes JSON Schema 2020-12 as it is.
   *
   * @param io - whether it is sent to the service (`input`), or comes from it.
   */
  write(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Within another schema, even the outermost one is written as a reference.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      metadata: this.#names,
      io,
    });
    for (const [name, written] of Object.entries($defs)) {
      const { id: _, ...component } = tidy(written as Json) as Json;
      this.#schemas[name] ??= describeMembers(name, component);
    }
    return tidy((properties as { it: Json }).it) as Json;
  }
}

/**
 * Shortens a JSON Schema for readers of the document: a pattern that only spells out a format says nothing more; a member that is
 * never there need not be told; and replies may get further members, so that nobody is to refuse them.
 */
function tidy(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tidy);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part as Json).filter(([key, value]) => {
    if (key === 'pattern') return !('format' in part);
    if (key === 'additionalProperties') return value !== false;
    return !isNever(value);
  });
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : tidy(value),
    ]),
  );
}

function isNever(value: unknown): boolean {
  return JSON.stringify(value) === '{"not":{}}';
}

/** Beside a reference, too: OpenAPI 3.1 allows what JSON Schema does. */
function describeMembers(name: string, component: Json): Json {
  const descriptions = memberDescriptions[name] ?? {};
  if (Array.isArray(component.anyOf)) {
    return { ...component, anyOf: component.anyOf.map((part) => describeMembers(name, part as Json)) };
  }
  const members = Object.entries((component.properties ?? {}) as Record<string, Json>);
  if (members.length === 0) return component;
  const properties = members.map(([member, schema]) => {
    const description = descriptions[member];
    return [member, description === undefined ? schema : { ...schema, description }] as const;
  });
  return { ...component, properties: Object.fromEntries(properties) };
}
