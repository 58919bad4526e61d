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

/** A JSON object in the document. */
export type Json = Record<string, unknown>;

/** Schemas with a name in the document. All others are written inline. */
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

/** Collects the named schemas that a document uses. */
export class Components {
  readonly #schemas: Record<string, Json> = {};
  readonly #order: readonly string[];
  readonly #names = z.registry<{ id: string }>();
  readonly #describe: (name: string, component: Json) => Json;

  /**
   * @param schemas - named schemas. Default: those of the API for backends and the browser SDK.
   * @param isDescribed - returns whether to describe the members of a schema, given its name. Default: always.
   */
  constructor(schemas: Readonly<Record<string, z.ZodType>> = named, isDescribed = (_name: string) => true) {
    this.#order = Object.keys(schemas);
    for (const [id, schema] of Object.entries(schemas)) this.#names.add(schema, { id });
    const described = Object.entries(schemas).filter(([name]) => isDescribed(name));
    this.#describe = describeBy(Object.fromEntries(described));
  }

  /** Used schemas, in the order of their declaration. */
  get schemas(): Readonly<Record<string, Json>> {
    const order = this.#order;
    const entries = Object.entries(this.#schemas);
    return Object.fromEntries(entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  }

  /**
   * Converts a schema for the document: to a reference if it has a name. OpenAPI 3.1 accepts JSON Schema 2020-12 unchanged.
   *
   * @param io - whether the value is sent to the service (`input`) or by it (`output`).
   */
  write(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Wraps the schema in an object, because otherwise a named outermost schema would be written inline.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      metadata: this.#names,
      io,
    });
    for (const [name, written] of Object.entries($defs)) {
      const { id: _, ...component } = tidy(written as Json) as Json;
      this.#schemas[name] ??= this.#describe(name, component);
    }
    return tidy((properties as { it: Json }).it) as Json;
  }
}

/**
 * Simplifies a JSON Schema for readers: removes patterns that only repeat a format, members that are never present, and the ban
 * on further members in replies, which may get new members.
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

/** Adds descriptions of members to components. A member that several schemas share is described at its first use. */
function describeBy(schemas: Readonly<Record<string, z.ZodType>>): (name: string, component: Json) => Json {
  const documented = new Set<z.ZodType>();
  const own = Object.entries(schemas).map(([name, schema]) => {
    const members = variantsOf(schema).map((variant) =>
      Object.entries(variant.shape as Readonly<Record<string, z.ZodType>>).filter(
        ([, it]) => !documented.has(it),
      ),
    );
    for (const [, member] of members.flat()) documented.add(member);
    return [
      name,
      members.map((variant) => new Map(variant.map(([of, it]) => [of, it.description]))),
    ] as const;
  });
  const byName = new Map(own);
  return (name, component) => {
    const variants = byName.get(name) ?? [];
    if (!Array.isArray(component.anyOf)) return withDescriptions(component, variants[0]);
    const anyOf = component.anyOf.map((part: Json, index) => withDescriptions(part, variants[index]));
    return { ...component, anyOf };
  };
}

/** Returns the objects that a schema allows; none if it is not an object. */
function variantsOf(schema: z.ZodType): readonly z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  return schema instanceof z.ZodUnion ? schema.options.filter((option) => option instanceof z.ZodObject) : [];
}

/** Adds descriptions next to references as well, which OpenAPI 3.1 allows, like JSON Schema. */
function withDescriptions(
  component: Json,
  descriptions: ReadonlyMap<string, string | undefined> | undefined,
): Json {
  const members = Object.entries((component.properties ?? {}) as Record<string, Json>);
  if (members.length === 0) return component;
  const properties = members.map(([member, schema]) => {
    const description = descriptions?.get(member);
    return [member, description === undefined ? schema : { ...schema, description }] as const;
  });
  return { ...component, properties: Object.fromEntries(properties) };
}
