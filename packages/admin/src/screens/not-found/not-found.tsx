import { href } from '../../routing.ts';
import { frame } from '../../texts/en/frame.ts';

export function NotFound() {
  const { title, text, back } = frame.notFound;
  return (
    <section class="empty">
      <h1>{title}</h1>
      <p>{text}</p>
      <a class="button" href={href('/runs')}>
        {back}
      </a>
    </section>
  );
}
