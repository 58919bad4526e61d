import { expect, test } from '../../fixtures.ts';

test('delivered every execution once, with the status that a read returns', {
  tag: ['@S1-23', '@S3.1-7', '@S6.1-2'],
}, async ({ allDeliveries, readExecution }) => {
  const deliveries = (await allDeliveries()).map(({ envelope }) => envelope);
  const finished = deliveries.filter(({ event }) => event === 'orchestration/workflow_execution_finished');
  const ids = finished.map(({ data }) => data.id);
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  // One journey decides a finished execution.
  const updated = deliveries.filter(({ event }) => event === 'orchestration/workflow_execution_updated');
  expect(finished.length + updated.length).toBe(deliveries.length);
  const latest = new Map([...finished, ...updated].map(({ data }) => [data.id, data.status]));
  for (const [id, status] of latest) expect((await readExecution(id)).status).toBe(status);
});
