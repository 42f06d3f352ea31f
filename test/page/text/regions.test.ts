import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { headingLevel, regionOf } from '../../../src/page/text/regions.ts'

const elementsIn = (html: string) => [...descendants(parseHtml(`<body>${html}`).root)]
const last = (html: string) => elementsIn(html).at(-1) ?? assert.fail(html)

describe('the part of a page that an element begins', () => {
  const deep = (html: string) => `${'<div>'.repeat(9)}${html}`
  const regions: [html: string, region: string | undefined][] = [
    ['<nav>', 'nav'],
    ['<aside>', 'aside'],
    ['<main>', 'main'],
    ['<header>', 'header'],
    ['<footer>', 'footer'],
    ['<div>', undefined],
    ['<section>', undefined],
    ['<div role=navigation>', 'nav'],
    ['<div role=banner>', 'header'],
    ['<div role=contentinfo>', 'footer'],
    ['<div role=complementary>', 'aside'],
    ['<div role=main>', 'main'],
    ['<nav role=main>', 'main'],
    ['<nav role=list>', 'nav'],
    [deep('<nav>'), 'nav'],
    // Far inside they are an article's own.
    [deep('<header>'), undefined],
    [deep('<footer>'), undefined],
  ]
  for (const [html, region] of regions)
    it(`is ${region} at ${html.slice(-24)}`, () => assert.equal(regionOf(last(html)), region))
})

describe('the level of a heading', () => {
  const levels: [html: string, level: number | undefined][] = [
    ['<h1>', 1],
    ['<h6>', 6],
    ['<p>', undefined],
    ['<div role=heading>', 2],
    ['<div role=heading aria-level=1>', 1],
    ['<div role=heading aria-level=6>', 6],
    ['<div role=heading aria-level=3.5>', 3],
    ['<div role=heading aria-level=7>', 2],
    ['<div role=heading aria-level=0>', 2],
    ['<h2><div>', 2],
    ['<h2><div><div>', 2],
    ['<h2><div><div><div>', undefined],
  ]
  for (const [html, level] of levels)
    it(`is ${level} in ${html}`, () => assert.equal(headingLevel(elementsIn(html)), level))
})
