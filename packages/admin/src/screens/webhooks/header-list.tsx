/** Headers of a request or an answer, one below the other. */
export function HeaderList({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
