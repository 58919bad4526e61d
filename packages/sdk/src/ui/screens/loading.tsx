import { useLanguage } from '../language-context.ts';
import { Heading } from '../parts/heading.tsx';

/** Placeholder until the next screen has loaded: blank at first, then an outline of a screen. */
export function Loading() {
  const { t } = useLanguage();
  return (
    <div class="page start" aria-busy="true">
      <div class="content">
        <div class="unseen">
          <Heading>{t('loading.title')}</Heading>
        </div>
        <div class="skeleton" aria-hidden="true">
          <span class="bone art" />
          <span class="bone title" />
          <span class="bone" />
          <span class="bone" />
        </div>
      </div>
    </div>
  );
}
