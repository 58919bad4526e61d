import { expect, test } from '../../fixtures.ts';

test('no execution was delivered twice, and each delivery tells the end that a read tells', async ({
  allDeliveries,
  readExecution,
}) => {
  const deliveries = await allDeliveries();
  const ids = deliveries.map(({ envelope }) => envelope.data.id);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const { envelope } of deliveries) {
    expect(envelope.event).toBe('orchestration/workflow_execution_finished');
    expect((await readExecution(envelope.data.id)).status).toBe(envelope.data.status);
  }
});
