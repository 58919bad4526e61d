import type { RateLimits } from '../http/limits/rate-limit.ts';
import { adminDocument } from '../openapi/admin-document.ts';
import type { Json } from '../openapi/components.ts';
import { type AdminParts, describedAdminRoutes } from './admin-routes.ts';

/** Makes the OpenAPI document of the panel's API without a running service: routes need services only to answer calls. */
export function panelDocument(): Json {
  const none = {};
  const parts = { people: none, runs: none, settings: none, webhooks: none, samples: none };
  return adminDocument(describedAdminRoutes(parts as AdminParts, none as RateLimits));
}
