import type { AdminList, AdminLists } from '@vendor/contract/admin';
import { CircleAlert, CircleCheck } from 'lucide-preact';
import { readLists } from '../../api/lists.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useResource } from '../../parts/use-resource.ts';
import { mayDo, renewals } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/keeping.css';
import { lists as texts } from '../../texts/en/retention.ts';

const nothing: AdminLists = { lists: [], missing: [], oldAfterDays: { people: 0, networks: 0 } };

/** Settings / Lists: the lists that checks search, and their age. */
export function ListsScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('list.read');
  const { data, failure, reload } = useResource(
    (signal) => (isAllowed ? readLists(signal) : Promise.resolve(nothing)),
    String(renewals.value),
  );
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
      </div>
      <p class="intro quiet">{texts.intro}</p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={5} />}
      {data &&
        (['people', 'networks'] as const).map((kind) => <ListsOfKind key={kind} kind={kind} {...data} />)}
    </>
  );
}

function ListsOfKind({ kind, lists, missing, oldAfterDays }: AdminLists & { kind: AdminList['kind'] }) {
  const shown = lists.filter((list) => list.kind === kind);
  const hasOld = shown.some(({ isOld }) => isOld);
  const name = texts.kinds[kind];
  return (
    <section class="lists" aria-label={name}>
      <div class="line">
        <h2>{name}</h2>
        <span class="small quiet">{texts.oldAfter(oldAfterDays[kind])}</span>
      </div>
      {missing.includes(kind) && <Notice tone="caution">{texts.missing[kind]}</Notice>}
      {hasOld && <Notice tone="caution">{texts.remedy[kind]}</Notice>}
      {shown.length > 0 && (
        <div class="list">
          <table class="keys" aria-label={name}>
            <thead>
              <tr>
                {Object.values(texts.columns).map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((list) => (
                <ListRow key={list.id} list={list} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function ListRow({ list }: { list: AdminList }) {
  const { id, source, version, entries, names, publishedAt, importedAt, ageDays, isOld } = list;
  const { columns, untold, states } = texts;
  const Icon = isOld ? CircleAlert : CircleCheck;
  return (
    <tr>
      <td>
        <span class="mono">{id}</span>
        {source && <p class="small quiet break">{source}</p>}
      </td>
      <td data-label={columns.version}>{version ?? <Unknown />}</td>
      <td data-label={columns.entries}>
        {entries === null ? <Unknown /> : texts.entries(entries, names ?? entries)}
      </td>
      <td data-label={columns.published}>{publishedAt ? <Moment at={publishedAt} /> : <Unknown />}</td>
      <td data-label={columns.imported}>
        {importedAt ? <Moment at={importedAt} /> : <span class="quiet">–</span>}
      </td>
      <td data-label={columns.age}>
        {texts.age(ageDays)}{' '}
        <span class={`mark ${isOld ? 'caution' : 'success'}`}>
          <Icon size={16} aria-hidden="true" /> {isOld ? states.old : states.fresh}
        </span>
      </td>
    </tr>
  );

  function Unknown() {
    return <span class="quiet">{untold}</span>;
  }
}
