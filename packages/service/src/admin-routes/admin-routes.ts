import type { BrandServices } from '../administration/branding/administer-brand.ts';
import type { KeyServices } from '../administration/keys/administer-keys.ts';
import type { LinkServices } from '../administration/links/share-link.ts';
import type { ListServices } from '../administration/lists/list-lists.ts';
import type { PeopleServices } from '../administration/people/people-services.ts';
import type { SampleServices } from '../administration/samples/sample-data.ts';
import type { RateLimits } from '../http/limits/rate-limit.ts';
import type { AdminRoute } from './admin-route.ts';
import { brandRoutes } from './branding.ts';
import { descriptionRoute } from './description.ts';
import { type AdminExecutionServices, executionRoutes } from './executions.ts';
import { keyRoutes } from './keys.ts';
import { linkRoutes } from './links.ts';
import { listRoutes } from './lists.ts';
import { ownAccountRoutes } from './own-account.ts';
import { peopleRoutes } from './people.ts';
import { type AdminRetentionServices, retentionRoutes } from './retention.ts';
import { sampleRoutes } from './samples.ts';
import { sessionRoutes } from './session.ts';
import { signInRoutes } from './sign-in.ts';
import { type AdminWebhookServices, webhookRoutes } from './webhooks.ts';
import { type AdminWorkflowServices, workflowRoutes } from './workflows.ts';

/** Services that the panel changes settings and workflows through. */
export type AdminSettingServices = KeyServices &
  AdminWorkflowServices &
  AdminRetentionServices &
  ListServices &
  BrandServices;

/** Services of the endpoints of the Admin Panel. */
export interface AdminParts {
  readonly people: PeopleServices;
  readonly runs: AdminExecutionServices & LinkServices;
  readonly settings: Omit<AdminSettingServices, 'people'>;
  readonly webhooks: Omit<AdminWebhookServices, 'people'>;
  readonly samples: SampleServices;
}

/** Every endpoint of the Admin Panel's API. */
export function adminRoutes(
  { people, runs, settings, webhooks, samples }: AdminParts,
  limits: RateLimits,
): readonly AdminRoute[] {
  const routes = [
    ...signInRoutes(people, limits),
    ...sessionRoutes(people, limits),
    ...ownAccountRoutes(people, limits),
    ...peopleRoutes(people),
    ...executionRoutes(runs),
    ...workflowRoutes(settings),
    ...linkRoutes(runs),
    ...sampleRoutes(samples),
    ...keyRoutes(settings),
    ...webhookRoutes({ ...webhooks, people: people.store }),
    ...retentionRoutes({ ...settings, people: people.store }),
    ...listRoutes(settings),
    ...brandRoutes(settings),
  ];
  return [...routes, descriptionRoute(routes)];
}
