import type { AdminBrand, AdminBrandColours } from '@vendor/contract/admin';
import { defaultColours, formatColour, parseFontFamily, type Scheme } from '@vendor/ui';
import { CircleCheck, CircleX, ImageUp, RotateCcw } from 'lucide-preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changeBrand, readBrand } from '../../api/branding.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { RefusedAct } from '../../parts/refused-act.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useAct } from '../../parts/use-act.ts';
import { useResource } from '../../parts/use-resource.ts';
import { mayDo, renewals } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/branding.css';
import { branding as texts } from '../../texts/en/branding.ts';
import { BrandPreview } from './brand-preview.tsx';
import { type BrandColour, colourNames, isColour, pairsOf, themeName, themeOf } from './brand-theme.ts';
import { drawLogo, type LogoFault } from './draw-logo.ts';

const schemes = ['light', 'dark'] as const;

/** Settings / Branding: the look of the hosted pages, with a live preview of the flow. */
export function BrandingScreen() {
  usePageTitle(texts.title);
  const isAllowed = mayDo('brand.read');
  const { data, failure, setData, reload } = useResource<AdminBrand | null>(
    (signal) => (isAllowed ? readBrand(signal) : Promise.resolve(null)),
    String(renewals.value),
  );
  const mayChange = mayDo('brand.change');
  if (!isAllowed) return <Notice tone="caution">{texts.ROLE}</Notice>;
  return (
    <>
      <div class="head">
        <h1>{texts.title}</h1>
      </div>
      <p class="intro quiet">
        {texts.intro} {!mayChange && texts.readOnly}
      </p>
      {failure && <FailureNotice failure={failure} title={texts.failed} onRetry={reload} />}
      {!data && !failure && <Skeleton lines={8} />}
      {data && <BrandForm brand={data} mayChange={mayChange} onSaved={setData} />}
    </>
  );
}

/** Stays rendered while its brand is saved or read again, so that the focus stays and screen readers announce the result. */
function BrandForm(props: { brand: AdminBrand; mayChange: boolean; onSaved: (brand: AdminBrand) => void }) {
  const { brand, mayChange, onSaved } = props;
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(brand.name);
  const [colours, setColours] = useState(brand.colours);
  const [fontFamily, setFontFamily] = useState(brand.fontFamily);
  const [logo, setLogo] = useState(brand.logo);
  const [logoFault, setLogoFault] = useState<LogoFault | null>(null);
  const [isSaved, setSaved] = useState(false);
  const reset = (to: AdminBrand) => {
    setName(to.name);
    setColours(to.colours);
    setFontFamily(to.fontFamily);
    setLogo(to.logo);
    setLogoFault(null);
  };
  // Shows what was saved, also by another person. Without a newer revision, typed text stays when the brand is read again.
  useLayoutEffect(() => reset(brand), [brand.revision]);
  const { failure, isBusy, act } = useAct();
  const hasValidColours = schemes.every((scheme) =>
    colourNames.every((one) => isColour(colours[scheme][one])),
  );
  const pairs = { light: pairsOf('light', colours.light), dark: pairsOf('dark', colours.dark) };
  const fails = [...pairs.light, ...pairs.dark].some(({ ratio, needed }) => ratio < needed);
  const isChanged =
    JSON.stringify([name, colours, fontFamily, logo]) !==
    JSON.stringify([brand.name, brand.colours, brand.fontFamily, brand.logo]);
  const canSave =
    mayChange && isChanged && hasValidColours && !isWrongFont(fontFamily) && !fails && name.trim() !== '';
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (!canSave) return;
    act(async () => {
      const { revision } = brand;
      const font = fontFamily === brand.fontFamily ? {} : { fontFamily };
      const picture = logo === brand.logo ? {} : { logo };
      onSaved(await changeBrand({ name, colours, revision, ...font, ...picture }));
      setSaved(true);
    });
  };
  const setColour = (scheme: Scheme, colour: BrandColour, value: string | null) =>
    setColours((last) => ({ ...last, [scheme]: { ...last[scheme], [colour]: value } }));
  return (
    <div class="branding">
      <form ref={form} class="stack" onSubmit={send}>
        <fieldset class="stack" disabled={!mayChange}>
          <legend class="hidden">{texts.title}</legend>
          <Field
            label={texts.name}
            hint={texts.nameHint}
            name="name"
            maxLength={256}
            required
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <FontField value={fontFamily} onChange={setFontFamily} />
          <LogoField
            logo={logo}
            fault={logoFault}
            mayChange={mayChange}
            onChange={setLogo}
            onFault={setLogoFault}
          />
          {schemes.map((scheme) => (
            <SchemeFields
              key={scheme}
              scheme={scheme}
              colours={colours[scheme]}
              pairs={pairs[scheme]}
              onChange={(colour, value) => setColour(scheme, colour, value)}
            />
          ))}
        </fieldset>
        <RefusedAct
          failure={failure}
          texts={texts.failures}
          onConfirmed={() => form.current?.requestSubmit()}
        />
        <p role="status" class="small">
          {fails ? texts.cannotSave : !isChanged && isSaved ? texts.saved : ''}
        </p>
        {mayChange && (
          <div class="row end">
            <button
              type="button"
              class="button"
              aria-disabled={!isChanged}
              onClick={() => {
                reset(brand);
                setSaved(false);
              }}
            >
              {texts.undo}
            </button>
            <button type="submit" class="button primary" aria-disabled={isBusy || !canSave}>
              {texts.save}
            </button>
          </div>
        )}
      </form>
      <BrandPreview requester={name} theme={themeOf({ colours, fontFamily, logo })} />
    </div>
  );
}

function isWrongFont(family: string | null): boolean {
  return family !== null && parseFontFamily(family) === null;
}

function FontField(props: { value: string | null; onChange: (family: string | null) => void }) {
  const { value, onChange } = props;
  const id = useId();
  const isWrong = isWrongFont(value);
  return (
    <div class="field">
      <label for={id}>{texts.font.label}</label>
      <input
        id={id}
        maxLength={64}
        spellcheck={false}
        autoComplete="off"
        placeholder={texts.font.usual}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        value={value ?? ''}
        onInput={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
      />
      <p id={`${id}-hint`} class={isWrong ? 'small fault' : 'small quiet'}>
        {isWrong ? texts.font.invalid : texts.font.hint}
      </p>
    </div>
  );
}

function LogoField(props: {
  logo: string | null;
  fault: LogoFault | null;
  mayChange: boolean;
  onChange: (logo: string | null) => void;
  onFault: (fault: LogoFault | null) => void;
}) {
  const { logo, fault, mayChange, onChange, onFault } = props;
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const url = useBlobUrl(logo);
  const id = useId();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const drawn = await drawLogo(file);
    onFault('fault' in drawn ? drawn.fault : null);
    if ('png' in drawn) onChange(drawn.png);
  };
  return (
    <div class="field">
      <span id={id}>{texts.logo.label}</span>
      <div class="logo">
        {url ? <img src={url} alt={texts.logo.present} /> : <span class="quiet">{texts.logo.none}</span>}
      </div>
      {mayChange && (
        <div class="line">
          <input
            ref={input}
            type="file"
            accept="image/*"
            class="hidden"
            tabIndex={-1}
            aria-labelledby={id}
            onChange={(event) => {
              void choose(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <button ref={opener} type="button" class="button" onClick={() => input.current?.click()}>
            <ImageUp size={16} aria-hidden="true" /> {texts.logo.choose}
          </button>
          {logo !== null && (
            <button
              type="button"
              class="button plain"
              onClick={() => {
                // Moves the focus, because this button disappears with the logo.
                opener.current?.focus();
                onChange(null);
              }}
            >
              {texts.logo.remove}
            </button>
          )}
        </div>
      )}
      <p class="small quiet">{texts.logo.hint}</p>
      {fault && <Notice tone="danger">{texts.logo[fault]}</Notice>}
    </div>
  );
}

/** Shows a logo from a blob URL, because the page's Content-Security-Policy forbids data URLs. */
function useBlobUrl(png: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (png === null) {
      setUrl(null);
      return;
    }
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const blobUrl = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
    setUrl(blobUrl);
    return () => URL.revokeObjectURL(blobUrl);
  }, [png]);
  return url;
}

function SchemeFields(props: {
  scheme: Scheme;
  colours: AdminBrandColours[Scheme];
  pairs: ReturnType<typeof pairsOf>;
  onChange: (colour: BrandColour, value: string | null) => void;
}) {
  const { scheme, colours, pairs, onChange } = props;
  return (
    <fieldset class="card stack">
      <legend class="hidden">{texts.schemes[scheme]}</legend>
      <div>
        <h2>{texts.schemes[scheme]}</h2>
        <p class="small quiet">{texts.schemeHints[scheme]}</p>
      </div>
      {colourNames.map((colour) => (
        <ColourField
          key={colour}
          scheme={scheme}
          colour={colour}
          value={colours[colour]}
          onChange={(value) => onChange(colour, value)}
        />
      ))}
      <table class="pairs" aria-label={`${texts.contrast}: ${texts.schemes[scheme]}`}>
        <tbody>
          {pairs.map(({ name, ratio, needed }) => (
            <tr key={name}>
              <th scope="row">{texts.pairs[name]}</th>
              <td>
                {texts.ratio(ratio)} <span class="small quiet">{texts.needs(needed)}</span>
              </td>
              <td>
                {ratio >= needed ? (
                  <span class="mark success">
                    <CircleCheck size={16} aria-hidden="true" /> {texts.passes}
                  </span>
                ) : (
                  <span class="mark danger">
                    <CircleX size={16} aria-hidden="true" /> {texts.fails}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

function ColourField(props: {
  scheme: Scheme;
  colour: BrandColour;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const { scheme, colour, value, onChange } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const usual = formatColour(defaultColours[scheme][themeName(scheme, colour)]);
  const isWrong = !isColour(value);
  const [name, inScheme] = [texts.colours[colour], texts.schemes[scheme]];
  const type = (text: string) => {
    const written = text.trim().toLowerCase();
    onChange(written === '' ? null : written);
  };
  return (
    <div class="field colour">
      <label for={id}>{name}</label>
      <div class="line">
        <input
          type="color"
          aria-label={texts.pick(name, inScheme)}
          value={isWrong || value === null ? usual : value}
          onInput={(event) => type(event.currentTarget.value)}
        />
        <input
          id={id}
          ref={field}
          class="mono"
          maxLength={7}
          spellcheck={false}
          autoComplete="off"
          placeholder={`${usual} (${texts.isDefault.toLowerCase()})`}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-fault` : undefined}
          value={value ?? ''}
          onInput={(event) => type(event.currentTarget.value)}
        />
        {value !== null && (
          <button
            type="button"
            class="button plain icon"
            aria-label={texts.reset(name, inScheme)}
            onClick={() => {
              // Moves the focus, because this button disappears with the colour.
              field.current?.focus();
              onChange(null);
            }}
          >
            <RotateCcw size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      {isWrong && (
        <p id={`${id}-fault`} class="small fault">
          {texts.invalid}
        </p>
      )}
    </div>
  );
}
