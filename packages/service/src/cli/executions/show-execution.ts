import type { DecisionView } from '../../executions/reads/read-decisions.ts';
import {
  type CheckView,
  type ExecutionReport,
  type PathNode,
  showExecution,
} from '../../executions/reads/show-execution.ts';
import { accountOption, type Command } from '../command.ts';
import { openStores } from '../open-stores.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { shortEvent } from '../webhooks/endpoint-options.ts';
import { requireOwn, requireSealedStates, withRefusals } from './own-execution.ts';

export const showCommand: Command = {
  name: 'execution show',
  summary: 'Explains an execution: where its user stopped, and the reason for its status.',
  operand: 'execution id',
  options: {
    account: accountOption,
    personal: { value: null, about: 'Also shows the inputs and the data read from documents.' },
  },
  notes: `Shows no pictures. Comments of decisions are shown, and may name the user. After a purge, only the remaining data is
shown.`,
  async run({ operator, operand, text, flag }) {
    const stores = await openStores(operator);
    await requireOwn(stores, operand, text('account'));
    await requireSealedStates(stores);
    const vault = operator.vault();
    const services = {
      store: stores.executions,
      directory: stores.directory,
      vault,
      clock: operator.clock,
      recordRead: stores.audit.append,
    };
    const report = await withRefusals(operand, () =>
      showExecution(services, operator.actor, operand, { withPerson: flag('personal') }),
    );
    const keys = await stores.keyNames(report.execution.accountId);
    const names = new Map(
      keys.map(({ id, name }) => [id, name === null ? `key ${id}` : `key ${id} (${name})`]),
    );
    return { data: dataOf(report), text: textOf(report, (by) => names.get(by) ?? by) };
  },
};

function dataOf({ execution, checks, decisions, deliveries, ...report }: ExecutionReport) {
  return {
    id: execution.id,
    accountId: execution.accountId,
    workflow: {
      id: execution.workflowId,
      name: report.workflowName,
      version: execution.workflowVersion,
    },
    mode: execution.mode,
    channel: execution.channel,
    status: execution.status,
    platform: execution.platform,
    createdAt: toIsoString(execution.createdAt),
    begunAt: toIsoString(execution.begunAt),
    finishedAt: toIsoString(execution.finishedAt),
    dataPurgedAt: toIsoString(execution.dataPurgedAt),
    stage: report.stage,
    why: report.why,
    checks: checks.map((check) => ({
      ...check,
      startedAt: toIsoString(check.startedAt),
      finishedAt: toIsoString(check.finishedAt),
    })),
    path: report.path,
    decisions: decisions.map((decision) => ({ ...decision, decidedAt: toIsoString(decision.decidedAt) })),
    deliveries: deliveries.map((delivery) => ({ ...delivery, emittedAt: toIsoString(delivery.emittedAt) })),
    ...(report.person && { person: report.person }),
  };
}

function textOf(report: ExecutionReport, nameOf: (by: string) => string): string {
  const { execution, checks, path, decisions, deliveries, person } = report;
  const deliveryRows = deliveries.map(({ id, event, state, attempts, lastError, lastStatus, url }) => [
    id,
    shortEvent(event),
    state,
    String(attempts),
    lastError ?? (lastStatus === null ? '–' : `HTTP_${lastStatus}`),
    url,
  ]);
  return [
    headOf(report),
    partOf('Where', report.stage),
    partOf('Why', report.why),
    partOf('Checks', checks.flatMap(checkLines)),
    partOf('Path', path.length === 0 ? [] : [path.map(nodeWords).join(' → ')]),
    partOf(
      'Decisions',
      decisions.map((decision) => decisionLine(decision, nameOf)),
    ),
    deliveryRows.length === 0
      ? ''
      : `Deliveries\n${table(['id', 'event', 'state', 'attempts', 'last', 'url'], deliveryRows, '')}`,
    execution.dataPurgedAt === null
      ? 'The personal data is kept.'
      : `The personal data was purged at ${minuteOf(execution.dataPurgedAt)}.`,
    person === null ? '' : `Personal data\n${JSON.stringify(person, null, 2)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function headOf({ execution, workflowName }: ExecutionReport): string {
  const { id, status, mode, channel, workflowVersion, createdAt, begunAt, finishedAt, platform } = execution;
  const times = [
    `started ${minuteOf(createdAt)}`,
    begunAt === null ? 'not begun' : `begun ${minuteOf(begunAt)}`,
    ...(finishedAt === null ? [] : [`ended ${minuteOf(finishedAt)}`]),
  ];
  const origin = [
    `${mode} execution`,
    `by ${channel}`,
    ...(platform === null ? [] : [`platform ${platform}`]),
  ];
  return [
    `${id} is ${status}`,
    `Workflow "${workflowName}", version ${workflowVersion}; ${origin.join(', ')}`,
    times.join(', '),
  ].join('\n');
}

function partOf(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function checkLines({ checkType, nodeId, status, statusDetail, reasons, members }: CheckView): string[] {
  const name = nodeId === null ? checkType : `${checkType} "${nodeId}"`;
  const detail = statusDetail === null ? '' : `, ${statusDetail}`;
  const doubts = Object.entries(members).map(([member, outcome]) => `${member} ${outcome}`);
  return [
    `${name}: ${status ?? 'not decided yet'}${detail}`,
    ...reasons.map((reason) => `  ${reason}`),
    ...(doubts.length === 0 ? [] : [`  ${doubts.join(', ')}`]),
  ];
}

function nodeWords({ nodeId, kind, taken, status }: PathNode): string {
  return [
    nodeId,
    ...(nodeId === kind ? [] : [`(${kind})`]),
    ...[taken, status].filter((word) => word !== null),
  ].join(' ');
}

function decisionLine(
  { status, by, decidedAt, comment }: DecisionView,
  nameOf: (by: string) => string,
): string {
  return `${minuteOf(decidedAt)} ${status} by ${nameOf(by)}${comment === null ? '' : `: ${comment}`}`;
}
