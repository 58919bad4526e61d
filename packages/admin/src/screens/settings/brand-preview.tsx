import type { FlowTheme } from '@vendor/contract';
import { languages } from '@vendor/texts/languages';
import type { Scheme } from '@vendor/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type PreviewOrder,
  type PreviewScreen,
  previewReady,
  previewScreens,
} from '../../preview/preview-message.ts';
import { branding } from '../../texts/en/branding.ts';

const texts = branding.preview;

/** Debounce time of typing, in ms. */
const pauseMs = 250;

/** Returns the name of a language in that language: "Deutsch". */
const nativeName = (tag: string) =>
  new Intl.DisplayNames([tag], { type: 'language' })
    .of(tag)
    ?.replace(/^./u, (letter) => letter.toLocaleUpperCase(tag));

/** The real flow in a phone-sized frame, with the branding currently in the form. */
export function BrandPreview({ requester, theme }: { requester: string; theme: FlowTheme }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [screen, setScreen] = useState<PreviewScreen>('welcome');
  const [language, setLanguage] = useState('en');
  const [scheme, setScheme] = useState<Scheme>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const look = JSON.stringify(theme);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.kind === previewReady) setReady(true);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (!isReady) return;
    const order: PreviewOrder = { kind: 'show', screen, language, scheme, requester, theme };
    const sending = setTimeout(
      () => frame.current?.contentWindow?.postMessage(order, location.origin),
      pauseMs,
    );
    return () => clearTimeout(sending);
  }, [isReady, screen, language, scheme, requester, look]);
  return (
    <section class="preview stack" aria-label={texts.title}>
      <div>
        <h2>{texts.title}</h2>
        <p class="small quiet">{texts.text}</p>
      </div>
      <div class="controls">
        <label class="field">
          {texts.screen}
          <select
            value={screen}
            onChange={(event) =>
              setScreen(previewScreens.find((known) => known === event.currentTarget.value) ?? 'welcome')
            }
          >
            {previewScreens.map((one) => (
              <option key={one} value={one}>
                {texts.screens[one]}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {texts.language}
          <select value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>
            {languages.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {nativeName(tag)}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="segments">
          <legend class="hidden">{texts.scheme}</legend>
          {(['light', 'dark'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={scheme === one} onClick={() => setScheme(one)}>
              {branding.schemes[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <iframe ref={frame} src="/admin/preview" title={texts.frame} />
    </section>
  );
}
