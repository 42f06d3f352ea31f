import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'
import { splitFormulas } from '../../../src/page/markdown/math.ts'

const read = (html: string) => toMarkdown(parseHtml(html).root, { baseUrl: 'https://a.example/' })
const mathml = '<math><mi>x</mi><mo>+</mo><mn>1</mn></math>'
const annotated =
  '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>'

describe('a formula is written once, as TeX', () => {
  const cases: [what: string, html: string, markdown: string][] = [
    ['of MathML', `<p>a ${mathml} b</p>`, 'a $x+1$ b'],
    ['on a line of its own', `<p>a</p><math display="block"><mi>x</mi></math>`, 'a\n\n$$\nx\n$$'],
    ['by its source', `<p>a ${annotated} b</p>`, 'a $x^2$ b'],
    ['by its other text', '<p>a <math alttext="\\frac12"><mi>y</mi></math></p>', 'a $\\frac12$'],
    ['unless that is no TeX', '<p>a <math alttext="one half"><mi>y</mi></math></p>', 'a $y$'],
    [
      'without MediaWiki’s style',
      '<p><math alttext="{\\displaystyle x^{2}}"></math></p>',
      '$x^{2}$',
    ],
    ['of KaTeX', `<p>a <span class="katex">${annotated}<span>x2</span></span></p>`, 'a $x^2$'],
    ['of KaTeX on its own', `<div class="katex-display">${annotated}</div>`, '$$\nx^2\n$$'],
    ['of MathJax 2', `<p>a <span class="MathJax">${mathml}</span></p>`, 'a $x+1$'],
    ['without the glyphs alone', '<p>a <span class="MathJax">x²</span> b</p>', 'a b'],
    [
      'without the glyphs beside a script',
      `<p>a <span class="MathJax">${mathml}</span><script type="math/tex">y</script></p>`,
      'a $y$',
    ],
    [
      'of a script',
      '<p>a</p><script type="math/tex; mode=display">y^2</script>',
      'a\n\n$$\ny^2\n$$',
    ],
    ['of MathJax 3', `<p>a <mjx-container>${mathml}</mjx-container></p>`, 'a $x+1$'],
    [
      'of MathJax 3 on its own',
      `<mjx-container display="true">${mathml}</mjx-container>`,
      '$$\nx+1\n$$',
    ],
    [
      'of Wikipedia',
      `<p><span class="mwe-math-element">${annotated}<img class="mwe-math-fallback-image-inline" alt="x"></span></p>`,
      '$x^2$',
    ],
    ['of a picture', '<p>a <img class="latex" src="/f.png" alt="$x_1$"></p>', 'a $x_1$'],
    [
      'not of a picture without words',
      '<p>a <img class="latex" src="/f.png" alt=""></p>',
      'a ![](https://a.example/f.png)',
    ],
    ['of a wrapper', '<p>a <span class="math inline">\\(x\\)</span></p>', 'a $x$'],
    [
      'of a wrapper on its own',
      '<p>a</p><div class="math display">\\[x\\]</div>',
      'a\n\n$$\nx\n$$',
    ],
    [
      'of MathJax 4',
      '<p>a <mjx-container><mjx-math data-latex="x^2"><mjx-mi data-latex="x">x</mjx-mi></mjx-math></mjx-container></p>',
      'a $x^2$',
    ],
    [
      'of MathJax 2, as data',
      '<p>a <span class="MathJax_SVG" data-mathml="&lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;/math&gt;"></span></p>',
      'a $x$',
    ],
    ['of Zhihu', '<p>a <span class="ztext-math" data-tex="x^2">x2</span></p>', 'a $x^2$'],
    [
      'of Substack',
      '<div class="latex-rendered" data-component-name="LatexBlockToDOM" data-attrs=\'{"persistentExpression":"x^2"}\'></div>',
      '$$\nx^2\n$$',
    ],
    [
      'not of Substack without one',
      '<p>a <span class="latex-rendered" data-component-name="LatexBlockToDOM" data-attrs="{">b</span></p>',
      'a b',
    ],
    ['of GitLab', '<pre class="math" data-math-style="display"><code>x</code></pre>', '$$\nx\n$$'],
    ['of Discourse', '<p>a <span class="math">x^2</span></p>', 'a $x^2$'],
    ['not of a subject', '<p>a <span class="math">Algebra</span></p>', 'a Algebra'],
    ['of a picture of LaTeX2HTML', '<p>a <img src="/1.png" alt="$x$"></p>', 'a $x$'],
    ['of a picture of Doxygen', '<p><img src="/1.png" alt="\\[ x^2 \\]"></p>', '$$\nx^2\n$$'],
    ...[
      'latex.codecogs.com/svg.image?\\inline%20\\dpi{120}x&space;^2',
      'www.zhihu.com/equation?tex=x+%5E2',
      's0.wp.com/latex.php?latex=x+%5E2&bg=fff',
    ].map((address): [string, string, string] => [
      address,
      `<p>a <img src="https://${address}" alt=""></p>`,
      'a $x ^2$',
    ]),
    [
      'not of an address that nobody can read',
      '<p>a <img src="https://www.zhihu.com/equation?tex=%E" alt="b"></p>',
      'a ![b](https://www.zhihu.com/equation?tex=%E)',
    ],
    ['not of an empty wrapper', '<p>a <span class="math">\\( \\)</span></p>', 'a \\\\( \\\\)'],
  ]
  for (const [what, html, markdown] of cases)
    it(what, () => assert.equal(read(html).trim(), markdown))
})

describe('formulas that stand in text', () => {
  const cases: [text: string, parts: (string | [tex: string, display: boolean])[]][] = [
    ['no formula', ['no formula']],
    ['a \\(x_1\\) b', ['a ', ['x_1', false], ' b']],
    ['a \\[ x^2 \\] b', ['a ', ['x^2', true], ' b']],
    ['$$a=b$$', [['a=b', true]]],
    ['a \\(x\\) b', ['a ', ['x', false], ' b']],
    ['groups \\(like this\\) here', ['groups \\(like this\\) here']],
    ['a \\(x_1 without an end', ['a \\(x_1 without an end']],
    ['costs $5 or $x_1$ now', ['costs $5 or ', ['x_1', false], ' now']],
    ['$5 and $6', ['$5 and $6']],
    ['US$x_1$', ['US$x_1$']],
    ['$x_1$y', ['$x_1$y']],
    ['$ x_1$', ['$ x_1$']],
    ['$x_1 $', ['$x_1 $']],
    ['$a b c$', ['$a b c$']],
    ['$\\alpha$ and \\(y^2\\)', [['\\alpha', false], ' and ', ['y^2', false]]],
    [`$x_1${'y'.repeat(296)}$`, [[`x_1${'y'.repeat(296)}`, false]]],
    [`$x_1${'y'.repeat(297)}$`, [`$x_1${'y'.repeat(297)}$`]],
    [`\\(x_1${'y'.repeat(2_996)}\\)`, [[`x_1${'y'.repeat(2_996)}`, false]]],
    [`\\(x_1${'y'.repeat(2_997)}\\)`, [`\\(x_1${'y'.repeat(2_997)}\\)`]],
  ]
  for (const [text, parts] of cases)
    it(text.slice(0, 40), () => {
      assert.deepEqual(
        [...splitFormulas(text)].map(part =>
          typeof part === 'string' ? part : [part.tex, part.display],
        ),
        parts,
      )
    })
})
