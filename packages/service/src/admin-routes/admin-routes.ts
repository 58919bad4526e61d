import type { ExportTrailServices } from '../administration/audit/export-trail.ts';
import type { BrandServices } from '../administration/branding/administer-brand.ts';
import type { KeyServices } from '../administration/keys/administer-keys.ts';
import type { LinkServices } from '../administration/links/share-link.ts';
import type { ListServices } from '../administration/lists/list-lists.ts';
import type { PeopleServices } from '../administration/people/people-services.ts';
import type { SampleServices } from '../administration/samples/sample-data.ts';
import type { RateLimits } from '../http/limits/rate-limit.ts';
import type { AdminRoute } from './admin-route.ts';
import { descriptionRoute } from './description.ts';
import { type AdminExecutionServices, executionRoutes } from './executions/executions.ts';
import { linkRoutes } from './executions/links.ts';
import { sampleRoutes } from './executions/samples.ts';
import { ownAccountRoutes } from './people/own-account.ts';
import { peopleRoutes } from './people/people.ts';
import { sessionRoutes } from './people/session.ts';
import { signInRoutes } from './people/sign-in.ts';
import { auditRoutes } from './settings/audit.ts';
import { brandRoutes } from './settings/branding.ts';
import { keyRoutes } from './settings/keys.ts';
import { listRoutes } from './settings/lists.ts';
import { type AdminRetentionServices, retentionRoutes } from './settings/retention.ts';
import { deliveryRoutes } from './webhooks/deliveries.ts';
import { type AdminWebhookServices, endpointRoutes } from './webhooks/endpoints.ts';
import { failureWarningRoutes } from './webhooks/failure-warnings.ts';
import { type AdminWorkflowServices, workflowRoutes } from './workflows/workflows.ts';

/** Services by which the panel changes settings and workflows. */
export type AdminSettingServices = KeyServices &
  AdminWorkflowServices &
  AdminRetentionServices &
  ListServices &
  BrandServices;

/** Services of the Admin Panel's routes. */
export interface AdminParts {
  readonly people: PeopleServices;
  readonly runs: AdminExecutionServices & LinkServices & Pick<ExportTrailServices, 'trail'>;
  readonly settings: Omit<AdminSettingServices, 'people'>;
  readonly webhooks: Omit<AdminWebhookServices, 'people'>;
  readonly samples: SampleServices;
}

/** Creates all routes of the Admin Panel's API, including its OpenAPI document. */
export function adminRoutes(parts: AdminParts, limits: RateLimits): readonly AdminRoute[] {
  const routes = describedAdminRoutes(parts, limits);
  return [...routes, descriptionRoute(routes)];
}

/** Creates the routes of the Admin Panel's API, in the order of its OpenAPI document. */
export function describedAdminRoutes(
  { people, runs, settings, webhooks, samples }: AdminParts,
  limits: RateLimits,
): readonly AdminRoute[] {
  return [
    ...signInRoutes(people, limits),
    ...sessionRoutes(people, limits),
    ...ownAccountRoutes(people, limits),
    ...peopleRoutes(people),
    ...executionRoutes(runs),
    ...workflowRoutes(settings),
    ...linkRoutes(runs),
    ...sampleRoutes(samples),
    ...keyRoutes(settings),
    ...endpointRoutes({ ...webhooks, people: people.store }),
    ...deliveryRoutes(webhooks),
    ...failureWarningRoutes(webhooks.webhookServices),
    ...retentionRoutes({ ...settings, people: people.store }),
    ...auditRoutes({ ...runs, record: settings.record }),
    ...listRoutes(settings),
    ...brandRoutes(settings),
  ];
}
