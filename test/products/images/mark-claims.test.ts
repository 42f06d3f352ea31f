import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decide } from '../../../scripts/marks/claims.ts'
import type { Brand } from '../../../scripts/marks/sources.ts'

const brand = (source: string, title: string, url: string, ...names: string[]): Brand => ({
  source,
  slug: title,
  title,
  names: [title, ...names],
  url,
  licence: 'CC0-1.0',
})

/** The titles a domain was accepted with, or why it was refused. */
const verdict = (domain: string, ...brands: Brand[]) => {
  const decision = decide(brands).find(each => each.domain === domain)
  if (!decision?.accepted) return decision?.reason
  return decision.claims.map(claim => claim.brand.title)
}

describe('a domain is given to a brand', () => {
  it('that has its name and its home page', () => {
    assert.deepEqual(verdict('acme.com', brand('a', 'Acme', 'https://www.acme.com/en')), ['Acme'])
    assert.deepEqual(verdict('cal.com', brand('a', 'Cal.com', 'https://cal.com')), ['Cal.com'])
  })

  it('that keeps its press page there, on a plain suffix only', () => {
    assert.deepEqual(verdict('acme.com', brand('a', 'Acme', 'https://acme.com/press')), ['Acme'])
    assert.equal(
      verdict('acme.de', brand('a', 'Acme', 'https://acme.de/presse')),
      'one source, and not its home page',
    )
  })

  it('known by a sub-domain only if a second package says so, in its own words', () => {
    const first = brand('a', 'Acme', 'https://brand.acme.com/logo')
    assert.equal(verdict('acme.com', first), 'one source, and not its home page')
    assert.equal(
      verdict('acme.com', first, brand('b', 'Acme', 'https://brand.acme.com/logo/')),
      'one source, and not its home page',
    )
    assert.deepEqual(verdict('acme.com', first, brand('b', 'Acme', 'https://docs.acme.com')), [
      'Acme',
      'Acme',
    ])
  })

  it('that bears the name, of all that live under an umbrella', () => {
    const umbrella = [
      brand('a', 'Acme', 'https://acme.com/press'),
      brand('a', 'Acme Mail', 'https://acme.com/mail'),
      brand('a', 'Other', 'https://acme.com', 'acme'),
    ]
    assert.deepEqual(verdict('acme.com', ...umbrella), ['Acme'])
  })
})

describe('a domain is refused', () => {
  it('to a brand of another name, such as a product of its owner', () => {
    assert.equal(
      verdict('holding.com', brand('a', 'Acme', 'https://holding.com')),
      'no brand has the name of the domain',
    )
  })

  it('as a style guide', () => {
    assert.equal(
      verdict('acme.design', brand('a', 'Acme', 'https://acme.design')),
      'a suffix of traps',
    )
    assert.deepEqual(verdict('ant.design', brand('a', 'Ant Design', 'https://ant.design')), [
      'Ant Design',
    ])
  })

  it('to homonyms that one package each knows', () => {
    const homonyms = [brand('a', 'Acme', 'https://acme.io'), brand('b', 'Acme', 'https://acme.run')]
    assert.equal(verdict('acme.io', ...homonyms), 'the name also lives at acme.run')
    assert.equal(verdict('acme.run', ...homonyms), 'the name also lives at acme.io')
  })

  it('on a private suffix, to anyone', () => {
    assert.deepEqual(decide([brand('a', 'acme', 'https://acme.github.io')]), [])
    assert.deepEqual(decide([brand('a', 'vercel', 'https://vercel.app')]), [])
  })
})
