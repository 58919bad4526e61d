import type { AnswerOnceServices } from '../executions/answer-once.ts';
import type { ExecutionServices } from '../executions/execution-services.ts';
import type { ReferenceImages } from '../executions/start/reference-images.ts';
import type { HandOffStore } from '../hand-offs/hand-off-store.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { KeyAdmission, RateLimits } from '../http/limits/rate-limit.ts';
import type { ServerAddresses } from '../openapi/openapi-document.ts';
import type { PopupStore } from '../popups/popup-store.ts';
import type { WebhookServices } from '../webhooks/webhook-services.ts';
import { apiDescription } from './api-description.ts';
import type { ApiRoutes } from './api-route.ts';
import { decideWorkflowExecution } from './executions/decide-workflow-execution.ts';
import { initWorkflow } from './executions/init-workflow.ts';
import { mediaFile } from './executions/media-file.ts';
import { readWorkflowExecution } from './executions/read-workflow-execution.ts';
import { workflowLink } from './executions/workflow-link.ts';
import { handOffRoutes } from './hand-offs/hand-off.ts';
import { popupRoutes } from './popups/popup.ts';
import { clientInit } from './session/client-init.ts';
import { clientLink } from './session/client-link.ts';
import { beginSession, cancelSession, extendSession, leaveSession } from './session/client-session.ts';
import { ping } from './session/ping.ts';
import { pollClientState } from './session/poll-client-state.ts';
import { reportDevice } from './session/report-device.ts';
import { answerForm } from './steps/answer-form.ts';
import { putCapture } from './steps/put-capture.ts';
import { submitAttempt } from './steps/submit-attempt.ts';
import { deliveryRoutes } from './webhooks/deliveries.ts';
import { endpointRoutes } from './webhooks/endpoints.ts';

/** Services that the routes of the API need. */
export interface ApiParts {
  readonly services: ExecutionServices & { readonly references: Pick<ReferenceImages, 'mayBeAt'> };
  readonly popups: PopupStore;
  readonly handOffs: HandOffStore;
  readonly webhooks: WebhookServices;
  readonly admit: KeyAdmission;
  readonly limits: RateLimits;
  readonly addressOf: ClientAddress;
  /** Called for executions whose results cannot be decrypted. */
  readonly onUnavailable: (executionId: string, error: Error) => void;
  readonly addresses: ServerAddresses;
}

/** Creates all routes of the API, for the app and the OpenAPI document. */
export function apiRoutes(parts: ApiParts): ApiRoutes {
  const { services, popups, handOffs, admit, limits, addressOf } = parts;
  const onceServices: typeof services & AnswerOnceServices = {
    ...services,
    callsInProgress: new Set<string>(),
  };
  const sessions = { ...services, popups, handOffs };
  const routes: ApiRoutes = {
    backend: [
      initWorkflow(onceServices, admit),
      workflowLink(onceServices, admit),
      readWorkflowExecution(services, admit, parts.onUnavailable),
      decideWorkflowExecution(onceServices, admit),
      mediaFile(services, addressOf),
      ...apiDescription(parts.addresses, () => routes),
    ],
    webhooks: [
      ...endpointRoutes(parts.webhooks, admit),
      ...deliveryRoutes(parts.webhooks, onceServices, admit),
    ],
    client: [
      clientInit(sessions, addressOf, limits),
      ping(limits),
      clientLink(services, limits),
      beginSession(services),
      reportDevice(services),
      pollClientState(sessions),
      extendSession(sessions),
      leaveSession(sessions),
      cancelSession(sessions),
      ...popupRoutes(sessions),
      ...handOffRoutes(sessions, limits),
      putCapture(services, addressOf),
      answerForm(services),
      submitAttempt(services),
    ],
  };
  return routes;
}
