/** Style of a hosted page: that of the flow in its default theme, so that the flow replaces the page without a visual jump. */
export const hostedStyle = `
:root{color-scheme:light dark;--surface:#fff;--text:#131a2b;--quiet:#5d6270;--accent:#2251d1;--on-accent:#fff;--tint:#ebeffb;--caution:#8f5200;--caution-tint:#f4eee6}
@media(prefers-color-scheme:dark){:root{--surface:#12151d;--text:#edf0f7;--quiet:#a3a6ad;--accent:#8cabff;--on-accent:#0c1636;--tint:#262d41;--caution:#f0b429;--caution-tint:#3a321f}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html,body{height:100%;margin:0;background:var(--surface)}
body{color:var(--text);font:17px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
#flow{height:100vh;height:100dvh}
.instead,.says{display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center}
.instead{min-height:100%;padding:24px max(24px,env(safe-area-inset-right)) 24px max(24px,env(safe-area-inset-left))}
.unscripted{position:fixed;inset:0;overflow:auto;background:var(--surface)}
.says{width:100%;max-width:392px}
.mark{display:grid;place-items:center;width:88px;height:88px;margin-bottom:24px;border-radius:50%;background:var(--tint);color:var(--accent)}
.caution .mark{background:var(--caution-tint);color:var(--caution)}
.mark svg{width:48px;height:48px;fill:none;stroke:currentcolor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
[dir=rtl] .pointing svg{transform:scaleX(-1)}
h1{margin:0 0 8px;font-size:28px;line-height:1.2;font-weight:600;text-wrap:balance;overflow-wrap:break-word}
p{margin:0;color:var(--quiet);text-wrap:balance}
button{width:100%;margin-top:32px;min-height:52px;padding:8px 24px;border:1px solid transparent;border-radius:12px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--text);outline-offset:2px}
h1:focus{outline:none}
button[aria-disabled]{opacity:.6;cursor:progress}
.requester{margin-bottom:24px;overflow-wrap:anywhere}
.number{display:block;margin-top:24px;font-size:44px;font-weight:600;line-height:1.2;letter-spacing:.12em;text-indent:.12em;font-variant-numeric:tabular-nums}
.note{margin-top:16px;font-size:15px}
.dot{width:16px;height:16px;border-radius:8px;background:gray;animation:breathe .8s alternate infinite}
#starting .says{position:absolute;top:calc(50% + 32px);left:0;right:0;max-width:none;padding:0 24px}
#starting h1{font-size:17px;line-height:1.4}
#starting h1,#starting p{max-width:392px;opacity:0;animation:appear .2s .3s forwards}
#starting p{animation-delay:10s}
@keyframes breathe{from{opacity:.15}to{opacity:.8}}
@keyframes appear{to{opacity:1}}
@media(prefers-reduced-motion:reduce){.dot{animation:none}}
@media(scripting:none){#starting{display:none}}
@media(forced-colors:active){.mark{border:1px solid}.dot{background:CanvasText}}
`;
