import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanText, collapseSpace, dropInvisible } from '../../../src/page/html/clean-text.ts'
import { descendants, type HtmlElement, parseHtml } from '../../../src/page/html/html.ts'
import { mathmlToTex } from '../../../src/page/markdown/mathml.ts'

const tex = (inner: string) => {
  const { root } = parseHtml(`<math>${inner}</math>`)
  return mathmlToTex([...descendants(root)].find(({ name }) => name === 'math') as HtmlElement)
}

test('a formula is TeX', () => {
  const cases: [mathml: string, tex: string][] = [
    ['<mi>x</mi><mo>=</mo><mn>2</mn>', 'x=2'],
    ['<mfrac><mi>a</mi><mi>b</mi></mfrac>', '\\frac{a}{b}'],
    ['<msqrt><mi>a</mi><mi>b</mi></msqrt>', '\\sqrt{a b}'],
    ['<mroot><mi>a</mi><mn>3</mn></mroot>', '\\sqrt[3]{a}'],
    ['<msup><mi>x</mi><mn>2</mn></msup>', 'x^{2}'],
    ['<msup><mrow><mi>x</mi><mi>y</mi></mrow><mn>2</mn></msup>', '{xy}^{2}'],
    ['<msub><mi>α</mi><mi>i</mi></msub>', '\\alpha_{i}'],
    ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_{i}^{2}'],
    ['<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>', '\\sum_{i}^{n}'],
    ['<munder><mi>lim</mi><mi>n</mi></munder>', '\\lim_{n}'],
    ['<mover><mi>x</mi><mo>→</mo></mover>', '\\vec{x}'],
    ['<mover><mi>x</mi><mi>q</mi></mover>', '\\overset{q}{x}'],
    ['<mtext> if </mtext><ms>s</ms>', '\\text{if}\\text{s}'],
    ['<mi>sin</mi><mi>x</mi>', '\\sin x'],
    ['<mi>foo</mi>', '\\mathrm{foo}'],
    ['<mi mathvariant="bold">v</mi>', '\\mathbf{v}'],
    ['<mi>α</mi><mi>b</mi>', '\\alpha b'],
    ['<mi>α</mi><mo>+</mo>', '\\alpha+'],
    ['<mo>\\</mo><mi>a</mi><mi>b</mi>', '\\a b'],
    ['<mo>{</mo><mi>x</mi><mo>}</mo>', '\\{x\\}'],
    ['<mo>(</mo><mn>−1</mn><mo>−</mo>', '(−1-'],
    [
      '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>',
      '\\begin{matrix}a & b \\\\ c\\end{matrix}',
    ],
    ['<mfenced><mi>a</mi><mi>b</mi></mfenced>', '(a, b)'],
    ['<mfenced open="[" close="|"><mi>a</mi></mfenced>', '[a|'],
    ['<semantics><mi>x</mi><annotation>no</annotation></semantics>', 'x'],
    ['<mfrac><mi>a</mi></mfrac>', '\\frac{a}{}'],
    ['<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '{n \\atop k}'],
    ['<mover><mi>x</mi><mo>\u0302</mo></mover>', '\\hat{x}'],
    ['<munder><mi>x</mi><mo>_</mo></munder>', '\\underline{x}'],
    ['<munder><mi>x</mi><mo>⏟</mo></munder>', '\\underbrace{x}'],
    ['<mrow><mo fence="true">(</mo><mi>x</mi><mo fence="true">)</mo></mrow>', '(x)'],
    [
      '<mrow><mo fence="true">⟨</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo fence="true"></mo></mrow>',
      '\\left\\langle\\frac{a}{b}\\right.',
    ],
  ]
  for (const [mathml, expected] of cases) assert.equal(tex(mathml), expected, mathml)
})

test('a formula without end is its text', () => {
  const deep = tex(`${'<mrow>'.repeat(150)}<msup><mi>x</mi><mn>2</mn></msup>`)
  assert.equal(deep.replace(/\s/g, ''), 'x2')
  assert.equal(tex(`${'<mrow>'.repeat(90)}<msup><mi>x</mi><mn>2</mn></msup>`), 'x^{2}')
})

test('text is as a person sees it', () => {
  assert.equal(cleanText(' a \u0085\t b\u00a0c\n'), 'a b c')
  assert.equal(collapseSpace('a  b\n\nc d'), 'a b c d')
  const cases: [text: string, shown: string][] = [
    ['a\u200bb\u202ec\u{e0041}', 'abc'],
    ['a\u0000b\tc\n', 'ab\tc\n'],
    ['a\u200db', 'ab'],
    ['\u0915\u200d\u0937', '\u0915\u200d\u0937'],
    ['a\u200d\u0937', 'a\u0937'],
    ['\u0915\u200db', '\u0915b'],
    ['\u02ff\u200d\u0937', '\u02ff\u0937'],
    ['\u0300\u200c\u0300', '\u0300\u200c\u0300'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['a\ufe0f', 'a'],
    ['1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    ['plain', 'plain'],
  ]
  for (const [text, shown] of cases) assert.equal(dropInvisible(text), shown, JSON.stringify(text))
})
