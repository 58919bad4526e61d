import { writeFileSync } from 'node:fs';
import { exampleWorkflows } from '../../accounts/development-account.ts';
import {
  createWorkflow,
  publishDefinition,
  setActive,
  type WorkflowServices,
} from '../../administration/workflows/administer-workflows.ts';
import type { WorkflowEntry } from '../../administration/workflows/workflow-store.ts';
import { Refusal } from '../../refusal.ts';
import type { WorkflowDefinition } from '../../workflows/definition.ts';
import { workflowJsonSchema } from '../../workflows/json-schema.ts';
import { type Answer, accountOption, type Call, type Command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { nameOf } from '../names.ts';
import { openStores } from '../open-stores.ts';
import { accountOf, type Operator } from '../operator.ts';
import { minuteOf, table, toIsoString } from '../table.ts';
import { tryCommand } from './try-workflow.ts';
import { readWorkflowFile } from './workflow-file.ts';

const activation = (name: string, summary: string, active: boolean): Command => ({
  name,
  summary,
  operand: 'workflow id',
  options: {},
  async run({ operator, operand }) {
    await explainMissingWorkflow(
      operand,
      setActive(await servicesOf(operator), operator.actor, operand, active),
    );
    return {
      data: { id: operand, active },
      text: active
        ? `The workflow ${operand} can be started.`
        : `The workflow ${operand} can no longer be started.`,
    };
  },
});

export const workflowCommands: readonly Command[] = [
  {
    name: 'workflow list',
    summary: 'Lists workflows.',
    operand: null,
    options: { account: accountOption },
    async run({ operator, text }) {
      const workflows = await (await openStores(operator)).workflows.workflows(text('account'));
      const rows = workflows.map(({ id, active, version, createdAt, accountId, name }) => [
        id,
        active ? 'yes' : 'no',
        String(version),
        minuteOf(createdAt),
        accountId,
        name,
      ]);
      return {
        data: workflows.map((workflow) => ({ ...workflow, createdAt: toIsoString(workflow.createdAt) })),
        text: table(
          ['id', 'active', 'version', 'created', 'account', 'name'],
          rows,
          'There are no workflows yet. "workflow example" prints one to import.',
        ),
      };
    },
  },
  {
    name: 'workflow example',
    summary: 'Prints a sample workflow, as a file for workflow import.',
    operand: 'name',
    options: {},
    isReadOnly: true,
    notes: `Examples: ${exampleWorkflows.map(({ name }) => exampleName(name)).join(', ')}.`,
    async run({ operand }) {
      const example = exampleWorkflows.find(({ name }) => exampleName(name) === operand);
      if (!example) {
        const names = exampleWorkflows.map(({ name }) => exampleName(name)).join(', ');
        throw new UsageError(`There is no example "${operand}". There are: ${names}.`);
      }
      return { data: example, text: JSON.stringify(example, null, 2) };
    },
  },
  {
    name: 'workflow export',
    summary: 'Prints a workflow as a file for workflow import.',
    operand: 'workflow id',
    options: {
      version: { value: 'number', about: 'Which version; that of new executions by default.' },
      output: { value: 'file', about: 'The file to write, instead of printing.' },
    },
    run: exportWorkflow,
  },
  {
    name: 'workflow import',
    summary: 'Imports a workflow from a file: a new one, or a new version.',
    operand: 'file, or - for standard input',
    options: {
      account: { ...accountOption, about: 'The account of a new workflow.' },
      workflow: {
        value: 'id',
        about: 'The workflow that gets a new version; running executions keep theirs.',
      },
      name: { value: 'name', about: 'Its name; by default the one in the file.' },
      active: { value: null, about: 'It can be started: the default for a new one.' },
      inactive: { value: null, about: 'It cannot be started.' },
      comment: { value: 'text', about: 'Why it is imported; the Admin Panel shows it beside the version.' },
    },
    notes: `The file is JSON: { "name": …, "definition": { "start": …, "nodes": … } }.
A new version leaves the workflow active or inactive as it was, unless you pass --active or --inactive.`,
    run: importWorkflow,
  },
  tryCommand,
  {
    name: 'workflow schema',
    summary: 'Prints the JSON Schema of a workflow file, for editors.',
    operand: null,
    options: {},
    isReadOnly: true,
    async run() {
      const schema = workflowJsonSchema();
      return { data: schema, text: JSON.stringify(schema, null, 2) };
    },
  },
  activation('workflow activate', 'Allows a workflow to be started.', true),
  activation('workflow deactivate', 'Stops new starts of a workflow; running executions continue.', false),
];

function exampleName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function noWorkflow(id: string): CommandError {
  return new CommandError(`There is no workflow "${id}". "workflow list" lists all workflows.`);
}

async function servicesOf(operator: Operator): Promise<WorkflowServices> {
  const { workflows } = await openStores(operator);
  return { workflows, clock: operator.clock };
}

/**
 * Returns the result of a command for a workflow.
 *
 * @throws {CommandError} if there is no workflow with that id.
 */
function explainMissingWorkflow<Result>(id: string, act: Promise<Result>): Promise<Result> {
  return act.catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'WORKFLOW_NOT_FOUND' ? noWorkflow(id) : error;
  });
}

async function exportWorkflow({ operator, operand, text }: Call): Promise<Answer> {
  const { workflows } = await servicesOf(operator);
  const entry = await workflows.workflow(operand);
  if (!entry) throw noWorkflow(operand);
  const { name, version: newest } = entry;
  const version = Number(text('version') ?? newest);
  const definition = Number.isSafeInteger(version) ? await workflows.definition(operand, version) : null;
  if (!definition)
    throw new CommandError(`The workflow has no version ${text('version')}; the newest is ${newest}.`);
  const data = { name, definition };
  const output = text('output');
  if (output === undefined) return { data, text: JSON.stringify(data, null, 2) };
  writeFileSync(output, `${JSON.stringify(data, null, 2)}\n`);
  return {
    data: { file: output, version },
    text: `Version ${version} of "${name}" was written to ${output}.`,
  };
}

async function importWorkflow(call: Call): Promise<Answer> {
  const { operator, text, flag } = call;
  const [accountId, workflowId] = [text('account'), text('workflow')];
  if ((accountId === undefined) === (workflowId === undefined)) {
    throw new UsageError(
      'Name the account of a new workflow (--account), or the workflow that it replaces (--workflow).',
    );
  }
  if (flag('active') && flag('inactive')) throw new UsageError('Give either --active or --inactive.');
  const isActive = flag('active') ? true : flag('inactive') ? false : null;
  const file = await readWorkflowFile(call);
  const givenName = text('name') ?? file.name;
  const name = givenName === undefined ? null : nameOf('name', givenName);
  const comment = commentOf(text('comment'));
  if (workflowId !== undefined)
    return addVersion(operator, workflowId, { definition: file.definition, name }, { isActive, comment });
  if (name === null) throw new UsageError('The file has no name: give one with --name.');
  const account = await accountOf((await openStores(operator)).accounts, accountId ?? '');
  const wanted = { accountId: account.id, name, active: isActive ?? true, definition: file.definition };
  const workflow = await createWorkflow(await servicesOf(operator), operator.actor, wanted, comment);
  return {
    data: {
      id: workflow.id,
      accountId: account.id,
      name: workflow.name,
      version: 1,
      active: workflow.active,
    },
    text: `The workflow "${workflow.name}" of "${account.name}" was created.${unlessActive(workflow)}\n\nid  ${workflow.id}`,
  };
}

function commentOf(text: string | undefined): string | null {
  if (text !== undefined && text.length > 250)
    throw new UsageError('--comment must have at most 250 characters.');
  return text ?? null;
}

function unlessActive({ id, active }: Pick<WorkflowEntry, 'id' | 'active'>): string {
  return active ? '' : `\nIt cannot be started yet: workflow activate ${id}`;
}

/** @param isActive - whether the workflow is active from now on; null: unchanged. */
async function addVersion(
  operator: Operator,
  id: string,
  next: { readonly definition: WorkflowDefinition; readonly name: string | null },
  { isActive, comment }: { readonly isActive: boolean | null; readonly comment: string | null },
): Promise<Answer> {
  const services = await servicesOf(operator);
  const before = await services.workflows.workflow(id);
  if (!before) throw noWorkflow(id);
  const after = await publishDefinition(services, operator.actor, id, next, comment);
  const { active } = isActive === null ? after : await setActive(services, operator.actor, id, isActive);
  const { accountId, name, version } = after;
  const text =
    version === before.version && name === before.name
      ? `The workflow "${name}" is already as in the file: version ${version}.`
      : `The workflow "${name}" now has version ${version}, for executions that start from now on.`;
  return {
    data: { id, accountId, name, version, active },
    text: text + unlessActive({ id, active }),
  };
}
