import { openWebhookClient } from '../../webhooks/delivery/open-webhook-client.ts';
import { sendTestDelivery, type TestOutcome } from '../../webhooks/endpoints/test-delivery.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { openStores } from '../open-stores.ts';
import { eventOf, eventOption } from './endpoint-options.ts';
import { noEndpoint } from './webhooks.ts';

/** Sends a test event to an endpoint from this machine. */
export const testCommand: Command = {
  name: 'webhook test',
  summary: 'Sends an endpoint one signed event about an invented execution now, and shows the response.',
  operand: 'endpoint id',
  options: { event: { ...eventOption('The event to send; finished by default.'), multiple: false } },
  notes: `Its webhook-id begins with "test_", and no execution has its id. This command sends it, by the rules of the service: allowed
addresses only, 15 seconds, no redirects. It is not retried and not logged.`,
  async run({ operator, operand, text }) {
    const event = eventOf(text('event') ?? 'finished');
    const { endpointsOf, webhookReads } = await openStores(operator);
    if ((await webhookReads.heldAt()) !== null)
      throw new CommandError('Webhooks are held, as after "restore --held". To send them: webhook release');
    const endpoint = (await endpointsOf()).find(({ id }) => id === operand);
    const secrets = await webhookReads.signingSecrets(operand, operator.clock.now());
    if (!endpoint || !secrets) throw noEndpoint(operand);
    const { webhooks, allowsLoopback } = operator.environment;
    const outgoing = openWebhookClient(webhooks, allowsLoopback);
    try {
      const services = { outgoing, clock: operator.clock };
      const test = { url: endpoint.url, secrets: secrets.map(({ secret }) => secret), event };
      const outcome = await sendTestDelivery(services, test, new AbortController().signal);
      const isGood = outcome.verdict.kind === 'delivered';
      const { sent: _, answer: __, ...data } = outcome;
      return { data, text: textOf(endpoint.url, outcome), isGood };
    } finally {
      await outgoing.close();
    }
  },
};

function textOf(url: string, { verdict, durationMs, response, id }: TestOutcome): string {
  const what =
    verdict.kind === 'delivered'
      ? `${url} accepted it: ${verdict.status}`
      : `${url} did not accept it: ${verdict.error}`;
  const headers = Object.entries(response?.headers ?? {}).map(([name, value]) => `  ${name}: ${value}`);
  const hint = hintOf(verdict.kind === 'delivered' ? '' : verdict.error);
  return [`${what}, after ${durationMs} ms (webhook-id ${id}).`, ...headers, ...hint].join('\n');
}

/** Returns hints on what to check first. */
function hintOf(error: string): string[] {
  if (error === '') return [];
  if (error === 'ADDRESS_REFUSED')
    return [
      'The service connects to public addresses and to the networks in WEBHOOK_NETWORKS; to this machine only with ALLOW_LOOPBACK=true.',
    ];
  if (error === 'TLS_REQUIRED') return ['Without TLS, others could read the events: use its https address.'];
  if (error === 'CERTIFICATE_EXPIRED') return ['Its certificate has expired.'];
  if (error === 'CERTIFICATE_OF_ANOTHER_HOST') return ['Its certificate is not for this name.'];
  if (error === 'CERTIFICATE_UNTRUSTED')
    return [
      'No known CA signed its certificate. Check that it sends the whole chain; put your own CA into WEBHOOK_CA_FILE.',
    ];
  if (error === 'CERTIFICATE_REFUSED') return ['Its certificate is not valid.'];
  if (error === 'TLS_FAILED') return ['The receiver does not speak TLS, or only an outdated version.'];
  if (error === 'PROXY_FAILED')
    return ['The proxy of WEBHOOK_PROXY cannot be reached, or does not answer like a proxy.'];
  if (error === 'PROXY_REFUSED')
    return ['The proxy of WEBHOOK_PROXY blocks this address, or rejects the credentials.'];
  if (error === 'NAME_LOOKUP_FAILED')
    return ['No name server answers. Check those of the name, and those of this machine.'];
  if (error === 'TIMEOUT')
    return ['The response must arrive within 15 seconds: store the event first, process it later.'];
  if (/^HTTP_3/.test(error)) return ['Redirects are not followed: use the address that they lead to.'];
  if (/^HTTP_40[013]/.test(error))
    return ['Check that it verifies with this endpoint’s secret, over the exact bytes of the body.'];
  return [];
}
