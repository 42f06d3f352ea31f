import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listComplaints, settleComplaint } from '../../../src/products/images/complaints.ts'
import { listPins } from '../../../src/products/images/pin.ts'
import { colorOf, jpeg, png, sizeOf, svg } from '../../support/pictures.ts'
import { until } from '../../support/until.ts'
import { dataUrl, setUpPins } from './pins-setup.ts'

describe('what the operator pins', () => {
  const { world, put, undo, shows } = setUpPins()

  it('outranks a curated mark and the site’s own, in every process, until it is undone', async () => {
    world.web.site('own.example', {
      '/': '<link rel=icon href=/i.png>',
      '/i.png': await png('red'),
    })
    for (const [domain, before] of [
      ['github.com', 'mark'],
      ['own.example', 'link'],
    ] as const) {
      await shows(`/${domain}`, before)
      await put(`https://www.${domain}/`, 'icon', dataUrl(await png('green')))
      await shows(`/${domain}`, 'pinned')
      for (const query of ['?size=64', '?theme=dark&size=64', '?size=64&raster=true']) {
        const { bytes, headers } = await world.second.image(`/${domain}${query}`)
        assert.equal(headers.get('x-image-source'), 'pinned', query)
        assert.equal(await colorOf(bytes), 'green', query)
        assert.equal((await sizeOf(bytes)).width, 64)
      }
      await undo(domain, 'icon')
      await shows(`/${domain}`, before)
    }
  })

  it('may be another icon on dark surfaces, and an Open Graph image', async () => {
    await put('theme.example', 'icon', dataUrl(svg('blue'), 'image/svg+xml'))
    await put('theme.example', 'dark', dataUrl(svg('orange'), 'image/svg+xml'))
    await shows('/theme.example?theme=dark', 'pinned')
    assert.equal(await colorOf((await world.app.image('/theme.example')).bytes), 'blue')
    assert.equal(
      await colorOf((await world.app.image('/theme.example?theme=dark')).bytes),
      'orange',
    )
    world.web.site('card.example', { '/card.jpg': await jpeg('purple') })
    await put('theme.example', 'og', 'https://card.example/card.jpg')
    await shows('/og/theme.example', 'pinned')
    const { bytes } = await world.second.image('/og/theme.example?size=600')
    assert.deepEqual([(await sizeOf(bytes)).width, await colorOf(bytes)], [600, 'purple'])
  })

  it('goes on to sub-domains that have no icon of their own', async () => {
    world.web.site('parent.example', {
      '/': '<link rel=icon href=/i.png>',
      '/i.png': await png('red'),
    })
    world.web.site('sub.parent.example', { '/': '<title>Nothing</title>' })
    assert.equal(await colorOf((await world.app.image('/sub.parent.example')).bytes), 'red')
    await put('parent.example', 'icon', dataUrl(await png('teal')))
    await until('it is the pinned one', async () => {
      return (await colorOf((await world.app.image('/sub.parent.example')).bytes)) === 'teal'
    })
  })

  it('in color and name is what marks and monograms say', async () => {
    world.web.site('plain.example', { '/': '<title>Plain</title><p>Nothing here but words.</p>' })
    await put('plain.example', 'color', 'rgb(255 238 0)')
    await put('plain.example', 'name', 'Zebra & Co')
    await until('the monogram is yellow', async () => {
      return (await world.second.image('/plain.example')).text.includes('#ffee00')
    })
    const { text } = await world.second.image('/plain.example')
    assert.match(text, /fill="#000000">Z</)
    await put('vimeo.com', 'color', '#663399')
    await until('the mark is purple', async () => {
      return (await world.app.image('/vimeo.com')).text.includes('#663399')
    })
  })

  it('is in the audit log, and says who did it', async () => {
    const pins = await listPins(world.database.sql)
    assert.ok(pins.some(({ host, what }) => host === 'plain.example' && what === 'name'))
    assert.ok(pins.every(({ pinnedBy }) => pinnedBy === 'operator'))
    const noted = await world.database.sql<{ action: string; subject: string; actor: string }[]>`
      select action, subject, actor from audit where action like 'image.%' order by id limit 2`
    assert.deepEqual(
      noted.map(row => ({ ...row })),
      ['image.pin', 'image.unpin'].map(action => ({
        ...{ action, subject: 'github.com icon', actor: 'operator' },
      })),
    )
  })

  it('is told by /v1/images, which also takes what somebody holds to be wrong', async () => {
    const told = await world.app.api('/v1/images/theme.example')
    assert.deepEqual((told.json as { source: string }).source, 'pinned')
    const say = (domain: string, body: object) =>
      world.app.api(`/v1/images/${domain}/complaints`, { method: 'POST', body })
    const answer = await say('www.own.example', { note: 'It\nis red' })
    assert.deepEqual(answer.json, { domain: 'own.example', received: true })
    await say('own.example', { kind: 'icon', note: 'still red' })
    assert.equal((await say('localhost', {})).status, 400)
    assert.equal((await say('own.example', { note: 'x'.repeat(501) })).status, 400)
    const [first, ...rest] = await listComplaints(world.database.sql)
    assert.deepEqual([first?.host, first?.note, rest.length], ['own.example', 'still red', 0])
    const id = first?.id ?? ''
    await settleComplaint(world.database.sql, { id, actor: 'operator', outcome: 'dismissed' })
    await assert.rejects(
      settleComplaint(world.database.sql, { id, actor: 'operator', outcome: 'dismissed' }),
      /settled already/,
    )
  })
})
