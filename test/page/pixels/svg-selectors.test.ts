import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'

const colorsOf = (css: string, body: string, widthPx = 64): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><style>${css}</style>${body}</svg>`
  const result = sanitizeSvg(svg, { theme: 'light', widthPx })
  assert.ok(result.ok)
  return result.colors.join()
}
const path = '<path class="a" d="M0 0h8v8z"/>'

test('the rules of a drawing meet the elements that they are for', () => {
  const cases: [css: string, body: string, colors: string][] = [
    ['.a{fill:red}', path, '#ff0000'],
    ['path:empty{fill:red}', path, '#ff0000'],
    ['path:empty{fill:red}', '<path d="M0 0h8v8z"> </path>', '#ff0000'],
    ['path:empty{fill:red}', '<path d="M0 0h8v8z"><title>x</title></path>', '#000000'],
    ['g:empty{fill:red}', `<g>${path}</g>`, '#000000'],
    ['text:empty{fill:red}', '<text y="8">x</text>', '#000000'],
    ['path:first-child{fill:red}', `<g>${path}</g>`, '#ff0000'],
    ['path + path{fill:red}', `<g>${path}${path}</g>`, '#000000,#ff0000'],
    ['*{fill:red}', path, '#ff0000'],
    ['*{fill:red}path{fill:blue}', path, '#0000ff'],
    ['path{fill:blue}*{fill:red}', path, '#0000ff'],
    [':where(.a){fill:red}', path, '#ff0000'],
    [':where(.b){fill:red}', path, '#000000'],
    // The stronger one, the later of equals, the element's own, and what is important.
    ['.a{fill:red}path{fill:blue}', path, '#ff0000'],
    ['.a{fill:red}.a{fill:blue}', path, '#0000ff'],
    ['path{fill:red}', '<path style="fill:blue" d="M0 0h8v8z"/>', '#0000ff'],
    ['path{fill:red!important}', '<path style="fill:blue" d="M0 0h8v8z"/>', '#ff0000'],
    ['path,.a{fill:red}path{fill:blue}', path, '#ff0000'],
    ['@media (min-width:100px){.a{fill:red}}', path, '#000000'],
    ['@media (max-width:100px){.a{fill:red}}', path, '#ff0000'],
    ['@layer x{.a{fill:red}}', path, '#ff0000'],
    ['@supports (x:y){.a{fill:red}}', path, '#000000'],
  ]
  for (const [css, body, colors] of cases) assert.equal(colorsOf(css, body), colors, css + body)
})
