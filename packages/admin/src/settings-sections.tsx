import type { ComponentType } from 'preact';
import { lazy } from './parts/lazy.tsx';
import { mayDo } from './session.ts';
import { settings as texts } from './texts/en/settings.ts';

/** A section of the settings, at `/settings/<path>`. */
export interface Section {
  readonly path: string;
  readonly name: string;
  /** Act that a person must be allowed to carry out to see the section. */
  readonly act: string;
  readonly Screen: ComponentType;
  /** Screen of one item of the section, at `/settings/<path>/<id>`. */
  readonly Detail?: ComponentType<{ id: string }>;
}

/** Sections of the settings, in the order shown. */
const sections: readonly Section[] = [
  {
    path: 'keys',
    name: texts.sections.keys,
    act: 'key.read',
    Screen: lazy(() => import('./screens/settings/keys-screen.tsx').then((file) => file.KeysScreen)),
  },
  {
    path: 'webhooks',
    name: texts.sections.webhooks,
    act: 'endpoint.read',
    Screen: lazy(() => import('./screens/webhooks/webhooks-screen.tsx').then((file) => file.WebhooksScreen)),
    Detail: lazy(() => import('./screens/webhooks/endpoint-screen.tsx').then((file) => file.EndpointScreen)),
  },
  {
    path: 'people',
    name: texts.sections.people,
    act: 'person.read',
    Screen: lazy(() => import('./screens/people/people-screen.tsx').then((file) => file.PeopleScreen)),
  },
  {
    path: 'retention',
    name: texts.sections.retention,
    act: 'retention.read',
    Screen: lazy(() =>
      import('./screens/settings/retention-screen.tsx').then((file) => file.RetentionScreen),
    ),
  },
  {
    path: 'disposals',
    name: texts.sections.disposals,
    act: 'retention.read',
    Screen: lazy(() =>
      import('./screens/settings/disposals-screen.tsx').then((file) => file.DisposalsScreen),
    ),
  },
  {
    path: 'audit',
    name: texts.sections.audit,
    act: 'audit.read',
    Screen: lazy(() => import('./screens/audit/audit-screen.tsx').then((file) => file.AuditScreen)),
  },
  {
    path: 'branding',
    name: texts.sections.branding,
    act: 'brand.read',
    Screen: lazy(() => import('./screens/settings/branding-screen.tsx').then((file) => file.BrandingScreen)),
  },
  {
    path: 'lists',
    name: texts.sections.lists,
    act: 'list.read',
    Screen: lazy(() => import('./screens/settings/lists-screen.tsx').then((file) => file.ListsScreen)),
  },
];

/** Sections that the signed-in person may see. */
export function visibleSections(): readonly Section[] {
  return sections.filter(({ act }) => mayDo(act));
}

/** Returns the section at a path below `/settings`, even if the person may not see it: its screen says who may. */
export function findSection(path: string | undefined): Section | undefined {
  return sections.find((section) => section.path === path);
}
