import type { Mount, MountOptions } from './mount.ts';
import { createShadowHost } from './shadow-host.ts';

/** Opens the flow inside an element of the page, which stays usable around it. */
export function openInline(container: Element, options: MountOptions): Mount {
  const root = createShadowHost(
    {
      all: 'initial',
      display: 'block',
      position: 'relative',
      width: '100%',
      height: '100%',
      'min-height': '560px',
    },
    options,
  );
  container.appendChild(root.host);
  return {
    root,
    frame: 'fill',
    settle() {},
    close: () => root.host.remove(),
  };
}
