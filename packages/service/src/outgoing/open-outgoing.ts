import type { OutgoingOptions } from './create-outgoing.ts';
import type { Outgoing } from './outgoing.ts';

/**
 * Opens outgoing requests. Loads the HTTP client with the first request, because it is a tenth of all the code that the service
 * would load at its start.
 */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  let opened: Promise<Outgoing> | undefined;
  const open = async () => (await import('./create-outgoing.ts')).createOutgoing(options);
  return {
    async send(request) {
      opened ??= open();
      return (await opened).send(request);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
