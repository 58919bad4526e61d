import { type AdminWebhookAlarms, adminWebhookAlarmsSchema } from '@vendor/contract/admin';
import { accountEndpoints } from '../../webhooks/endpoints/account-endpoints.ts';
import { findFailureWarning } from '../../webhooks/endpoints/endpoint-health.ts';
import { shownUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import type { EndpointEntry } from '../../webhooks/webhook-reads.ts';
import type { WebhookServices } from '../../webhooks/webhook-services.ts';
import type { AdminRoute } from '../admin-route.ts';
import { inMode } from './webhook-call.ts';

/** Creates the route for warnings of failing endpoints. */
export function failureWarningRoutes(webhooks: WebhookServices): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: 'webhook-alarms',
      access: 'endpoint.read',
      operation: { summary: 'List failing endpoints', reply: adminWebhookAlarmsSchema },
      isAutomatic: true,
      async answer(_context, person): Promise<AdminWebhookAlarms> {
        const entries = await accountEndpoints(webhooks, inMode(person, undefined));
        return { alarms: entries.flatMap((entry) => warningsOf(entry, webhooks.clock.now())) };
      },
    },
  ];
}

function warningsOf(entry: EndpointEntry, now: number): AdminWebhookAlarms['alarms'] {
  const { id, url, failingSince, disabledAt, disabledReason } = entry;
  const common = { endpointId: id, url: shownUrl(url), failingSince: isoOrNull(failingSince) };
  // An endpoint that was disabled by hand causes no warning.
  if (disabledAt !== null && disabledReason !== null && disabledReason !== 'BY_HAND')
    return [{ ...common, percent: 100, disablesAt: null, disabledAt: isoOrNull(disabledAt), disabledReason }];
  const warning = findFailureWarning(entry, now);
  if (!warning) return [];
  const { percent, disablesAt } = warning;
  return [{ ...common, percent, disablesAt: isoOrNull(disablesAt), disabledAt: null, disabledReason: null }];
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
