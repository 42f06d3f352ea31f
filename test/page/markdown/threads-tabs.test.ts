import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

const markdown = (html: string) =>
  toMarkdown(parseHtml(html).root, { baseUrl: 'https://example.com/' }).trim()

describe('replies in boxes', () => {
  it('are quotes inside the comment they answer', () => {
    const html = `<div class="comment"><p>One</p><div class="children">
      <div class="comment odd"><p>Two</p><div class="comment"><p>Three</p></div></div></div></div>
      <div class="comment"><p>Four</p></div>`
    assert.equal(markdown(html), 'One\n\n> Two\n>\n> > Three\n\nFour')
  })

  it('are none where a box only wraps a comment, or answers nothing', () => {
    const wrapped = '<div class="comment"><div class="comment"><p>One</p></div></div>'
    assert.equal(markdown(wrapped), 'One')
    const apart = '<div class="comment">One</div><div class="comment">Two</div>'
    assert.equal(markdown(apart), 'One\n\nTwo')
    const rows = '<div class="row">One<div class="row">Two</div></div>'
    assert.equal(markdown(rows), 'One\n\nTwo')
  })

  it('are as deep as the row of comments that they stand in states', () => {
    const thread = 'One\n\n> Two\n>\n> > Three\n>\n> > Four\n\n> Five\n\nSix'
    const depths = [0, 1, 2, 2, 1, 0]
    const words = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    const rows: ((depth: number, text: string) => string)[] = [
      (depth, text) => `<div class="comment" data-depth="${depth}">${text}</div>`,
      (depth, text) =>
        `<article class="comment" style="margin-left:${depth * 15}px">${text}</article>`,
      (depth, text) =>
        `<div style="padding-left: ${depth * 2}em"><div class="comment">${text}</div></div>`,
      (depth, text) => `<div class="comment comment-level--${depth + 1}">${text}</div>`,
      (depth, text) =>
        `<div role="treeitem" aria-level="${depth + 1}"><div class="comment">${text}</div></div>`,
      (depth, text) => `<a-comment depth="${depth}">${text}</a-comment>`,
    ]
    for (const row of rows) {
      const html = words.map((text, at) => row(depths[at] ?? 0, text)).join('')
      assert.equal(markdown(html), thread, html)
    }
    const cells: ((depth: number) => string)[] = [
      depth => `<td indent="${depth}"><img src="s.gif" height="1" width="${depth * 40}"></td>`,
      depth => `<td width="${depth * 20}"></td>`,
    ]
    for (const cell of cells) {
      const html = words.map(
        (text, at) => `<tr><td><table><tr>${cell(depths[at] ?? 0)}<td><a href="vote"></a></td>
          <td><div class="comment">${text}</div></td></tr></table></td></tr>`,
      )
      assert.equal(markdown(`<table>${html.join('')}</table>`), thread, html[1])
    }
  })

  it('may stand in a box behind the comment', () => {
    const html = `<div class="comment">One</div><div class="indented"><div class="comment">Two</div>
      <div class="indented"><div class="comment">Three</div></div></div><div class="comment">Four</div>`
    assert.equal(markdown(html), 'One\n\n> Two\n>\n> > Three\n\nFour')
    const listed = `<ul><li><div class="a-comment">One</div><ul class="children">
      <li><div class="a-comment">Two</div></li></ul></li></ul>`
    assert.equal(markdown(listed), '- One\n  - Two')
    const nested = `<x-comment depth="0"><p>One</p><x-comment depth="1"><p>Two</p></x-comment></x-comment>`
    assert.equal(markdown(nested), 'One\n\n> Two')
  })

  it('are none where all are as deep, or where what is numbered is no comment', () => {
    for (const html of [
      '<div class="comment" data-depth="1">One</div><div class="comment" data-depth="1">Two</div>',
      '<p data-level="1">One</p><p data-level="2">Two</p>',
      '<div class="comment">One</div><div class="children"><p>Two</p></div>',
    ])
      assert.equal(markdown(html), 'One\n\nTwo')
  })

  it('take no more time the more of them there are', () => {
    const count = 10_000
    const deep = '<div class="comment">a'.repeat(500)
    const started = process.cpuUsage()
    const many = '<div class="comment" data-depth="1"></div>'.repeat(count)
    markdown(`<div class="comment"><i></i>${many}</div>${deep}`)
    const { user, system } = process.cpuUsage(started)
    assert.ok(user + system < 5_000_000, `${Math.round((user + system) / 1_000)} ms`)
  })
})

describe('tabs', () => {
  const list = (tabs: string) => `<ul role="tablist">${tabs}</ul>`

  it('stand above their panels, by their ids or by their number', () => {
    const byId = `${list('<li role="tab" aria-controls="b">npm</li><li role="tab" id="y">Yarn</li>')}
      <div role="tabpanel" aria-labelledby="y">yarn add</div><div role="tabpanel" id="b">npm i</div>`
    assert.equal(markdown(byId), '**Yarn**\n\nyarn add\n\n**npm**\n\nnpm i')
    const byNumber = `<div>${list('<li role="tab">npm</li><li role="tab">Yarn</li>')}
      <div><div role="tabpanel">npm i</div><div role="tabpanel">yarn add</div></div></div>`
    assert.equal(markdown(byNumber), '**npm**\n\nnpm i\n\n**Yarn**\n\nyarn add')
  })

  it('stay a list where nobody knows which panel is whose', () => {
    const html = `<div>${list('<li role="tab">npm</li><li role="tab">Yarn</li>')}
      <div role="tabpanel">npm i</div></div>`
    assert.equal(markdown(html), '- npm\n- Yarn\n\nnpm i')
  })
})

describe('boxes side by side', () => {
  it('are words apart, by a style or a class', () => {
    const words = '<b>PORT</b><i>number</i><span>required</span>'
    for (const row of ['class="mt-2 flex"', 'class="d-inline-flex"', 'style="display: grid"'])
      assert.equal(markdown(`<div ${row}>${words}</div>`), '**PORT** *number* required')
    assert.equal(markdown('<p class="flexible"><span>PO</span><span>RT</span></p>'), 'PORT')
    assert.equal(markdown('<p class="flex"><span>P</span><span>ORT</span></p>'), 'PORT')
  })

  it('are two where a number meets the next fact', () => {
    const both = (one: string, other: string, box = 'div') =>
      markdown(`<${box}>${one}${other}</${box}>`)
    const date = 'Jan 2, 2026'
    assert.equal(both(`<time>${date}</time>`, '<span>5 min read</span>'), `${date} 5 min read`)
    assert.equal(both('<span>Jane Roe</span>', `<time>${date}</time>`, 'p'), `Jane Roe ${date}`)
    assert.equal(both(`<span>${date}</span>`, '<span>5 min read</span>'), `${date} 5 min read`)
    assert.equal(both('<span>iPhone 15</span>', '<span>128 GB</span>'), 'iPhone 15 128 GB')
    assert.equal(both('<b class=l>Chapter 1</b>', '<span>17</span>'), '**Chapter 1** 17')
    // Word cuts its text anywhere, and a counter is one number.
    assert.equal(both('<span>since May 19</span>', '<span>98</span>', 'p'), 'since May 1998')
    assert.equal(both('<span>1</span>', '<span>2</span>'), '12')
  })

  it('are words apart where nothing but such elements stands, or a badge, a label, a price', () => {
    const cases: [html: string, markdown: string][] = [
      ['<code>PORT</code><span class="a">number</span><b>always</b>', '`PORT` number **always**'],
      ['<span>Java</span><b>Script</b>', 'Java**Script**'],
      ['so <b>un</b><i>believable</i>', 'so **un***believable*'],
      ['Build<span class="nav-badge">New</span>', 'Build New'],
      ['<span class="methodLabel">Get</span>all', 'Get all'],
      ['pri<span class="stage">mary</span>', 'primary'],
      ['<strong>Pitch:</strong>wet, <b>12:</b>30', '**Pitch:** wet, **12**:30'],
      ['<label>Seats</label><output>320</output>', 'Seats 320'],
      ['<span class="was">$20</span><span class="now">$15</span>', '$20 $15'],
      ['<span>Rovers</span><span>3</span>', 'Rovers 3'],
      ['<span class="d">4</span><span class="m">Mar</span>', '4 Mar'],
      ['<span class="last">LW 3</span><span class="weeks">15 weeks</span>', 'LW 3 15 weeks'],
      ['<span class="a">1</span><span class="b">7</span>', '17'],
    ]
    for (const [html, expected] of cases) assert.equal(markdown(`<p>${html}</p>`), expected)
  })
})
