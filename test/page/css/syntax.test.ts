import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CssPart, cutBlock, cutSheet } from '../../../src/page/css/syntax.ts'

/** One line for each part, its block in brackets. */
const write = (parts: CssPart[]): string =>
  parts
    .map(part => {
      if (part.is === 'declaration') return `${part.name}=${part.value}${part.important ? '!' : ''}`
      const block = part.block ? `[${write(part.block())}]` : ''
      return part.is === 'rule' ? part.prelude + block : `@${part.name} ${part.prelude}${block}`
    })
    .join('; ')

describe('CSS text', () => {
  const sheets: [css: string, parts: string][] = [
    ['a{b:c;D : e !important}', 'a[b=c; d=e!]'],
    ['a{b:c', 'a[b=c]'],
    ['<!-- a{b:c} -->', 'a[b=c]'],
    ['/*x{*/a/*y*/ b{/*z*/c:/*;*/d}', 'a/**/ b[c=d]'],
    ['@layer a, b;@media x{c{d:e}}', '@layer a, b; @media x[c[d=e]]'],
    ['a{b:url(x;y);c:"};";d:e}', 'a[b=url(x;y); c="};"; d=e]'],
    ['a{b;:c;d:e}', 'a[d=e]'],
    ['a{b:c!x y;d:;e:f}', 'a[e=f]'],
    ['a{--b:{c;d};e:f}', 'a[--b={c;d}; e=f]'],
    ['a{b:c;d:hover{e:f}g:h}', 'a[b=c; d:hover[e=f]; g=h]'],
    ['a{.b{c:d}e:f;@media x{g:h}}', 'a[.b[c=d]; e=f; @media x[g=h]]'],
    // A bracket that nothing closes takes the rest with it, as in a browser.
    ['a{b:(}c{d:e}', 'a[b=(}c{d:e}]'],
  ]
  for (const [css, parts] of sheets)
    it(`${css} is cut where a browser cuts it`, () => assert.equal(write(cutSheet(css)), parts))

  it('in an attribute has no braces around it', () => {
    assert.equal(write(cutBlock(' a : b;; c;d:e')), 'a=b; d=e')
  })
})
