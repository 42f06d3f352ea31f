import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropRepeatedPictures } from '../../../src/page/content/pictures.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'

/** The file names that are left, in page order. */
const left = (html: string): string => {
  const { root } = parseHtml(html)
  dropRepeatedPictures(root, 'https://shop.test/')
  const pictures = [...descendants(root)].filter(({ name }) => name === 'img')
  return pictures.map(({ attributes }) => attributes.src).join(' ')
}

describe('a picture that was shown before', () => {
  it('is left out: slides and their clones, a hero for each kind of screen', () => {
    const slides =
      '<div><img src=a.jpg></div><div><a href=x><picture><img src=b.jpg></picture></a></div>'
    assert.equal(
      left(`<section>${slides}</section><p>words</p><section>${slides}</section>`),
      'a.jpg b.jpg',
    )
  })

  it('is left out where only its screen is another', () => {
    assert.equal(left('<p><img src=h.jpg></p><p><img src=h-mobile.jpg></p>'), 'h.jpg')
    const phones = '<p><img src=desktop-1.jpg></p><p><img src=desktop-2.jpg></p>'
    assert.equal(left(phones), 'desktop-1.jpg desktop-2.jpg')
  })

  it('stays where it says something: in a cell, in a line of text, beside its twin', () => {
    const cell = '<td><img src=yes.png alt=yes></td>'
    assert.equal(left(`<table><tr>${cell}${cell}</tr></table>`), 'yes.png yes.png')
    assert.equal(left('<p>Smile <img src=s.png></p><p>Again <img src=s.png></p>'), 's.png s.png')
    assert.equal(left('<div><img src=star.png><img src=star.png></div>'), 'star.png star.png')
  })

  it('stays when it is an icon', () => {
    assert.equal(left('<div><img src=y.svg></div><div><img src=y.svg></div>'), 'y.svg y.svg')
    const small = '<div><img src=y.png width=24 height=24></div>'
    assert.equal(left(small + small), 'y.png y.png')
  })

  it('is another picture with another address', () => {
    assert.equal(
      left('<p><img src=a.jpg?v=1></p><p><img src=a.jpg?v=2></p>'),
      'a.jpg?v=1 a.jpg?v=2',
    )
  })
})
