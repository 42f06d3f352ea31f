/** Ways to run a script that pages have used; each would set `window.pwned` or open a dialog. */
const run = 'window.pwned=1'
const tags = [
  'img',
  'svg',
  'body',
  'iframe',
  'video',
  'audio',
  'details',
  'input',
  'object',
  'embed',
]
const events = ['onerror', 'onload', 'onfocus', 'ontoggle']

export const payloads: readonly string[] = [
  ...tags.flatMap(tag =>
    events.slice(0, 3).map(event => `<${tag} src=x ${event}="${run}" autofocus open></${tag}>`),
  ),
  `<script>${run}</script>`,
  `<SCRIPT SRC="data:text/javascript,${run}"></SCRIPT>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `</title><script>${run}</script>`,
  `<textarea></textarea><script>${run}</script>`,
  `"><script>${run}</script>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin="${run}" attributeName=x dur=1s>`,
  `<math><mtext><style><img src=x onerror="${run}"></style></mtext></math>`,
  `<a href="javascript:${run}">click</a>`,
  `<a href="JaVaScRiPt:${run}">click</a>`,
  `<a href="java\tscript:${run}">click</a>`,
  `<a href="data:text/html,<script>${run}</script>">click</a>`,
  `[click](javascript:${run})`,
  `[click](JAVASCRIPT&colon;${run})`,
  `![x](x"onerror="${run})`,
  `![x](javascript:${run})`,
  `<javascript:${run}>`,
  `[ref]: javascript:${run}`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<form action="javascript:${run}"><button>go</button></form>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${run}">`,
  `<base href="javascript:${run}//">`,
  `<link rel="stylesheet" href="javascript:${run}">`,
  `<style>@import "javascript:${run}";</style>`,
  `\`\`\`html\n<script>${run}</script>\n\`\`\``,
  `{{constructor.constructor('${run}')()}}`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
]
