import type { ComponentChildren } from 'preact';
import { href } from '../../routing.ts';
import { settings as texts } from '../../texts/en/settings.ts';

/** One section of the settings, beside links to the others. */
export function SettingsFrame(props: {
  sections: readonly { readonly path: string; readonly name: string }[];
  current: string;
  children: ComponentChildren;
}) {
  const { sections, current, children } = props;
  return (
    <div class="settings">
      {sections.length > 1 && (
        <nav class="sections" aria-label={texts.title}>
          {sections.map(({ path, name }) => (
            <a
              key={path}
              href={href(`/settings/${path}`)}
              aria-current={path === current ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      <div class="section">{children}</div>
    </div>
  );
}
