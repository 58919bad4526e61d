/** Flaw of the pictures that the scene illustrates. */
export type FaceFlaw = 'blurred' | 'dark' | 'bright' | 'far' | 'missing' | 'many' | 'covered' | 'turned';

interface FaceSceneProps {
  readonly flaw?: FaceFlaw;
}

/** Draws a face in the oval of the camera, as it should be or with the flaw of the last pictures. */
export function FaceScene({ flaw }: FaceSceneProps) {
  return (
    <svg class="scene-drawing" viewBox="28 8 264 174" aria-hidden="true">
      {flaw !== 'missing' && (
        <g transform={flaw === 'far' ? 'translate(88 62) scale(.45)' : undefined}>
          {flaw === 'many' && (
            <g opacity=".55" transform="translate(92 26) scale(.85)">
              <Head />
            </g>
          )}
          {flaw === 'blurred' && (
            <g opacity=".4" transform="translate(-8 -3)">
              <Head />
            </g>
          )}
          <g opacity={flaw === 'blurred' ? '.6' : undefined}>
            <Head />
          </g>
          {flaw === 'covered' && <path class="face-mask" d="M135 102c16-8 34-8 50 0v12c-6 17-44 17-50 0z" />}
        </g>
      )}
      {flaw === 'missing' && (
        <path class="question" d="M147 80c0-8 6-13 13-13s13 5 13 12c0 9-13 10-13 20M160 112v.1" />
      )}
      {flaw === 'dark' && <rect class="shade" x="-160" width="640" height="190" />}
      {flaw === 'bright' && <rect class="haze" x="-160" width="640" height="190" />}
      <ellipse class={flaw ? 'brackets flawed' : 'brackets'} cx="160" cy="95" rx="56" ry="74" />
      {(!flaw || flaw === 'turned') && (
        <path
          class={flaw ? 'brackets flawed' : 'brackets'}
          d="M76 95H52M62 84L51 95l11 11M244 95h24M258 84l11 11-11 11"
        />
      )}
    </svg>
  );
}

function Head() {
  return (
    <>
      <path class="paper" d="M112 176c2-30 20-38 36-41v-14h24v14c16 3 34 11 36 41z" />
      <path class="paper" d="M160 42c20 0 31 15 31 39 0 27-14 47-31 47s-31-20-31-47c0-24 11-39 31-39z" />
      <path
        class="person"
        d="M128 86c-4-32 10-50 32-50s36 18 32 50c-3-18-10-26-20-30-14 6-34 4-40 12-2 4-3 10-4 18z"
      />
      <path class="face-lines" d="M146 88v.1M174 88v.1M160 90v11M149 112c6 5 16 5 22 0" />
    </>
  );
}
