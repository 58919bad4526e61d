import type { PeopleServices } from '../administration/people/people-services.ts';
import type { RateLimits } from '../http/rate-limit.ts';
import type { AdminRoute } from './admin-route.ts';
import { type AdminExecutionServices, executionRoutes } from './executions.ts';
import { peopleRoutes } from './people.ts';
import { sessionRoutes } from './session.ts';
import { signInRoutes } from './sign-in.ts';

/** Every endpoint of the Admin Panel's API. */
export function adminRoutes(
  people: PeopleServices,
  runs: AdminExecutionServices,
  limits: RateLimits,
): readonly AdminRoute[] {
  return [
    ...signInRoutes(people, limits),
    ...sessionRoutes(people, limits),
    ...peopleRoutes(people),
    ...executionRoutes(runs),
  ];
}
