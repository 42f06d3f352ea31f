import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sanitizeSvg } from '../../../src/page/pixels/svg/sanitize.ts'
import { withSize } from '../../../src/page/pixels/svg/serialize.ts'

const ns = 'xmlns="http://www.w3.org/2000/svg"'
const path = '<path d="M0 0h8v8z"/>'
const svg = (body: string, before = '') => `${before}<svg ${ns} viewBox="0 0 8 8">${body}</svg>`
const nested = (levels: number, inner: string) =>
  `${'<g>'.repeat(levels)}${inner}${'</g>'.repeat(levels)}`
const text = (characters: number) => `<text>${'x'.repeat(characters)}</text>`
const stops = (count: number) =>
  `<linearGradient id="g">${'<stop/>'.repeat(count)}</linearGradient><path fill="url(#g)" d="M0 0h8v8z"/>`
const doctype = (inside: string) => `<!DOCTYPE svg [${inside}]>`
const entity = (name: string, value: string) => `<!ENTITY ${name} "${value}">`

describe('what a drawing may hold', () => {
  const cases: [what: string, file: string, refused: string | undefined][] = [
    ['5,000 elements', svg('<desc/>'.repeat(4_998) + path), undefined],
    ['5,001 elements', svg('<desc/>'.repeat(4_999) + path), 'too_many_elements'],
    ['64 levels', svg(nested(62, path)), undefined],
    ['65 levels', svg(nested(63, path)), 'too_deep'],
    ['1,000 stops', svg(stops(1_000)), undefined],
    ['1,001 stops', svg(stops(1_001)), 'too_complex'],
    ['2,000 characters of text', svg(text(2_000)), undefined],
    ['2,001 characters of text', svg(text(2_001)), 'too_complex'],
    ['2,001 characters in two texts', svg(text(1_000) + text(1_001)), 'too_complex'],
    ['a DOCTYPE', svg(path, '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">'), undefined],
    [
      'entities of plain text',
      svg(path, doctype(`\n ${entity('a', 'b')} <!-- c -->\n`)),
      undefined,
    ],
    ['a declaration of something else', svg(path, doctype('<!ELEMENT svg ANY>')), 'doctype'],
    ['an entity of another file', svg(path, doctype('<!ENTITY a SYSTEM "b">')), 'doctype'],
    ['an entity of entities', svg(path, doctype(entity('a', '&b;'))), 'doctype'],
    [
      'a DOCTYPE of 8,192 characters',
      svg(path, doctype(entity('a', 'x'.repeat(8_170)))),
      undefined,
    ],
    ['a longer one', svg(path, doctype(entity('a', 'x'.repeat(8_180)))), 'doctype'],
    [
      'entities of 64 kB in all',
      svg(`${path}<desc>${'&a;'.repeat(16)}</desc>`, doctype(entity('a', 'x'.repeat(4_096)))),
      undefined,
    ],
    [
      'more than that',
      svg(`${path}<desc>${'&a;'.repeat(17)}</desc>`, doctype(entity('a', 'x'.repeat(4_096)))),
      'doctype',
    ],
    ['nothing that is drawn', svg('<g/>'), 'empty'],
    ['another root', '<g xmlns="http://www.w3.org/2000/svg"/>', 'not_svg'],
    ['what is no XML', svg('<path>'), 'malformed'],
    [
      'an encoding that hides markup',
      svg(path, '<?xml version="1.0" encoding="utf-7"?>'),
      'encoding',
    ],
  ]
  for (const [what, file, refused] of cases)
    it(`${what}: ${refused ?? 'kept'}`, () => {
      const result = sanitizeSvg(Buffer.from(file))
      assert.equal(result.ok ? undefined : result.reason, refused)
    })
})

describe('what a drawing keeps', () => {
  const kept = (body: string, before?: string) => {
    const result = sanitizeSvg(svg(body, before))
    return result.ok ? result.svg : result.reason
  }
  it('nothing of other namespaces, nor what stands in them, and all that comes behind', () => {
    const other = `<x:a xmlns:x="urn:x">words<x:b><path d="M1 1h2v2z"/></x:b><path d="M3 3h2v2z"/></x:a>`
    assert.equal(kept(`${other}${path}`), kept(path))
    assert.equal(kept(`<g>${other}</g>${path}`), kept(`<g></g>${path}`))
  })
  it('what entities stand for', () => {
    assert.equal(kept('<path d="&d;"/>', doctype(entity('d', 'M0 0h8v8z'))), kept(path))
    assert.equal(
      kept('<path d="&d;"/>', doctype(entity('d', 'M0 0h8v8z') + entity('d', 'M0 0'))),
      kept(path),
      'the first one',
    )
    assert.equal(
      kept('<path d="M0 0h8v8z" id="&lt;"/>', doctype(entity('lt', 'x'))),
      kept('<path d="M0 0h8v8z" id="&lt;"/>'),
      'XML’s own stay its own',
    )
  })
  it('of two rules the more specific one, of equals the later, and what is important', () => {
    const fill = (css: string, style = '') => {
      const result = sanitizeSvg(
        svg(`<style>${css}</style><path id="p" class="a b" ${style} d="M0 0h8v8z"/>`),
      )
      return result.ok ? result.colors.join() : result.reason
    }
    assert.equal(fill('.a{fill:#111}.b{fill:#222}'), '#222222')
    assert.equal(fill('.b{fill:#222}.a{fill:#111}'), '#111111')
    assert.equal(fill('#p{fill:#333}.a{fill:#111}'), '#333333')
    assert.equal(fill('.a,#p{fill:#111}.b{fill:#222}'), '#111111')
    assert.equal(fill('#p,.a{fill:#111}.b{fill:#222}'), '#111111')
    assert.equal(fill('.x,.a{fill:#111}path{fill:#222}'), '#111111')
    assert.equal(fill('.x{fill:#111}'), '#000000')
    assert.equal(fill('#p{fill:#333}', 'style="fill:#444"'), '#444444')
    assert.equal(fill('path{fill:#555!important}', 'style="fill:#444"'), '#555555')
  })
})

describe('another size for a drawing', () => {
  it('takes the place of the old one, and leaves the rest', () => {
    assert.equal(
      withSize('<svg width="8" viewBox="0 0 8 8" height="9"><path width="3"/></svg>', 16, 32),
      '<svg viewBox="0 0 8 8" width="16" height="32"><path width="3"/></svg>',
    )
    assert.equal(withSize('<svg width="8"/>', 16, 32), '<svg width="16" height="32"/>')
  })
})
