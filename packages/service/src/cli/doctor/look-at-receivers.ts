import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { listEndpoints } from '../../db/webhooks/webhook-endpoints.ts';
import { canConnect } from '../../outgoing/can-connect.ts';
import { reachOf } from '../../outgoing/name-reach.ts';
import type { ResolveName } from '../../outgoing/resolve-name.ts';
import type { Environment } from '../../settings/environment.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { View } from './view.ts';

/** Maximum number of host names to resolve. A service with more has other means of noticing failing deliveries. */
const maxHosts = 50;
/** Time-out for connecting to the proxy, in ms. */
const connectsWithinMs = 5000;
/** Time before the expiry of a certificate from which on operators are warned, in ms. */
const expiresWithinMs = 30 * 24 * 60 * 60 * 1000;

/** Checks whether the service may connect to the webhook receivers, by resolving their names. */
export async function lookAtReceivers(
  { reader }: View,
  { allowsLoopback, webhooks: { networks } }: Environment,
  resolve: ResolveName,
): Promise<Finding[]> {
  const check = 'receivers';
  const endpoints = (await listEndpoints(reader)).filter(({ disabledReason }) => disabledReason === null);
  const hosts = [...new Set(endpoints.map(({ url }) => new URL(url).hostname))].slice(0, maxHosts);
  const policy = { allowLoopback: allowsLoopback, networks };
  const reaches = await Promise.all(
    hosts.map(async (host) => ({ host, reach: await reachOf(host, policy, resolve) })),
  );
  const where = ['public addresses', ...networks].join(', ');
  return reaches
    .filter(({ reach }) => reach === 'refused')
    .map(({ host }) =>
      fail(
        check,
        `${host} has no allowed address. The service connects to: ${where}.`,
        'Add its network to WEBHOOK_NETWORKS, for the service and for this command.',
      ),
    );
}

/** Checks the proxy for webhooks and the additional trusted certificates, as far as they are set. */
export async function lookAtWebhookPath(
  { webhooks: { proxy, caFile } }: Environment,
  now: number,
): Promise<Finding[]> {
  return [
    ...(proxy === null ? [] : [await lookAtProxy(new URL(proxy))]),
    ...(caFile === null ? [] : lookAtCertificates(caFile, now)),
  ];
}

async function lookAtProxy(proxy: URL): Promise<Finding> {
  const check = 'webhook proxy';
  const { host } = proxy;
  const isReached = await canConnect(proxy, connectsWithinMs);
  return isReached
    ? ok(check, `${host} can be reached.`)
    : fail(
        check,
        `${host} cannot be reached: no event is sent.`,
        'Start the proxy, or correct WEBHOOK_PROXY.',
      );
}

function lookAtCertificates(caFile: string, now: number): Finding[] {
  const check = 'webhook certificates';
  const pems =
    readFileSync(caFile, 'latin1').match(/-----BEGIN CERT[^-]*-----[^-]*-----END [^-]*-----/g) ?? [];
  const certificates = pems.map((pem) => new X509Certificate(pem));
  const ending = certificates.filter(({ validTo }) => Date.parse(validTo) - now < expiresWithinMs);
  if (ending.length === 0) return [ok(check, `${certificates.length} in ${caFile}`)];
  return ending.map(({ subject, validTo }) =>
    warn(
      check,
      `The certificate "${subject.replaceAll('\n', ', ')}" in ${caFile} is valid until ${validTo}.`,
      'Add the new certificate to the file in WEBHOOK_CA_FILE, and restart the service.',
    ),
  );
}
