import { clientAddress } from '../api/client-address.ts';
import { callOnce } from '../api/request.ts';
import { retry, userRetryLimits } from '../api/retry.ts';
import type { Clock } from '../session/ports.ts';
import { collectDevice } from './collect-device.ts';
import type { DeviceScope } from './device-scope.ts';

/** Session and device of a report. */
export interface DeviceReporting {
  readonly baseAddress: string;
  readonly sessionKey: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly scope: DeviceScope;
}

/** Reports the device to the service. Never rejects: the flow continues without a report. */
export async function reportDevice(reporting: DeviceReporting): Promise<void> {
  const { baseAddress, sessionKey, clock, signal, scope } = reporting;
  try {
    const body = await collectDevice(scope);
    const url = clientAddress(baseAddress, 'device');
    await retry(() => callOnce({ url, method: 'POST', bearer: sessionKey, body, signal }), {
      limits: userRetryLimits,
      clock,
      signal,
    });
  } catch {
    // The service's result says that there was no report.
  }
}
