/** A passport and a card with a seal of approval: the documents and their purpose. */
export function WelcomeDrawing() {
  return (
    <svg class="welcome-drawing" viewBox="0 0 240 150" aria-hidden="true">
      <g transform="rotate(-9 84 72)">
        <rect class="cover" x="46" y="18" width="78" height="108" rx="9" />
        <path
          class="cover-print"
          d="M85 40a17 17 0 0 1 0 34 17 17 0 0 1 0-34M68 57h34M85 40c-10 10-10 24 0 34M85 40c10 10 10 24 0 34"
        />
        <path class="cover-print" d="M70 94h30M76 103h18" />
      </g>
      <g transform="rotate(5 152 92)">
        <rect class="paper edge" x="88" y="52" width="120" height="78" rx="9" />
        <path class="band" d="M89 67v-6a8 8 0 0 1 8-8h102a8 8 0 0 1 8 8v6z" />
        <g transform="translate(98 76) scale(.82)">
          <rect class="band" width="40" height="50" rx="4" />
          <path
            class="person"
            d="M20 13a8.5 8.5 0 0 1 0 17 8.5 8.5 0 0 1 0-17M5 50c1-10 7-15 15-15s14 5 15 15z"
          />
        </g>
        <path class="print" d="M143 80h50M143 91h34M143 102h44" />
      </g>
      <circle class="seal" cx="203" cy="116" r="21" />
      <path class="seal-check" d="M193.5 116.5l6.5 6.5 12.5-13" />
    </svg>
  );
}
