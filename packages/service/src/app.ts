import { Hono } from 'hono';
import type { ApiKeyStore } from './accounts/api-key.ts';
import { beginFlow } from './executions/begin-flow.ts';
import type { ExecutionServices } from './executions/execution-services.ts';
import { extendDeadline } from './executions/extend-deadline.ts';
import { cancelFlow, leaveFlow } from './executions/leave-flow.ts';
import { linkWords } from './hosted/link-words.ts';
import { pageWords } from './hosted/words.ts';
import type { App, AppEnvironment } from './http/app-environment.ts';
import type { ClientAddress } from './http/client-address.ts';
import { anyOrigin } from './http/cors.ts';
import { dataReply } from './http/data-reply.ts';
import { endpoint } from './http/endpoint.ts';
import { problemReply, refusalReply } from './http/problem-reply.ts';
import { admitByKey, limitClients } from './http/rate-limit.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { type RateLimit, TokenBuckets } from './http/token-buckets.ts';
import type { Logger } from './logging/logger.ts';
import { openapiDocument } from './openapi/openapi-document.ts';
import type { PopupStore } from './popups/popup-store.ts';
import { Refusal } from './refusal.ts';
import { clientInit } from './routes/client-init.ts';
import { clientLink } from './routes/client-link.ts';
import { clientAction, clientFarewell } from './routes/client-session.ts';
import { decideWorkflowExecution } from './routes/decide-workflow-execution.ts';
import { hostedPage } from './routes/hosted-page.ts';
import { initWorkflow } from './routes/init-workflow.ts';
import { mediaFile } from './routes/media-file.ts';
import { pollClientState } from './routes/poll-client-state.ts';
import { popupRoutes } from './routes/popup.ts';
import { putCapture } from './routes/put-capture.ts';
import { readWorkflowExecution } from './routes/read-workflow-execution.ts';
import { sdkFiles } from './routes/sdk-files.ts';
import { submitAttempt } from './routes/submit-attempt.ts';
import { workflowLink } from './routes/workflow-link.ts';
import type { SdkFolders } from './sdk-releases/find-sdk-file.ts';

/** What the app is made of. */
export interface AppParts {
  readonly services: ExecutionServices;
  readonly popups: PopupStore;
  readonly keys: ApiKeyStore;
  readonly addressOf: ClientAddress;
  readonly rateLimit: RateLimit;
  readonly logger: Logger;
  /** Where end users and integrators reach the service. */
  readonly publicUrl: string;
  /** Where the browser SDK lies. */
  readonly sdkFolders: SdkFolders;
}

const api = '/orchestration-api/v1';
const attempt = `${api}/client/steps/:stepId/attempts/:attempt`;

/** The whole HTTP side as a value: give it a `Request`, get a `Response`. */
export function createApp(parts: AppParts): App {
  const { services, popups, addressOf, logger, publicUrl, sdkFolders } = parts;
  const buckets = new TokenBuckets(parts.rateLimit, services.clock);
  const admit = admitByKey(parts.keys, buckets);
  const app = new Hono<AppEnvironment>();
  app.use(replyHeaders(new URL(publicUrl).protocol === 'https:'));
  app.use(`${api}/client/*`, anyOrigin, limitClients(addressOf, buckets));
  app.use('/sdk/*', anyOrigin);

  const starts = { ...services, publicUrl, callsUnderWay: new Set<string>() };
  endpoint(app, `${api}/init-workflow`, { POST: initWorkflow(starts, admit) });
  endpoint(app, `${api}/workflow-link`, { POST: workflowLink(starts, admit) });
  endpoint(app, `${api}/workflow-execution/:id`, {
    GET: readWorkflowExecution(services, admit),
    PATCH: decideWorkflowExecution(services, admit),
  });
  endpoint(app, `${api}/media/:captureId`, { GET: mediaFile(services) });

  const popupServices = { ...services, popups, publicUrl };
  endpoint(app, `${api}/client/init`, { POST: clientInit(popupServices, addressOf) });
  endpoint(app, `${api}/client/ping`, { GET: (context) => dataReply(context, {}) });
  endpoint(app, `${api}/client/link`, { POST: clientLink(services) });
  endpoint(app, `${api}/client/begin`, { POST: clientAction(services, beginFlow) });
  endpoint(app, `${api}/client/state`, { GET: pollClientState(services) });
  endpoint(app, `${api}/client/extend`, { POST: clientAction(services, extendDeadline) });
  endpoint(app, `${api}/client/leave`, { POST: clientFarewell(services, leaveFlow) });
  endpoint(app, `${api}/client/cancel`, { POST: clientFarewell(services, cancelFlow) });
  const popup = popupRoutes(popupServices);
  endpoint(app, `${api}/client/popup`, { POST: popup.open, GET: popup.watch });
  endpoint(app, `${api}/client/popup/release`, { POST: popup.release });
  endpoint(app, `${api}/client/popup/attendance`, { GET: popup.attend });
  endpoint(app, `${api}/client/popup/report`, { POST: popup.report });
  endpoint(app, `${api}/client/popup/leave`, { POST: popup.leave });
  endpoint(app, `${attempt}/captures/:slot`, { PUT: putCapture(services) });
  endpoint(app, `${attempt}/submit`, { POST: submitAttempt(services) });

  let description: ReturnType<typeof openapiDocument> | undefined;
  endpoint(app, `${api}/openapi.json`, {
    GET: (context) => {
      description ??= openapiDocument(publicUrl);
      return context.json(description);
    },
  });
  endpoint(app, '/popup', { GET: hostedPage(publicUrl, pageWords) });
  endpoint(app, '/flow', { GET: hostedPage(publicUrl, linkWords) });
  endpoint(app, '/sdk/*', { GET: sdkFiles(sdkFolders) });
  endpoint(app, '/healthz', { GET: (context) => context.json({ data: { status: 'ok' } }) });

  app.notFound((context) =>
    problemReply('NOT_FOUND', 'There is nothing at this address.', context.get('requestId')),
  );
  app.onError((error, context) => {
    const requestId = context.get('requestId');
    if (error instanceof Refusal) return refusalReply(error, requestId);
    // Its sender is gone: what broke off is no fault of ours, and nobody reads the reply.
    if (context.req.raw.signal.aborted)
      return problemReply('UNAVAILABLE', 'The request broke off.', requestId);
    logger.error(
      'A request failed.',
      { requestId, method: context.req.method, route: context.req.routePath },
      error,
    );
    return problemReply('INTERNAL_ERROR', 'The request could not be carried out.', requestId);
  });
  return app;
}
