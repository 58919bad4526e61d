import type { EvidenceStep, Language } from '@vendor/contract';
import type { CollectTask } from '../../flow/collecting.ts';
import { useLanguage } from '../../ui/language-context.ts';

/** Returns the account's own words in the language of the flow, or else in English, and the language that was found. */
export function ownWordsIn(texts: EvidenceStep['texts'], language: Language) {
  const own = texts[language];
  return own ? { ...own, lang: language } : { ...texts.en, lang: 'en' };
}

/** Heading that names the requested document. */
export function CollectTitle({ task }: { readonly task: CollectTask }) {
  const { t, language } = useLanguage();
  switch (task.of) {
    case 'address':
      return <>{t('collect.address')}</>;
    case 'card':
      return <>{t(`collect.card.${task.side}`)}</>;
    case 'evidence': {
      const { title, lang } = ownWordsIn(task.texts, language);
      return <bdi lang={lang}>{title}</bdi>;
    }
  }
}
