/** Style sheet of the reference page. */
export const referenceStyle = `
:root{color-scheme:light dark;--surface:#fff;--side:#f6f7fa;--text:#131a2b;--quiet:#565c6b;--accent:#2251d1;--line:#dfe2ea;--tint:#ebeffb}
@media(prefers-color-scheme:dark){:root{--surface:#12151d;--side:#181c26;--text:#edf0f7;--quiet:#a9adb6;--accent:#8cabff;--line:#2d3342;--tint:#232a3d}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:16px}
body{margin:0;display:grid;grid-template-columns:272px minmax(0,1fr);background:var(--surface);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;padding:8px 16px;background:var(--surface)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px;background:var(--side);border-right:1px solid var(--line);font-size:14px}
nav .title{margin:0;font-weight:600}
nav h2{margin:24px 0 8px;font-size:12px;text-transform:uppercase;letter-spacing:.06em;color:var(--quiet)}
nav ul{margin:0;padding:0;list-style:none}
nav li a{display:flex;gap:8px;align-items:baseline;padding:3px 0;text-decoration:none;color:inherit}
nav li a:hover{color:var(--accent)}
main{max-width:980px;padding:40px 48px 120px}
h1{margin:0 0 24px;font-size:34px;line-height:1.2}
h1 small{color:var(--quiet);font-weight:400}
main h2{margin:72px 0 8px;font-size:26px}
h3{margin:0 0 4px;font-size:20px}
article{margin-top:40px;padding-top:32px;border-top:1px solid var(--line)}
p{margin:8px 0;max-width:72ch;overflow-wrap:anywhere}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--tint);border-radius:4px;padding:1px 5px;overflow-wrap:anywhere}
pre{margin:8px 0;padding:16px;overflow:auto;background:var(--side);border:1px solid var(--line);border-radius:8px}
pre code{background:none;padding:0}
.method{display:inline-block;min-width:46px;font:600 11px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--quiet)}
.address .method{font-size:14px;color:var(--accent)}
.problem{margin:4px 0}
table{width:100%;margin:16px 0;border-collapse:collapse;font-size:15px}
caption{padding:4px 0;text-align:left;font-weight:600;font-size:14px;color:var(--quiet)}
th,td{padding:8px 12px 8px 0;text-align:left;vertical-align:top;border-top:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:400}
thead th{font-size:13px;color:var(--quiet)}
em{font-style:normal;font-size:12px;color:var(--quiet)}
@media(max-width:800px){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}nav li a{padding:8px 0}main{padding:24px 20px 80px}h1{font-size:28px}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`;
