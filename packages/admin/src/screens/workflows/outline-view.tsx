import { ArrowUp, CircleAlert, CornerDownRight, Plus, Trash2 } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import { workflows } from '../../texts/en/workflows.ts';
import { buildOutline, isObject, type OutlineItem } from './build-outline.ts';
import { canMoveEarlier, insertNode, moveEarlier, nodeKinds, removeNode } from './change-definition.ts';
import { describeNode, nameOfKind } from './describe-node.ts';
import type { LocatedFault } from './use-trial.ts';

const texts = workflows.outline;

/** State shared by the parts of an outline. */
interface Shared {
  readonly definition: unknown;
  readonly faults: readonly LocatedFault[];
  /** Id of the open step. */
  readonly selected: string | null;
  /** Null if the person may not change the workflow, or not now. */
  readonly onChange: ((definition: unknown) => void) | null;
  readonly onSelect: (id: string | null) => void;
  readonly onShow: (id: string) => void;
}

/** The steps of a workflow in order, with a lane for each branch of a condition. */
export function OutlineView(props: Shared) {
  const outline = buildOutline(props.definition);
  if (!outline) return <p class="quiet">{workflows.editor.noOutline}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows only move between the buttons within
    <div class="outline" onKeyDown={moveByArrows}>
      <Steps items={outline.items} shared={props} />
      {outline.unreached.length > 0 && (
        <>
          <h4>{texts.unreached}</h4>
          <Steps items={outline.unreached} shared={props} />
        </>
      )}
    </div>
  );
}

function Steps({ items, shared }: { items: readonly OutlineItem[]; shared: Shared }) {
  return (
    <ol>
      {items.map((item) =>
        item.type === 'jump' ? (
          <li key={`jump ${item.to}`} class={item.isMissing ? 'jump danger' : 'jump quiet'}>
            <CornerDownRight size={14} aria-hidden="true" />
            {item.isMissing ? texts.missing(item.to) : texts.jump(item.to)}
          </li>
        ) : (
          <Step key={item.id} item={item} shared={shared} />
        ),
      )}
    </ol>
  );
}

function Step({ item, shared }: { item: OutlineItem & { type: 'node' }; shared: Shared }) {
  const { id, node, lanes } = item;
  const { selected, onSelect } = shared;
  const isOpen = selected === id;
  const faults = shared.faults.filter(({ pointer }) => isWithin(pointer, id));
  return (
    <li>
      <div class={isOpen ? 'step open' : 'step'}>
        <button
          type="button"
          class="step-name"
          data-step={id}
          aria-expanded={isOpen}
          onClick={() => onSelect(isOpen ? null : id)}
        >
          <b>{nameOfKind(node.kind)}</b> <code>{id}</code>
          <span class="small quiet break">{describeNode(node, nodesOf(shared.definition))}</span>
        </button>
        {faults.map(({ pointer, detail }) => (
          <p key={pointer + detail} class="small danger step-fault">
            <CircleAlert size={14} aria-hidden="true" /> {pointer.split('/').slice(3).join('/')} {detail}
          </p>
        ))}
        {isOpen && <StepPanel id={id} node={node} shared={shared} />}
      </div>
      {lanes.map(({ branch, items }) => (
        <section class="lane" key={branch} aria-label={`${id}: ${texts.branches[branch]}`}>
          <p class="small">
            <strong>{texts.branches[branch]}</strong>
            {items.length === 0 && <span class="quiet"> {texts.straight}</span>}
          </p>
          {items.length > 0 && <Steps items={items} shared={shared} />}
        </section>
      ))}
    </li>
  );
}

/** Fields and buttons that change a step. Lists and objects in it are changed in the JSON beside it. */
function StepPanel({
  id,
  node,
  shared,
}: {
  id: string;
  node: Readonly<Record<string, unknown>>;
  shared: Shared;
}) {
  const { definition, onChange, onShow, onSelect } = shared;
  const [kind, setKind] = useState('selfie');
  const nodes = nodesOf(definition);
  const set = (member: string, value: unknown) =>
    onChange?.({ ...(definition as object), nodes: { ...nodes, [id]: { ...node, [member]: value } } });
  const add = (branch: 'next' | 'else') => {
    const inserted = insertNode(definition, { after: id, branch, kind });
    if (!inserted) return;
    onChange?.(inserted.definition);
    onSelect(inserted.id);
  };
  return (
    <div class="step-panel">
      {onChange &&
        Object.entries(node)
          .filter(([member]) => member !== 'kind')
          .map(([member, value]) => (
            <Member
              key={member}
              name={member}
              value={value}
              choices={
                member === 'next' || member === 'else'
                  ? Object.fromEntries(
                      Object.keys(nodes)
                        .filter((to) => to !== id)
                        .map((to) => [to, to]),
                    )
                  : (texts.choices[member] ?? null)
              }
              onChange={(changed) => set(member, changed)}
            />
          ))}
      <div class="line">
        <button type="button" class="button" onClick={() => onShow(id)}>
          {texts.show}
        </button>
        {onChange && canMoveEarlier(definition, id) && (
          <button type="button" class="button" onClick={() => onChange(moveEarlier(definition, id))}>
            <ArrowUp size={15} aria-hidden="true" /> {texts.earlier}
          </button>
        )}
        {onChange && typeof node.next === 'string' && (
          <button type="button" class="button danger" onClick={() => onChange(removeNode(definition, id))}>
            <Trash2 size={15} aria-hidden="true" /> {texts.remove}
          </button>
        )}
      </div>
      {onChange && typeof node.next === 'string' && (
        <div class="line">
          <select
            aria-label={texts.add}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          >
            {nodeKinds.map((one) => (
              <option key={one} value={one}>
                {nameOfKind(one)}
              </option>
            ))}
          </select>
          <button type="button" class="button" onClick={() => add('next')}>
            <Plus size={15} aria-hidden="true" /> {texts.addAfter.next}
          </button>
          {node.kind === 'condition' && (
            <button type="button" class="button" onClick={() => add('else')}>
              <Plus size={15} aria-hidden="true" /> {texts.addAfter.else}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Member(props: {
  name: string;
  value: unknown;
  /** Words of the possible values; null: any value. */
  choices: Readonly<Record<string, string>> | null;
  onChange: (value: unknown) => void;
}) {
  const { name, value, choices, onChange } = props;
  const id = useId();
  const label = texts.members[name] ?? name;
  if (typeof value === 'boolean')
    return (
      <label class="option">
        <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
        {label}
      </label>
    );
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return (
    <div class="member">
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
          {!Object.hasOwn(choices, String(value)) && <option value={String(value)}>{value}</option>}
          {Object.entries(choices).map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={typeof value === 'number' ? 'number' : 'text'}
          step="any"
          value={value}
          onChange={({ currentTarget }) =>
            onChange(typeof value === 'number' ? currentTarget.valueAsNumber || 0 : currentTarget.value)
          }
        />
      )}
    </div>
  );
}

/** Returns the nodes of a definition, which may be incomplete. */
function nodesOf(definition: unknown): Readonly<Record<string, unknown>> {
  return isObject(definition) && isObject(definition.nodes) ? definition.nodes : {};
}

function isWithin(pointer: string, id: string): boolean {
  const place = `/nodes/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** Moves the focus from step to step by arrow keys. */
function moveByArrows(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const at = event.target instanceof Element ? event.target.closest('[data-step]') : null;
  if (by === 0 || !at) return;
  const steps = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('[data-step]')];
  event.preventDefault();
  steps[steps.indexOf(at as HTMLElement) + by]?.focus();
}
