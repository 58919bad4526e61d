import type { AdminExecution } from '@vendor/contract/admin';
import { Columns2, FileText, Film, ImageOff } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { run as texts } from '../../texts/en/run.ts';
import { FieldCrop, usePictures } from './field-crop.tsx';
import { type Exhibit, listEvidence, portraitAndSelfie } from './list-evidence.ts';
import { PictureStage } from './picture-stage.tsx';

const { evidence: words } = texts;

/** Captures of the user, one at a time or the portrait beside the selfie. */
export function Evidence({ run }: { run: AdminExecution }) {
  const exhibits = listEvidence(run);
  const pair = portraitAndSelfie(exhibits);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isCompared, setCompared] = useState(false);
  const shown = exhibits.find(({ capture }) => capture.id === chosen) ?? exhibits[0];
  return (
    <section class="card evidence" aria-labelledby="evidence">
      <div class="section-head">
        <h2 id="evidence">{texts.sections.evidence}</h2>
        {pair && (
          <button
            type="button"
            class="button plain"
            aria-pressed={isCompared}
            onClick={() => setCompared(!isCompared)}
          >
            <Columns2 size={15} aria-hidden="true" />
            {isCompared ? words.single : words.compare}
          </button>
        )}
      </div>
      {!shown && <p class="quiet">{noneOf(run)}</p>}
      {run.may.seeMedia === 'ROLE' && exhibits.length > 0 && <p class="quiet">{words.refused}</p>}
      {isCompared && pair ? (
        <div class="pair">
          <Portrait exhibit={pair[0]} />
          <Stage exhibit={pair[1]} />
        </div>
      ) : (
        shown && <Stage key={shown.capture.id} exhibit={shown} />
      )}
      {exhibits.length > 1 && (
        <Thumbnails
          exhibits={exhibits}
          shown={isCompared ? null : (shown ?? null)}
          onChoose={(id) => {
            setChosen(id);
            setCompared(false);
          }}
        />
      )}
    </section>
  );
}

/** Says why there is no evidence. */
function noneOf({ purgedAt, status }: AdminExecution): string {
  if (purgedAt !== null) return words.purged;
  return status === 'PENDING' ? words.noneYet : words.none;
}

/** The portrait of a document, cropped from its picture; the whole picture if the check stored no position. */
function Portrait({ exhibit }: { exhibit: Exhibit }) {
  const { url, places } = exhibit.capture;
  const place = places.find(({ what }) => what === 'portrait');
  const image = usePictures(place && url !== null ? [url] : []).get(url ?? '');
  if (!place || !image) return <Stage exhibit={exhibit} />;
  const label = words.of(words.portrait, exhibit.step);
  return (
    <figure class="stage">
      <div class="portrait">
        <FieldCrop image={image} corners={place.corners} label={label} heightPx={480} />
      </div>
      <figcaption class="small quiet">{label}</figcaption>
    </figure>
  );
}

/** One exhibit, as large as the space allows. */
function Stage({ exhibit }: { exhibit: Exhibit }) {
  const { capture, step, name, attempt, attempts, isSubmitted } = exhibit;
  const label = words.of(name, step);
  const caption = [label, words.attempt(attempt, attempts), isSubmitted ? '' : words.notSubmitted];
  return (
    <figure class="stage">
      <ExhibitMedia exhibit={exhibit} label={label} />
      <figcaption class="small quiet">{caption.filter(Boolean).join(' · ')}</figcaption>
      {capture.kind === 'none' && <p class="small">{words.missing}</p>}
    </figure>
  );
}

function ExhibitMedia({ exhibit: { capture }, label }: { exhibit: Exhibit; label: string }) {
  const { url, kind } = capture;
  if (url === null)
    return (
      <div class="frame-empty">
        <ImageOff size={28} aria-hidden="true" />
      </div>
    );
  if (kind === 'image') return <PictureStage url={url} label={label} places={capture.places} />;
  // The camera records no sound.
  // biome-ignore lint/a11y/useMediaCaption: there is no speech in it
  if (kind === 'video') return <video src={url} controls preload="metadata" aria-label={label} />;
  return (
    <div class="frame-empty">
      <a class="button" href={url} download>
        <FileText size={16} aria-hidden="true" /> {words.openPdf}
      </a>
    </div>
  );
}

function Thumbnails(props: {
  exhibits: readonly Exhibit[];
  shown: Exhibit | null;
  onChoose: (id: string) => void;
}) {
  const keyOf = ({ stepId, attempt }: Exhibit) => `${stepId} ${attempt}`;
  const keys = [...new Set(props.exhibits.map(keyOf))];
  return (
    <div class="thumbs">
      {keys.map((key) => (
        <Group key={key} {...props} exhibits={props.exhibits.filter((exhibit) => keyOf(exhibit) === key)} />
      ))}
    </div>
  );
}

function Group(props: {
  exhibits: readonly Exhibit[];
  shown: Exhibit | null;
  onChoose: (id: string) => void;
}) {
  const { exhibits, shown, onChoose } = props;
  const first = exhibits[0]!;
  const heading = [first.step, words.attempt(first.attempt, first.attempts)].filter(Boolean).join(' · ');
  return (
    <fieldset>
      <legend class="small quiet">{heading}</legend>
      {exhibits.map(({ capture, name }) => (
        <button
          type="button"
          key={capture.id}
          aria-pressed={shown?.capture.id === capture.id}
          onClick={() => onChoose(capture.id)}
        >
          <Thumbnail capture={capture} />
          <span>{name}</span>
        </button>
      ))}
    </fieldset>
  );
}

function Thumbnail({ capture: { url, kind } }: Pick<Exhibit, 'capture'>) {
  if (kind === 'image' && url !== null) return <img src={url} alt="" loading="lazy" />;
  const Icon = kind === 'video' ? Film : kind === 'pdf' ? FileText : ImageOff;
  return (
    <span class="thumb-icon">
      <Icon size={18} aria-hidden="true" />
    </span>
  );
}
