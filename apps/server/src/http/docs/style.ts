/** Style sheet of the service's pages, with a light and a dark color scheme. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fbfaf7; --line: #d9d4c7; --accent: #8a5a12; --soft: #f1ede3 }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8de; --paper: #191815; --line: #3d3a32; --accent: #e0ab58; --soft: #24221d } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 0 1.25rem 4rem; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
header { position: sticky; top: 0; background: var(--paper); border-bottom: 1px solid var(--line); padding: .75rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline }
h1 { font-size: 1.25rem; margin: 0 } h2 { font-size: 1.1rem; margin: 0 0 .25rem; font-family: ui-monospace, monospace } h3 { font-size: 1rem; margin: 1rem 0 0 }
nav { display: flex; flex-wrap: wrap; gap: .25rem .9rem } a { color: var(--accent) }
section { padding-top: 2rem; scroll-margin-top: 6rem } .price { color: var(--accent); white-space: nowrap }
pre, output { display: block; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; overflow: auto; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
output:empty { display: none } form { display: grid; gap: .5rem; margin: .75rem 0 } label { display: grid; gap: .2rem; font-size: .85rem } label.inline { display: flex; align-items: center }
.key { margin-left: auto } textarea, select, input:not([type=checkbox]) { font: 14px ui-monospace, monospace; padding: .45rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; width: 100% }
button { justify-self: start; padding: .45rem 1.1rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--paper); font: inherit; cursor: pointer } button:disabled { opacity: .5 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
`;
