import { Hono } from 'hono';
import type { ApiKeyStore } from './accounts/api-key.ts';
import { createKeyUse, type KeyUseStore } from './accounts/key-use.ts';
import { type AdminParts, adminRoutes } from './admin-routes/admin-routes.ts';
import { serveAdmin } from './admin-routes/serve-admin.ts';
import type { RefusedKeys } from './audit/refused-keys.ts';
import type { ExecutionServices } from './executions/execution-services.ts';
import { beginFlow } from './executions/session/begin-flow.ts';
import { readSessionKey } from './executions/session/session-key.ts';
import type { ReferenceImages } from './executions/start/reference-images.ts';
import { StateBrokenError } from './executions/state-broken-error.ts';
import { cancelHanded, extendHanded, leaveHanded } from './hand-offs/act-in-hand-off.ts';
import type { HandOffStore } from './hand-offs/hand-off-store.ts';
import type { Readiness } from './health/readiness.ts';
import { linkWords, phoneWords, windowWords } from './hosted/page-words.ts';
import type { App, AppEnvironment, RequestContext } from './http/app-environment.ts';
import type { ClientAddress } from './http/client-address.ts';
import { anyOrigin } from './http/cors.ts';
import { dataReply } from './http/data-reply.ts';
import { endpoint } from './http/endpoint.ts';
import { admitByKey, limitClients, RateLimits } from './http/limits/rate-limit.ts';
import type { RateLimit } from './http/limits/token-buckets.ts';
import { observeRequests, type RequestObserver } from './http/observe-requests.ts';
import { createOwnAddresses } from './http/own-address.ts';
import { problemReply, refusalReply } from './http/problem-reply.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { traceRequests } from './http/trace-requests.ts';
import type { Logger } from './logging/logger.ts';
import type { PopupStore } from './popups/popup-store.ts';
import { Refusal } from './refusal.ts';
import { apiDescription } from './routes/api-description.ts';
import { decideWorkflowExecution } from './routes/executions/decide-workflow-execution.ts';
import { initWorkflow } from './routes/executions/init-workflow.ts';
import { mediaFile } from './routes/executions/media-file.ts';
import { readWorkflowExecution } from './routes/executions/read-workflow-execution.ts';
import { workflowLink } from './routes/executions/workflow-link.ts';
import { adminFiles } from './routes/files/admin-files.ts';
import { sdkFiles } from './routes/files/sdk-files.ts';
import { handOffRoutes } from './routes/hand-offs/hand-off.ts';
import { hostedPage } from './routes/hosted/hosted-page.ts';
import { popupRoutes } from './routes/popups/popup.ts';
import { readyz } from './routes/readyz.ts';
import { clientInit } from './routes/session/client-init.ts';
import { clientLink } from './routes/session/client-link.ts';
import { clientAction, clientFarewell } from './routes/session/client-session.ts';
import { pollClientState } from './routes/session/poll-client-state.ts';
import { reportDevice } from './routes/session/report-device.ts';
import { answerForm } from './routes/steps/answer-form.ts';
import { putCapture } from './routes/steps/put-capture.ts';
import { submitAttempt } from './routes/steps/submit-attempt.ts';
import { webhookRoutes } from './routes/webhooks/webhooks.ts';
import type { SdkFolders } from './sdk-releases/find-sdk-file.ts';
import { causeOfUnavailability } from './unavailable.ts';
import type { WebhookServices } from './webhooks/webhook-services.ts';

/** Parts that the app is made of. */
export interface AppParts {
  readonly services: ExecutionServices & { readonly references: Pick<ReferenceImages, 'mayBeAt'> };
  readonly popups: PopupStore;
  readonly handOffs: HandOffStore;
  readonly webhooks: WebhookServices;
  /** Services of the Admin Panel. */
  readonly admin: AdminParts;
  readonly keys: ApiKeyStore & KeyUseStore;
  readonly refusedKeys: Pick<RefusedKeys, 'note'>;
  readonly addressOf: ClientAddress;
  /** Looks at each request for a proxy that is not trusted. */
  readonly watchProxies: (context: RequestContext) => void;
  readonly rateLimit: RateLimit;
  readonly logger: Logger;
  /** Address at which end users and integrators reach the service. */
  readonly publicUrl: string;
  /** Its addresses in other regions. */
  readonly regionUrls?: { readonly us: string | null; readonly apac: string | null };
  /** Folders of the browser SDK. */
  readonly sdkFolders: SdkFolders;
  /** Folder of the built Admin Panel. */
  readonly adminFolder: string;
  /** Hears of each request. */
  readonly observer?: RequestObserver;
  /** Whether a span of each request is recorded. */
  readonly isTraced?: boolean;
  /** Whether requests should be sent to this service. */
  readonly readiness: () => Promise<Readiness>;
}

const api = '/orchestration-api/v1';
const attempt = `${api}/client/steps/:stepId/attempts/:attempt`;

/** The whole HTTP side as a value: give it a `Request`, get a `Response`. */
export function createApp(parts: AppParts): App {
  const { services, popups, handOffs, addressOf, logger, publicUrl, sdkFolders } = parts;
  const limits = new RateLimits(parts.rateLimit, services.clock, addressOf);
  const noteUse = createKeyUse({ store: parts.keys, clock: services.clock }, (error) =>
    logger.warn('The last use of a key could not be stored.', {}, error),
  );
  const admit = admitByKey(parts.keys, services.clock, limits, noteUse, (address, keyId) => {
    void parts.refusedKeys.note(address, keyId);
  });
  const readKey = (bearer: string) => readSessionKey(services.vault, bearer);
  const app = new Hono<AppEnvironment>();
  if (parts.isTraced)
    app.use(traceRequests((path) => path.startsWith(`${api}/`) && !path.startsWith(`${api}/client/`)));
  if (parts.observer) app.use(observeRequests(parts.observer));
  app.use(replyHeaders(new URL(publicUrl).protocol === 'https:'));
  const addressAt = createOwnAddresses(publicUrl, { us: null, apac: null, ...parts.regionUrls });
  app.use(async (context, next) => {
    parts.watchProxies(context);
    context.set('ownAddress', addressAt(context.req.url));
    await next();
  });
  app.use(`${api}/client/*`, anyOrigin, limitClients(limits, readKey));
  app.use('/sdk/*', anyOrigin);

  const onceServices = { ...services, callsUnderWay: new Set<string>() };
  endpoint(app, `${api}/init-workflow`, { POST: initWorkflow(onceServices, admit) });
  endpoint(app, `${api}/workflow-link`, { POST: workflowLink(onceServices, admit) });
  const tellUnavailable = (executionId: string, error: Error) =>
    logger.error('The results of an execution cannot be decrypted.', { executionId }, error);
  endpoint(app, `${api}/workflow-execution/:id`, {
    GET: readWorkflowExecution(services, admit, tellUnavailable),
    PATCH: decideWorkflowExecution(onceServices, admit),
  });
  const webhooks = webhookRoutes(parts.webhooks, onceServices, admit);
  endpoint(app, `${api}/webhooks`, { GET: webhooks.endpoints });
  endpoint(app, `${api}/webhooks/:endpointId`, { PATCH: webhooks.change });
  endpoint(app, `${api}/webhooks/:endpointId/test`, { POST: webhooks.test });
  endpoint(app, `${api}/webhooks/:endpointId/disable`, { POST: webhooks.disable });
  endpoint(app, `${api}/webhooks/:endpointId/resume`, { POST: webhooks.resume });
  endpoint(app, `${api}/webhook-deliveries`, { GET: webhooks.deliveries });
  endpoint(app, `${api}/webhook-deliveries/:deliveryId`, { GET: webhooks.log });
  endpoint(app, `${api}/webhook-deliveries/:deliveryId/redeliver`, { POST: webhooks.redeliver });
  endpoint(app, `${api}/media/:captureId`, { GET: mediaFile(services, addressOf) });

  const sessions = { ...services, popups, handOffs };
  endpoint(app, `${api}/client/init`, { POST: clientInit(sessions, addressOf, limits) });
  endpoint(app, `${api}/client/ping`, {
    GET(context) {
      limits.countVisitor(context);
      return dataReply(context, {});
    },
  });
  endpoint(app, `${api}/client/link`, { POST: clientLink(services, limits) });
  endpoint(app, `${api}/client/begin`, { POST: clientAction(services, beginFlow) });
  endpoint(app, `${api}/client/device`, { POST: reportDevice(services) });
  endpoint(app, `${api}/client/state`, { GET: pollClientState(sessions) });
  endpoint(app, `${api}/client/extend`, { POST: clientAction(sessions, extendHanded) });
  endpoint(app, `${api}/client/leave`, { POST: clientFarewell(sessions, leaveHanded) });
  endpoint(app, `${api}/client/cancel`, { POST: clientFarewell(sessions, cancelHanded) });
  const popup = popupRoutes(sessions);
  endpoint(app, `${api}/client/popup`, { POST: popup.open, GET: popup.watch });
  endpoint(app, `${api}/client/popup/release`, { POST: popup.release });
  endpoint(app, `${api}/client/popup/attendance`, { GET: popup.attend });
  endpoint(app, `${api}/client/popup/report`, { POST: popup.report });
  endpoint(app, `${api}/client/popup/leave`, { POST: popup.leave });
  const handOff = handOffRoutes(sessions, limits);
  endpoint(app, `${api}/client/handoff`, { POST: handOff.offer });
  endpoint(app, `${api}/client/handoff/invitation`, { POST: handOff.invitation });
  endpoint(app, `${api}/client/handoff/take-back`, { POST: handOff.takeBack });
  endpoint(app, `${attempt}/captures/:slot`, { PUT: putCapture(services, addressOf) });
  endpoint(app, `${attempt}/answers`, { POST: answerForm(services) });
  endpoint(app, `${attempt}/submit`, { POST: submitAttempt(services) });

  serveAdmin(app, adminRoutes(parts.admin, limits), { people: parts.admin.people, limits });

  const description = apiDescription({ us: null, apac: null, ...parts.regionUrls, base: publicUrl });
  endpoint(app, `${api}/openapi.json`, { GET: description.document });
  endpoint(app, `${api}/docs`, { GET: description.page });
  endpoint(app, '/popup', { GET: hostedPage(publicUrl, windowWords) });
  endpoint(app, '/flow', { GET: hostedPage(publicUrl, linkWords) });
  endpoint(app, '/phone', { GET: hostedPage(publicUrl, phoneWords) });
  endpoint(app, '/', { GET: (context) => context.redirect('/admin') });
  endpoint(app, '/admin', { GET: adminFiles(parts.adminFolder) });
  endpoint(app, '/admin/*', { GET: adminFiles(parts.adminFolder) });
  endpoint(app, '/sdk/*', { GET: sdkFiles(sdkFolders, () => services.clock.now()) });
  endpoint(app, '/healthz', { GET: (context) => context.json({ data: { status: 'ok' } }) });
  endpoint(app, '/readyz', { GET: readyz(parts.readiness) });

  app.notFound((context) =>
    problemReply('NOT_FOUND', 'There is nothing at this address.', context.get('requestId')),
  );
  app.onError((error, context) => {
    const requestId = context.get('requestId');
    if (error instanceof Refusal) return refusalReply(error, requestId);
    // No id has NUL: PostgreSQL fails to look for one.
    if (context.req.path.includes('\0'))
      return problemReply('NOT_FOUND', 'There is nothing at this address.', requestId);
    // Its sender is gone: what broke off is no fault of ours, and nobody reads the reply.
    if (context.req.raw.signal.aborted)
      return problemReply('UNAVAILABLE', 'The request broke off.', requestId);
    logger.error(
      'A request failed.',
      { requestId, method: context.req.method, route: context.req.routePath },
      error,
    );
    if (error instanceof StateBrokenError)
      return problemReply(
        'INTERNAL_ERROR',
        'The stored state of this execution is not as the service wrote it. Its operator was alarmed.',
        requestId,
      );
    if (causeOfUnavailability(error) !== null)
      return problemReply(
        'UNAVAILABLE',
        'The service cannot store or open anything now. Try again.',
        requestId,
      );
    return problemReply('INTERNAL_ERROR', 'The request could not be carried out.', requestId);
  });
  return app;
}
