// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import {
  type AdminDelivery,
  type AdminEndpoint,
  adminCreatedSecretSchema,
  adminDeliveryListSchema,
  adminDeliverySchema,
  adminEndpointChangeSchema,
  adminEndpointListSchema,
  adminEndpointRequestSchema,
  adminEndpointSchema,
  adminReplayRequestSchema,
  adminWebhookTestRequestSchema,
  adminWebhookTestSchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followAddress, navigate } from '../../routing.ts';
import { mode, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { EndpointScreen } from './endpoint-screen.tsx';
import { WebhooksScreen } from './webhooks-screen.tsx';

const id = '5f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a11';
const deliveryId = '6f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a12';
const executionId = '7f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a13';
const finished = 'orchestration/workflow_execution_finished';
const secret = 'whsec_c2VjcmV0';
const time = '2026-11-27T09:00:00.000Z';
const everything = [
  'endpoint.read',
  'endpoint.add',
  'endpoint.test',
  'endpoint.change',
  'endpoint.rotate-secret',
  'endpoint.remove',
  'delivery.read',
  'delivery.redeliver',
];
const example: AdminEndpoint = {
  id,
  url: 'https://shop.example/hooks?…',
  events: [finished],
  createdAt: time,
  state: 'enabled',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  held: 0,
  undelivered: 0,
  revision: 3,
  disablesAt: null,
  oldSecretsUntil: null,
  last: null,
};
const delivery: AdminDelivery['delivery'] = {
  id: deliveryId,
  webhookId: 'event-1',
  event: finished,
  sequence: 1,
  executionId,
  endpointId: id,
  state: 'undelivered',
  attempts: 9,
  lastStatus: null,
  lastError: 'TIMEOUT',
  emittedAt: time,
  nextAttemptAt: null,
  deliveredAt: null,
  firstDeliveredAt: null,
  undeliveredAt: time,
};

let service: ReturnType<typeof stubService>;
let endpoint: AdminEndpoint;
let stopFollowing: () => void;
beforeEach(() => {
  endpoint = example;
  service = stubService({
    'GET webhooks': () => adminEndpointListSchema.parse({ endpoints: [endpoint], most: 10, heldSince: null }),
    [`GET webhooks/${id}`]: () => adminEndpointSchema.parse(endpoint),
    [`GET webhooks/${id}/deliveries`]: () =>
      adminDeliveryListSchema.parse({ deliveries: [delivery], nextCursor: null }),
  });
  signInWith(...everything);
  mode.value = 'test';
  // jsdom lacks scrollTo.
  vi.stubGlobal('scrollTo', () => undefined);
  stopFollowing = followAddress();
  navigate(`/settings/webhooks/${id}`);
});
afterEach(() => {
  cleanup();
  navigate('/');
  stopFollowing();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  mode.value = 'live';
  document.querySelector('title')?.remove();
});

function signInWith(...acts: string[]) {
  sessionState.value = { kind: 'in', session: exampleSession({ acts }) };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

describe('webhooks screen', () => {
  test('shows a fault of the address below it, then the secret of the new endpoint once', async () => {
    let isValid = false;
    service.replies['POST webhooks'] = (body) => {
      const { url, events } = adminEndpointRequestSchema.parse(body);
      if (!isValid)
        return service.refuse(400, 'INVALID_REQUEST_BODY', 'The member /url must be https.', {
          errors: [{ pointer: '/url', detail: 'must be https' }],
        });
      return adminCreatedSecretSchema.parse({ secret, endpoint: { ...endpoint, url, events } });
    };
    render(<WebhooksScreen />);
    await press('Add an endpoint');
    type('Address', 'http://shop.example/');
    fireEvent.click(screen.getByLabelText(/^Updated/));
    await press('Add the endpoint');
    expect((await screen.findByRole('alert')).textContent).toBe('Address must be https.');
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://shop.example/');
    isValid = true;
    type('Address', ' https://shop.example/ ');
    await press('Add the endpoint');
    expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe(secret);
    expect(service.bodyOf('POST webhooks')).toEqual({ url: 'https://shop.example/', events: [finished] });
    screen.getByText(/new Webhook\(process.env.WEBHOOK_SECRET\)/);
    fireEvent.click(screen.getByLabelText('I have stored the secret in a safe place'));
    await press('Done');
    expect(location.pathname).toBe(`/admin/settings/webhooks/${id}`);
  });

  test.each([
    ['enabled', {}, /Active/],
    ['failing', { failingSince: time }, /Failing.*since 27 Nov/],
    [
      'disabled',
      { disabledAt: time, disabledReason: 'GONE', held: 10_000 },
      /Disabled.*10,000 or more events wait/,
    ],
  ] as const)('describes the health of an endpoint that is %s', async (state, change, words) => {
    endpoint = { ...example, state, ...change };
    render(<WebhooksScreen />);
    const link = await screen.findByRole('link', { name: endpoint.url });
    expect(link.closest('tr')?.textContent).toMatch(words);
  });

  test('reports that all webhooks of the service are held', async () => {
    service.replies['GET webhooks'] = () => ({ endpoints: [], most: 10, heldSince: time });
    render(<WebhooksScreen />);
    await screen.findByText('All webhooks of this service are held');
  });

  test('offers no actions on webhooks to read-only roles, and nothing to others', async () => {
    signInWith('endpoint.read', 'delivery.read');
    const { unmount } = render(<EndpointScreen id={id} />);
    await screen.findByText(example.url);
    await screen.findByRole('button', { name: /^Look at/ });
    for (const name of ['Send a test', 'Edit', 'Rotate the secret', 'Disable', 'Remove'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    unmount();
    signInWith();
    service.calls.length = 0;
    render(<WebhooksScreen />);
    render(<EndpointScreen id={id} />);
    expect(screen.getAllByText(/Your role may not see webhooks/)).toHaveLength(2);
    expect(service.calls).toEqual([]);
  });
});

describe('endpoint screen', () => {
  test('keeps a hidden query and the typed values if another person saved first', async () => {
    service.replies[`PATCH webhooks/${id}`] = () => service.refuse(409, 'WEBHOOK_ENDPOINT_CHANGED');
    render(<EndpointScreen id={id} />);
    await press('Edit');
    fireEvent.click(screen.getByLabelText(/^Sync/));
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed');
    const body = adminEndpointChangeSchema.parse(service.bodyOf(`PATCH webhooks/${id}`));
    expect(body).toEqual({ revision: 3, events: [finished, 'orchestration/workflow_execution_sync'] });
    expect(screen.getByLabelText<HTMLInputElement>(/^Sync/).checked).toBe(true);
  });

  test('asks for the password if it was entered too long ago, then changes the address of the endpoint', async () => {
    let isConfirmed = false;
    service.replies['POST session/confirm'] = () => {
      isConfirmed = true;
      return {};
    };
    service.replies[`PATCH webhooks/${id}`] = (body) => {
      const { url = endpoint.url } = adminEndpointChangeSchema.parse(body);
      return isConfirmed
        ? adminEndpointSchema.parse({ ...endpoint, url, revision: 4 })
        : service.refuse(403, 'AUTHENTICATION_TOO_OLD');
    };
    render(<EndpointScreen id={id} />);
    await press('Edit');
    type('Address', 'https://other.example/');
    await press('Save');
    fireEvent.input(await screen.findByLabelText(/Enter your password/), {
      target: { value: 'correct horse' },
    });
    await press('Confirm and continue');
    await screen.findByText('https://other.example/');
    expect(service.bodyOf(`PATCH webhooks/${id}`)).toMatchObject({ url: 'https://other.example/' });
  });

  test('shows a new secret while the previous one stays valid', async () => {
    service.replies[`POST webhooks/${id}/rotate`] = () =>
      adminCreatedSecretSchema.parse({ secret, endpoint: { ...endpoint, oldSecretsUntil: time } });
    render(<EndpointScreen id={id} />);
    await press('Rotate the secret');
    await press('Create the new secret');
    expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe(secret);
    expect(service.bodyOf(`POST webhooks/${id}/rotate`)).toEqual({ revision: 3 });
    await screen.findByText(/The previous secret also signs until/);
  });

  test('sends a test event with the chosen status and shows the reply as text', async () => {
    service.replies[`POST webhooks/${id}/test`] = (body) => {
      adminWebhookTestRequestSchema.parse(body);
      return adminWebhookTestSchema.parse({
        webhookId: 'test_1',
        delivered: false,
        durationMs: 31,
        status: 500,
        error: 'HTTP_500',
        request: { url: endpoint.url, headers: {}, bodyBytes: 2 },
        response: { headers: {}, bodyBytes: 70_000 },
        sent: { headers: { 'webhook-signature': 'v1,whole' }, body: '{}' },
        answer: { text: '<img src=x>', isCut: true },
      });
    };
    render(<EndpointScreen id={id} />);
    await press('Send a test');
    fireEvent.change(screen.getByLabelText('Status of the run'), { target: { value: 'DECLINED' } });
    await press('Send it');
    await screen.findByText('The receiver did not accept it: HTTP 500');
    screen.getByText('<img src=x>');
    screen.getByText('v1,whole');
    screen.getByText(/Truncated: this is the beginning/);
    expect(document.querySelector('img')).toBeNull();
    expect(service.bodyOf(`POST webhooks/${id}/test`)).toEqual({
      mode: 'test',
      event: finished,
      status: 'DECLINED',
    });
  });

  test('names what is lost before an endpoint is removed', async () => {
    endpoint = { ...example, state: 'disabled', disabledAt: time, disabledReason: 'BY_HAND', held: 2 };
    service.replies[`DELETE webhooks/${id}`] = () => ({});
    render(<EndpointScreen id={id} />);
    await press('Remove');
    within(await screen.findByRole('dialog')).getByText('2 events wait: they are never sent to it.');
    await press('Remove the endpoint');
    await waitFor(() => expect(location.pathname).toBe('/admin/settings/webhooks'));
  });

  test('reports that an endpoint was removed while its log was open', async () => {
    render(<EndpointScreen id={id} />);
    await screen.findByRole('button', { name: /^Look at/ });
    for (const path of [`GET webhooks/${id}`, `GET webhooks/${id}/deliveries`])
      service.replies[path] = () => service.refuse(404, 'WEBHOOK_ENDPOINT_NOT_FOUND');
    await press('Refresh');
    await screen.findByText('This endpoint was removed');
    expect(screen.getByRole('link', { name: 'Go to Webhooks' }).getAttribute('href')).toBe(
      '/admin/settings/webhooks',
    );
  });

  test('enables a disabled endpoint and sends the events that wait', async () => {
    endpoint = { ...example, state: 'disabled', disabledAt: time, disabledReason: 'FAILING', held: 1 };
    service.replies[`POST webhooks/${id}/resume`] = () => {
      endpoint = example;
      return endpoint;
    };
    render(<EndpointScreen id={id} />);
    await screen.findByText(/Nothing arrived for five days/);
    screen.getByRole('button', { name: 'Enable and send 1 event' }).focus();
    await press('Enable and send 1 event');
    await screen.findByText('Active');
    // Element that says the state: the focused button is gone.
    await waitFor(() => expect(document.activeElement?.className).toBe('state-text'));
    expect(service.calls.filter(({ name }) => name.startsWith('POST'))).toHaveLength(1);
  });
});

describe('log of an endpoint', () => {
  const shown: AdminDelivery = {
    delivery,
    url: example.url,
    isMasked: true,
    mayReveal: true,
    body: '{ "email": "c•••m" }',
    log: [
      {
        number: 9,
        startedAt: time,
        durationMs: 12,
        status: 503,
        error: 'HTTP_503',
        request: { url: example.url, headers: { 'webhook-id': 'event-1' }, bodyBytes: 812 },
        response: { headers: { server: 'nginx' }, bodyBytes: 4 },
        answer: null,
      },
    ],
  };

  test('filters deliveries by state and keeps the filter in the address', async () => {
    render(<EndpointScreen id={id} />);
    await press('Given up');
    expect(location.search).toBe('?mode=test&state=undelivered');
  });

  test('shows the request masked, and the reply only for a reason', async () => {
    service.replies[`GET webhook-deliveries/${deliveryId}`] = () => adminDeliverySchema.parse(shown);
    service.replies[`POST webhook-deliveries/${deliveryId}/reveal`] = () => ({
      ...shown,
      isMasked: false,
      body: '{ "email": "canary@example.com" }',
      log: shown.log.map((attempt) => ({ ...attempt, answer: { text: '<b>no</b>', isCut: false } })),
    });
    render(<EndpointScreen id={id} />);
    await press(/^Look at: Finished/);
    await screen.findByText('{ "email": "c•••m" }');
    screen.getByText(/Bodies of replies are shown only with personal data/);
    await press('Show personal data and replies');
    type('Why do you need it?', 'The receiver refuses it');
    await press('Show');
    await screen.findByText('<b>no</b>');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText(/^In plain text/)));
    expect(document.querySelector('dialog b')).toBeNull();
    expect(service.bodyOf(`POST webhook-deliveries/${deliveryId}/reveal`)).toEqual({
      mode: 'test',
      reason: 'The receiver refuses it',
    });
  });

  test('redelivers one event, and all that failed since a time in several batches', async () => {
    endpoint = { ...example, undelivered: 300 };
    service.replies[`GET webhook-deliveries/${deliveryId}`] = () => shown;
    service.replies[`POST webhook-deliveries/${deliveryId}/redeliver`] = () => ({});
    let rounds = 0;
    service.replies[`POST webhooks/${id}/replay`] = (body) => {
      adminReplayRequestSchema.parse(body);
      rounds += 1;
      return { replayed: rounds === 1 ? 250 : 49, tooOld: 1, isMore: rounds === 1 };
    };
    render(<EndpointScreen id={id} />);
    await press(/^Look at/);
    await press('Send again');
    await screen.findByText('It is on its way again, under the same webhook-id.');
    await press('Close');
    await press('Send failed ones again');
    await press('Send them again');
    await screen.findByText(/299 events are on their way again. 1 cannot be sent/);
  });
});
