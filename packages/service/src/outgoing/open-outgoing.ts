import type { OutgoingOptions } from './create-outgoing.ts';
import type { Outgoing } from './outgoing.ts';

/** Outgoing requests, loaded with the first of them: the HTTP client is a tenth of all the service loads to start. */
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
