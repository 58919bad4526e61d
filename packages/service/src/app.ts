import { Hono } from 'hono';
import type { ApiKeyStore } from './accounts/api-key.ts';
import { createKeyUse, type KeyUseStore } from './accounts/key-use.ts';
import { type AdminParts, adminRoutes } from './admin-routes/admin-routes.ts';
import { serveAdmin } from './admin-routes/serve-admin.ts';
import type { RefusedKeys } from './audit/refused-keys.ts';
import type { ExecutionServices } from './executions/execution-services.ts';
import { readSessionKey } from './executions/session/session-key.ts';
import type { ReferenceImages } from './executions/start/reference-images.ts';
import { StateBrokenError } from './executions/state-broken-error.ts';
import type { HandOffStore } from './hand-offs/hand-off-store.ts';
import type { Readiness } from './health/readiness.ts';
import { linkWords, phoneWords, popupWords } from './hosted/page-words.ts';
import type { App, AppEnvironment, RequestContext } from './http/app-environment.ts';
import type { ClientAddress } from './http/client-address.ts';
import { anyOrigin } from './http/cors.ts';
import { endpoint } from './http/endpoint.ts';
import { admitByKey, limitClients, RateLimits } from './http/limits/rate-limit.ts';
import type { RateLimit } from './http/limits/token-buckets.ts';
import { observeRequests, type RequestObserver } from './http/observe-requests.ts';
import { createOwnAddresses } from './http/own-address.ts';
import { problemReply, refusalReply } from './http/problem-reply.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { traceRequests } from './http/trace-requests.ts';
import type { Logger } from './logging/logger.ts';
import { apiPath } from './openapi/operation.ts';
import type { PopupStore } from './popups/popup-store.ts';
import { Refusal } from './refusal.ts';
import { apiRoutes } from './routes/api-routes.ts';
import { adminFiles } from './routes/files/admin-files.ts';
import { sdkFiles } from './routes/files/sdk-files.ts';
import { hostedPage } from './routes/hosted/hosted-page.ts';
import { readyz } from './routes/readyz.ts';
import { serveApi } from './routes/serve-api.ts';
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
  /** Checks each request for a proxy that is not trusted. */
  readonly watchProxies: (context: RequestContext) => void;
  readonly rateLimit: RateLimit;
  readonly logger: Logger;
  /** Address at which end users and integrators reach the service. */
  readonly publicUrl: string;
  /** Addresses of the service in other regions. */
  readonly regionUrls?: { readonly us: string | null; readonly apac: string | null };
  /** Folders of the browser SDK. */
  readonly sdkFolders: SdkFolders;
  /** Folder of the built Admin Panel. */
  readonly adminFolder: string;
  /** Measures requests, for metrics. */
  readonly observer?: RequestObserver;
  /** Whether to record a span for each request. */
  readonly isTraced?: boolean;
  /** Returns whether load balancers should send requests to this service. */
  readonly readiness: () => Promise<Readiness>;
}

/** Creates the HTTP side as a value that turns a `Request` into a `Response`. */
export function createApp(parts: AppParts): App {
  const { services, addressOf, logger, publicUrl, sdkFolders } = parts;
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
    app.use(
      traceRequests((path) => path.startsWith(`${apiPath}/`) && !path.startsWith(`${apiPath}/client/`)),
    );
  if (parts.observer) app.use(observeRequests(parts.observer));
  app.use(replyHeaders(new URL(publicUrl).protocol === 'https:'));
  const addressAt = createOwnAddresses(publicUrl, { us: null, apac: null, ...parts.regionUrls });
  app.use(async (context, next) => {
    parts.watchProxies(context);
    context.set('ownAddress', addressAt(context.req.url));
    await next();
  });
  app.use(`${apiPath}/client/*`, anyOrigin, limitClients(limits, readKey));
  app.use('/sdk/*', anyOrigin);

  const routes = apiRoutes({
    services,
    popups: parts.popups,
    handOffs: parts.handOffs,
    webhooks: parts.webhooks,
    admit,
    limits,
    addressOf,
    onUnavailable(executionId, error) {
      logger.error('The results of an execution cannot be decrypted.', { executionId }, error);
    },
    addresses: { us: null, apac: null, ...parts.regionUrls, base: publicUrl },
  });
  serveApi(app, [...routes.backend, ...routes.webhooks, ...routes.client]);

  serveAdmin(app, adminRoutes(parts.admin, limits), { people: parts.admin.people, limits });

  endpoint(app, '/popup', { GET: hostedPage(publicUrl, popupWords) });
  endpoint(app, '/flow', { GET: hostedPage(publicUrl, linkWords) });
  endpoint(app, '/phone', { GET: hostedPage(publicUrl, phoneWords) });
  endpoint(app, '/', { GET: (context) => context.redirect('/admin') });
  endpoint(app, '/admin', { GET: adminFiles(parts.adminFolder) });
  endpoint(app, '/admin/*', { GET: adminFiles(parts.adminFolder) });
  endpoint(app, '/sdk/*', { GET: sdkFiles(sdkFolders, () => services.clock.now()) });
  endpoint(app, '/healthz', { GET: (context) => context.json({ data: { status: 'ok' } }) });
  endpoint(app, '/readyz', { GET: readyz(parts.readiness) });

  app.notFound((context) =>
    problemReply('NOT_FOUND', 'There is no resource at this URL.', context.get('requestId')),
  );
  app.onError((error, context) => {
    const requestId = context.get('requestId');
    if (error instanceof Refusal) return refusalReply(error, requestId);
    // No id contains NUL, and PostgreSQL fails on a query for one.
    if (context.req.path.includes('\0'))
      return problemReply('NOT_FOUND', 'There is no resource at this URL.', requestId);
    // The client disconnected: the error is not ours, and nobody reads the reply.
    if (context.req.raw.signal.aborted)
      return problemReply('UNAVAILABLE', 'The request was aborted.', requestId);
    logger.error(
      'A request failed.',
      { requestId, method: context.req.method, route: context.req.routePath },
      error,
    );
    if (error instanceof StateBrokenError)
      return problemReply(
        'INTERNAL_ERROR',
        'The stored state of this execution differs from what the service wrote. Its operator was alarmed.',
        requestId,
      );
    if (causeOfUnavailability(error) !== null)
      return problemReply(
        'UNAVAILABLE',
        'The service cannot read or write its data at the moment. Try again later.',
        requestId,
      );
    return problemReply('INTERNAL_ERROR', 'The request could not be carried out.', requestId);
  });
  return app;
}
